/// The most streams that are open at a time.
struct StreamLimits: Sendable {
  var perViewer = 8
  var perFamily = 32
  var perNetwork = 64
  /// The limit of all clients together: half of the connections.
  var total = 400
}
