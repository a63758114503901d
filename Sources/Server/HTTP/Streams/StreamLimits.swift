/// The most streams that are open at a time.
struct StreamLimits: Sendable {
  var perViewer = 8
  var perNetwork = 64
  /// Of all clients together.
  var total = 4096
}
