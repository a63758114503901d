/// A server of APNs — Apple's documentation, "Sending notification requests to APNs".
package struct APNsServer: Hashable, Sendable {
  package static let production = APNsServer(url: "https://api.push.apple.com")
  /// For apps that are signed for development: tokens of one server are none at the other.
  package static let development = APNsServer(url: "https://api.sandbox.push.apple.com")

  let url: String

  /// - Parameter url: `https`, without a path.
  package init(url: String) { self.url = url }
}
