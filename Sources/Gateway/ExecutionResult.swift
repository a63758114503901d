import GraphQL

/// The result of a request whose client may read streams.
package enum ExecutionResult: Sendable {
  case answer(GraphQLResponse)
  case live(any LiveStream)

  /// The same with `extensions` in an answer. Events of a stream have none.
  func adding(_ extensions: (GraphQLResponse) -> [JSONValue.Member]) -> ExecutionResult {
    guard case .answer(let response) = self else { return self }
    return .answer(response.with(extensions(response)))
  }
}
