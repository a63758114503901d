import Domain

/// The sender of a request, as its headers and connection tell.
struct RequestSender: Sendable {
  /// Nil when the token is not valid.
  let viewer: Viewer?
  /// The `Authorization` header, for the message to a request without a valid token.
  let authorization: String?
  /// Reads the network of the client, for limits that count by it.
  let network: @Sendable () -> ClientNetwork?
}
