import GraphQL
import Logging
import Testing

@testable import Gateway
@testable import Domain

extension TestGateway {
  func open(
    _ document: String, variables: JSONValue? = nil, as viewer: AccountViewer?, expiresAt: Int64 = now + 600
  ) async -> ExecutionResult {
    let authorization = viewer.map { "Bearer \(token(of: $0, expiresAt: expiresAt))" }
    return await gateway.execute(
      GraphQLRequest(query: document, variables: variables), as: gateway.viewer(authorization: authorization),
      authorization: authorization,
      log: RequestLog(Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), requestID: "test"))
  }

  func live(_ document: String, as viewer: AccountViewer, expiresAt: Int64 = now + 600) async throws -> any LiveStream {
    switch await open(document, as: viewer, expiresAt: expiresAt) {
    case .live(let query): return query
    case .answer(let response):
      Issue.record("no stream, but \(response.text)")
      throw CancellationError()
    }
  }

  /// The first answer to a subscription to a query; the refusal where there is no stream.
  /// - Parameter document: `query($a: ID!) { … }`, of which the subscription is made.
  func firstOfStream(_ document: String, _ variables: JSONValue, _ viewer: AccountViewer?) async -> GraphQLResponse {
    guard document.hasPrefix("query"), let start = document.firstIndex(of: "{") else {
      return await send(document, variables: variables, as: viewer)
    }
    let head = document[..<start].replacing("query", with: "subscription")
    switch await open("\(head){ live \(document[start...]) }", variables: variables, as: viewer) {
    case .answer(let response): return response
    case .live(let stream): return await stream.next() ?? .expired
    }
  }
}

extension LiveStream {
  /// The next answer, where it comes within some time.
  func next(within limit: Duration) async throws -> GraphQLResponse? {
    try await withThrowingTaskGroup(of: GraphQLResponse?.self) { group in
      group.addTask { await next() }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}

extension Sequence {
  func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
    var results: [Result] = []
    for element in self { try await results.append(body(element)) }
    return results
  }
}
