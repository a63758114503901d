import GraphQL
import HTTPTypes
import Memory
import SQL
import SampleData
import TestSupport
import Testing

@testable import Server

/// How much those without a session are told.
@Suite struct StrangerAnswerTests {
  private static let database = Task { try await SchoolDatabase("strangers", families: 1) }

  /// As graphql-js sends it.
  private static let introspection = """
    query IntrospectionQuery { __schema { queryType { name } mutationType { name } subscriptionType { name } \
    types { ...FullType } directives { name description locations args { ...InputValue } } } } \
    fragment FullType on __Type { kind name description fields(includeDeprecated: true) { name description \
    args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason } inputFields { ...InputValue } \
    interfaces { ...TypeRef } enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } \
    possibleTypes { ...TypeRef } } \
    fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue } \
    fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
    """

  private func ask(_ query: String, _ server: TestServer, withToken: Bool) async throws -> TestServer.Answer {
    try await server.send(
      .post, "/graphql", headers: [.contentType: "application/json"], body: #"{"query":"\#(query)"}"#,
      withToken: withToken)
  }

  @Test("An answer without a session has at most a mebibyte, and the error names the limit; with one it has more")
  func limit() async throws {
    try await TestServer.run(on: Self.database.value) { server in
      let refusal = try await ask(LargeAnswer.query, server, withToken: false).json.at("errors", 0)
      #expect(refusal?["extensions"]?["code"]?.string == "LIMIT_EXCEEDED")
      #expect(refusal?["extensions"]?["limit"]?.string == "anonymousResponseBytes")
      #expect(refusal?["extensions"]?["maximum"] == .number("1048576"))
      #expect(refusal?["message"]?.string?.contains("1048576 bytes without a session") == true)
      #expect(try await ask(LargeAnswer.query, server, withToken: true).bytes.count > LargeAnswer.size)
    }
  }

  @Test("The introspection query of tools is answered to strangers, made once and held once")
  func introspection() async throws {
    let memory = MemoryBudget(capacity: 96 << 20)
    try await TestServer.run(on: Self.database.value, memory: memory) { server in
      let first = try await ask(Self.introspection, server, withToken: false)
      #expect(first.status == .ok)
      #expect(first.bytes.count > MemoryReservation.step)
      #expect(try first.json.at("data", "__schema", "queryType", "name")?.string == "Query")
      #expect(try await ask(Self.introspection, server, withToken: true).bytes == first.bytes)
      let held = memory.statistics.held
      #expect((first.bytes.count..<4 * first.bytes.count).contains(held))
      let slow = try (1...30).map { _ in try RawConnection(port: server.port, receiveBuffer: 4096) }
      for connection in slow {
        try await connection.send(server.request(Self.introspection, withToken: false))
        _ = try await connection.receive(maximum: 1)
      }
      #expect(memory.statistics.held == held)
      #expect(try await slow[0].answer().body == first.bytes)
    }
  }

  @Test("What is revoked is not told the schema, though it is made already")
  func revoked() async throws {
    let database = try await SchoolDatabase("strangers_revoked", families: 1)
    try await TestServer.run(on: database) { server in
      #expect(try await ask(Self.introspection, server, withToken: true).status == .ok)
      let session = database.demonstration.accounts[0].session
      try await database.run("DELETE FROM sessions WHERE id = \(bind: .uuid(session))")
      #expect(try await ask(Self.introspection, server, withToken: true).status == .unauthorized)
    }
  }
}
