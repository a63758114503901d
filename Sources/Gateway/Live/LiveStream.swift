/// Responses that come as something happens.
package protocol LiveStream: Sendable {
  /// Waits for the next response.
  /// - Returns: one without `data` where there is none any more, such as at the end of the session: it is the last. Nil after it,
  ///   and when the task is cancelled.
  func next() async -> GraphQLResponse?
}
