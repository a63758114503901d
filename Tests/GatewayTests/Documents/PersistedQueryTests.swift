import Gateway
import GraphQL
import Postgres
import SQL
import Domain
import SessionTokens
import TestSupport
import Testing

/// Automatic persisted queries: a client sends a document once, and its hash from then on.
@Suite struct PersistedQueryTests {
  private static let database = Task { try await SchoolDatabase("persisted_queries", families: 1) }
  private static let document = "{ family { name } }"
  private static let answer = #"{"data":{"family":{"name":"Rivera"}}}"#

  private static func body(_ query: String?, hash: String? = nil, version: String = "1") -> String {
    let hash = hash ?? SHA256.hash(Array((query ?? document).utf8)).hexadecimal
    let query = query.map { #""query":"\#($0)","# } ?? ""
    return #"{\#(query)"extensions":{"persistedQuery":{"version":\#(version),"sha256Hash":"\#(hash)"}}}"#
  }

  private func withGateway(
    keepsClientDocuments: Bool = true, _ body: (TestGateway, AccountViewer) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    var options = DocumentOptions()
    options.keepsClientDocuments = keepsClientDocuments
    let gateway = try TestGateway(database.app, documents: options)
    try await body(gateway, database.parent)
    await gateway.pool.shutdown()
  }

  private func code(_ answer: GraphQLResponse) throws -> String? {
    try answer.json.at("errors", 0, "extensions", "code")?.string
  }

  @Test("The hash is unknown, then the document comes with it, then the hash is enough for everyone")
  func protocolOfClients() async throws {
    try await withGateway { gateway, parent in
      let hashOnly = Self.body(nil)
      let first = try await gateway.send(json: hashOnly, as: parent)
      #expect(first.outcome == .invalid)
      #expect(
        first.text
          == #"{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#)
      #expect(try await gateway.send(json: Self.body(Self.document), as: parent).text == Self.answer)
      #expect(try await gateway.send(json: hashOnly, as: parent).text == Self.answer)
      let digits = SHA256.hash(Array(Self.document.utf8)).hexadecimal.uppercased()
      #expect(try await gateway.send(json: Self.body(nil, hash: digits), as: parent).text == Self.answer)
      #expect(try await gateway.send(json: hashOnly, as: nil).outcome == .unauthenticated)
    }
  }

  struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    let body: String
    let message: String
    let code: String
  }

  static let refusals = [
    Refusal(
      testDescription: "another hash than that of the document",
      body: body("{ family { id } }", hash: SHA256.hash([]).hexadecimal),
      message: "provided sha does not match query", code: "PERSISTED_QUERY_HASH_MISMATCH"),
    Refusal(
      testDescription: "a hash that is none", body: body(document, hash: "sha"),
      message: "provided sha does not match query", code: "PERSISTED_QUERY_HASH_MISMATCH"),
    Refusal(
      testDescription: "another version", body: body(document, version: "2"),
      message: "Unsupported persisted query version", code: "BAD_USER_INPUT"),
    Refusal(
      testDescription: "a version in words, without the document", body: body(nil, version: #""1""#),
      message: "Unsupported persisted query version", code: "BAD_USER_INPUT"),
  ]

  @Test("Is refused, and not kept:", arguments: refusals)
  func refused(_ refusal: Refusal) async throws {
    try await withGateway { gateway, parent in
      let answer = try await gateway.send(json: refusal.body, as: parent)
      #expect(answer.outcome == .invalid)
      #expect(try answer.json.at("errors", 0, "message")?.string == refusal.message)
      #expect(try code(answer) == refusal.code)
      #expect(try code(await gateway.send(json: Self.body(nil), as: parent)) == "PERSISTED_QUERY_NOT_FOUND")
      #expect(gateway.pool.statistics.roundTrips == 0)
    }
  }

  @Test(
    "Nothing is kept that cannot be executed",
    arguments: ["{ family", "{ nothing }", "{ family { students(first: -1) { name } } }"])
  func invalid(document: String) async throws {
    try await withGateway { gateway, parent in
      _ = try await gateway.send(json: Self.body(document), as: parent)
      let hash = SHA256.hash(Array(document.utf8)).hexadecimal
      let answer = try await gateway.send(json: Self.body(nil, hash: hash), as: parent)
      #expect(try code(answer) == "PERSISTED_QUERY_NOT_FOUND")
    }
  }

  @Test("Nothing is kept for someone without a token")
  func anonymous() async throws {
    try await withGateway { gateway, parent in
      let document = "{ __typename }"
      #expect(try await gateway.send(json: Self.body(document), as: nil).outcome == .executed)
      let hash = SHA256.hash(Array(document.utf8)).hexadecimal
      let answer = try await gateway.send(json: Self.body(nil, hash: hash), as: parent)
      #expect(try code(answer) == "PERSISTED_QUERY_NOT_FOUND")
    }
  }

  @Test("Nothing is kept for a session that has ended")
  func endedSession() async throws {
    try await withGateway { gateway, parent in
      var ended = parent
      ended.sessionID = UUIDValue(high: 1, low: 2)
      let answer = try await gateway.send(json: Self.body(Self.document), as: ended)
      #expect(answer.outcome == .unauthenticated)
      #expect(try code(await gateway.send(json: Self.body(nil), as: parent)) == "PERSISTED_QUERY_NOT_FOUND")
    }
  }

  @Test("Switched off, clients are told so in the words that make them send documents", arguments: [nil, document])
  func switchedOff(query: String?) async throws {
    try await withGateway(keepsClientDocuments: false) { gateway, parent in
      let answer = try await gateway.send(json: Self.body(query), as: parent)
      #expect(
        answer.text
          == #"{"errors":[{"message":"PersistedQueryNotSupported","extensions":{"code":"PERSISTED_QUERY_NOT_SUPPORTED"}}]}"#
      )
    }
  }

  @Test("What is kept is bounded, and what is used stays")
  func bounded() async throws {
    try await withGateway { gateway, parent in
      // Documents of about 1 MiB each; the limit is 16 MiB together.
      let padding = String(repeating: " ", count: 1_000_000)
      func document(_ index: Int) -> String { "{ family { name a\(index): id } }\(padding)" }
      func hash(_ index: Int) -> String { SHA256.hash(Array(document(index).utf8)).hexadecimal }
      for index in 0..<40 {
        #expect(try await gateway.send(json: Self.body(document(index)), as: parent).outcome == .executed)
        #expect(try await gateway.send(json: Self.body(nil, hash: hash(0)), as: parent).outcome == .executed)
      }
      var kept = 0
      for index in 0..<40 {
        let answer = try await gateway.send(json: Self.body(nil, hash: hash(index)), as: parent)
        kept += answer.outcome == .executed ? 1 : 0
      }
      #expect((2...16).contains(kept))
    }
  }
}
