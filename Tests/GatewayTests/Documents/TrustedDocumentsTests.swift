import Gateway
import GraphQL
import Planning
import Postgres
import Domain
import SessionTokens
import TestSupport
import Testing

/// Documents that the operator brings.
@Suite struct TrustedDocumentsTests {
  private static let database = Task { try await SchoolDatabase("trusted_documents", families: 1) }
  private static let familyName = "query FamilyName { family { name } }"
  private static let digest = SHA256.hash(Array(familyName.utf8)).hexadecimal

  private static func documents(
    _ texts: [(id: String, text: String)], introspection: IntrospectionPolicy = .on,
    limits: DocumentLimits = DocumentLimits()
  ) throws -> TrustedDocuments {
    try TrustedDocuments(
      texts.map { TrustedDocument(id: $0.id, text: $0.text, origin: "folder/\($0.id).graphql") },
      schema: .domain(), introspection: introspection, limits: limits)
  }

  private func withGateway(
    trustedOnly: Bool = false, _ body: (TestGateway, AccountViewer) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    var options = DocumentOptions()
    options.acceptsTrustedOnly = trustedOnly
    options.trusted = try Self.documents([
      ("FamilyName", Self.familyName),
      ("Change", "mutation Change { __typename }"),
      ("x-app:both", "query Name { family { name } } query Id { family { id } }"),
    ])
    let gateway = try TestGateway(database.app, documents: options)
    try await body(gateway, database.parent)
    await gateway.pool.shutdown()
  }

  @Test(
    "Are executed by id, and by the hash of their bytes",
    arguments: [
      #"{"documentId":"FamilyName"}"#, #"{"documentId":"sha256:\#(digest)"}"#,
      #"{"documentId":"x-app:both","operationName":"Name"}"#,
      #"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(digest)"}}}"#,
      #"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"FamilyName"}}}"#,
    ], [false, true])
  func executed(body: String, trustedOnly: Bool) async throws {
    try await withGateway(trustedOnly: trustedOnly) { gateway, parent in
      let answer = try await gateway.send(json: body, as: parent)
      #expect(answer.text == #"{"data":{"family":{"name":"Rivera"}}}"#)
    }
  }

  @Test("A mutation is refused by GET, whether it was executed before or not")
  func mutation() async throws {
    try await withGateway(trustedOnly: true) { gateway, parent in
      let change = #"{"documentId":"Change"}"#
      for _ in 1...2 {
        #expect(try await gateway.send(json: change, isSafe: true, as: parent).outcome == .unsafe)
        let answer = try await gateway.send(json: change, as: parent)
        #expect(answer.text == #"{"data":{"__typename":"Mutation"}}"#)
      }
      let question = #"{"documentId":"FamilyName"}"#
      #expect(try await gateway.send(json: question, isSafe: true, as: parent).outcome == .executed)
    }
  }

  @Test(
    "An id that is not known gets the conventional error",
    arguments: [
      "", "familyName", "sha256:", "sha256:\(digest.uppercased())", "md5:\(digest)", digest,
      "../FamilyName", "FamilyName\u{301}", String(repeating: "\u{301}", count: 100_000),
    ])
  func unknown(id: String) async throws {
    try await withGateway { gateway, parent in
      let answer = try await gateway.send(json: #"{"documentId":"\#(id)"}"#, as: parent)
      #expect(answer.outcome == .invalid)
      #expect(
        answer.text
          == #"{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#)
      #expect(gateway.pool.statistics.roundTrips == 0)
    }
  }

  @Test(
    "When they are all that is executed, a document that is sent is refused, whatever it is",
    arguments: [
      #"{"query":"{ __typename }"}"#, #"{"query":"{"}"#, #"{"query":"\#(familyName)"}"#,
      #"{"query":"\#(familyName)","extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(digest)"}}}"#,
    ])
  func onlyTrusted(body: String) async throws {
    try await withGateway(trustedOnly: true) { gateway, parent in
      let answer = try await gateway.send(json: body, as: parent)
      #expect(answer.outcome == .invalid)
      #expect(
        answer.text
          == #"{"errors":[{"message":"Only trusted documents are executed here: send the \"documentId\" of one.","extensions":{"code":"PERSISTED_QUERY_ONLY"}}]}"#
      )
      #expect(gateway.pool.statistics.roundTrips == 0)
    }
  }

  @Test("When they are all that is executed, another hash is not found")
  func onlyTrustedHashes() async throws {
    try await withGateway(trustedOnly: true) { gateway, parent in
      let hash = SHA256.hash(Array("{ __typename }".utf8)).hexadecimal
      let body = #"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}}"#
      let answer = try await gateway.send(json: body, as: parent)
      #expect(try answer.json.at("errors", 0, "extensions", "code")?.string == "PERSISTED_QUERY_NOT_FOUND")
    }
  }

  struct Mistake: CustomTestStringConvertible {
    let testDescription: String
    var texts: [(id: String, text: String)] = []
    var introspection = IntrospectionPolicy.on
    let problems: [String]
  }

  static let mistakes = [
    Mistake(
      testDescription: "a syntax error", texts: [("A", "query A {\n  family {\n")],
      problems: ["folder/A.graphql:3:1: Syntax Error: Expected Name, found <EOF>."]),
    Mistake(
      testDescription: "two invalid documents and a valid one",
      texts: [("A", "{ family { nam } }"), ("B", familyName), ("C", "query ($x: Nope) { family { name } }")],
      problems: [
        "folder/A.graphql:1:12: Cannot query field \"nam\" on type \"Family\". Did you mean \"name\"?",
        "folder/C.graphql:1:8: Variable \"$x\" is never used.",
        "folder/C.graphql:1:12: Unknown type \"Nope\". Did you mean \"Node\", \"Note\", or \"Role\"?",
      ]),
    Mistake(
      testDescription: "no operation", texts: [("A", "fragment F on Family { name }")],
      problems: ["folder/A.graphql:1:1: Fragment \"F\" is never used."]),
    Mistake(
      testDescription: "a second operation that passes a limit",
      texts: [
        ("A", "query A { family { name } } query B { " + (1...60).map { "a\($0): family { id } " }.joined() + "}")
      ],
      problems: ["folder/A.graphql: The operation passes the limit of 50 root fields."]),
    Mistake(
      testDescription: "an id with other characters", texts: [("a b", familyName)],
      problems: [
        "folder/a b.graphql: \"a b\" cannot be an id: use at most 256 letters, digits and \"-\", \".\", \"_\", \"~\", "
          + "or \"sha256:\" and the hash in lower case"
      ]),
    Mistake(
      testDescription: "another hash than that of the document",
      texts: [("sha256:" + String(repeating: "0", count: 64), familyName)],
      problems: [
        "folder/sha256:\(String(repeating: "0", count: 64)).graphql: the SHA-256 of the document is \(digest), "
          + "other than its id says"
      ]),
    Mistake(
      testDescription: "an id twice", texts: [("A", familyName), ("A", "{ family { id } }")],
      problems: ["folder/A.graphql: there is another document with the id \"A\""]),
    Mistake(
      testDescription: "a document that asks for the schema, where nobody may",
      texts: [("A", "{ __schema { description } }")], introspection: .off,
      problems: [
        "folder/A.graphql:1:3: GraphQL introspection has been disabled, but the requested query contained the "
          + "field \"__schema\"."
      ]),
  ]

  @Test("Are refused at start with file, line and column:", arguments: mistakes.indices)
  func refused(index: Int) throws {
    let mistake = Self.mistakes[index]
    let error = #expect(throws: TrustedDocumentsError.self, "\(mistake.testDescription)") {
      try Self.documents(mistake.texts, introspection: mistake.introspection)
    }
    #expect(error?.problems == mistake.problems, "\(mistake.testDescription)")
  }

  @Test("Are bounded by number and by bytes")
  func bounds() throws {
    let many = Array(repeating: (id: "A", text: Self.familyName), count: TrustedDocuments.maximumCount + 1)
    #expect(throws: TrustedDocumentsError.self) { try Self.documents(many) }
    let large = [(id: "A", text: String(repeating: " ", count: TrustedDocuments.maximumBytes + 1))]
    let error = #expect(throws: TrustedDocumentsError.self) { try Self.documents(large) }
    #expect(error?.problems.first?.contains("at most \(TrustedDocuments.maximumBytes)") == true)
  }
}
