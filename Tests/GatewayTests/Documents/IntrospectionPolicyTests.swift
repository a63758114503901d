import Gateway
import GraphQL
import Postgres
import Domain
import SessionTokens
import TestSupport
import Testing

/// The requests that may learn of the schema.
@Suite struct IntrospectionPolicyTests {
  private static let database = Task { try await SchoolDatabase("introspection_policy", families: 1) }

  private static let questions = [
    "{ __schema { queryType { name } } }", "{ __type(name: \"Family\") { name } }",
  ]

  private func withGateway(
    _ policy: IntrospectionPolicy, _ body: (TestGateway, AccountViewer) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    var options = DocumentOptions()
    options.introspection = policy
    let gateway = try TestGateway(database.app, documents: options)
    try await body(gateway, database.parent)
    await gateway.pool.shutdown()
  }

  @Test(
    "Introspection is answered or refused", arguments: IntrospectionPolicy.allCases, [true, false])
  func questions(_ policy: IntrospectionPolicy, withToken: Bool) async throws {
    try await withGateway(policy) { gateway, parent in
      let viewer = withToken ? parent : nil
      for question in Self.questions {
        // More than once: what was answered to others before must not decide.
        for _ in 1...2 {
          let answer = await gateway.send(question, as: viewer)
          if policy == .on || (policy == .authenticated && withToken) {
            #expect(answer.outcome == .executed, "\(answer.text)")
            #expect(try answer.json.at("errors") == nil)
          } else {
            try expectRefusal(answer)
          }
        }
      }
    }
  }

  @Test("What was answered with a token is refused without one, and the other way round")
  func cachesDoNotLeak() async throws {
    try await withGateway(.authenticated) { gateway, parent in
      for question in Self.questions {
        for _ in 1...3 {
          #expect(await gateway.send(question, as: parent).outcome == .executed)
          try expectRefusal(await gateway.send(question, as: nil))
        }
      }
      for question in Self.questions.map({ $0 + " " }) {
        for _ in 1...3 {
          try expectRefusal(await gateway.send(question, as: nil))
          #expect(await gateway.send(question, as: parent).outcome == .executed)
        }
      }
    }
  }

  @Test("A document that a client had kept is refused to others who may not see the schema")
  func keptDocuments() async throws {
    try await withGateway(.authenticated) { gateway, parent in
      let hash = SHA256.hash(Array(Self.questions[0].utf8)).hexadecimal
      let extensions = #""extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}"#
      let whole = #"{"query":"\#(Self.questions[0])",\#(extensions)}"#
      #expect(try await gateway.send(json: whole, as: parent).outcome == .executed)
      #expect(try await gateway.send(json: "{\(extensions)}", as: parent).outcome == .executed)
      try expectRefusal(try await gateway.send(json: "{\(extensions)}", as: nil))
    }
  }

  @Test("A question that an operation of the document asks refuses the document, as any invalid operation does")
  func otherOperation() async throws {
    try await withGateway(.off) { gateway, parent in
      let text = "query A { family { name } } query S { s: __schema { description } }"
      try expectRefusal(await gateway.send(text, operation: "A", as: parent))
    }
  }

  @Test("__typename is answered to everyone", arguments: IntrospectionPolicy.allCases)
  func typename(_ policy: IntrospectionPolicy) async throws {
    try await withGateway(policy) { gateway, _ in
      #expect(await gateway.send("{ __typename }", as: nil).text == #"{"data":{"__typename":"Query"}}"#)
    }
  }

  @Test(
    "Errors suggest names of the schema to those only who may see it", arguments: IntrospectionPolicy.allCases,
    [true, false])
  func suggestions(_ policy: IntrospectionPolicy, withToken: Bool) async throws {
    try await withGateway(policy) { gateway, parent in
      let viewer = withToken ? parent : nil
      for text in [
        "{ famly { name } }", "{ family { nam } }", "{ family }", "{ family { students(frist: 1) { id } } }",
        "{ family { ... on Famly { id } } }", "{ family { ...F } } fragment F on Familly { id }",
        "query ($x: Strin) { family { id @skip(if: $x) } }", "{ family @skp(if: true) { id } }",
      ] {
        let answer = await gateway.send(text, as: viewer)
        #expect(answer.outcome == .invalid)
        let shown = policy == .on || (policy == .authenticated && withToken)
        // Directives have no suggestions at all.
        #expect(answer.text.contains("Did you mean") == (shown && !text.contains("@skp")), "\(text): \(answer.text)")
      }
    }
  }

  private func expectRefusal(_ answer: GraphQLResponse) throws {
    #expect(answer.outcome == .invalid)
    let json = try answer.json
    #expect(json.at("data") == nil)
    #expect(json.at("errors", 0, "extensions", "code")?.string == "GRAPHQL_VALIDATION_FAILED")
    #expect(
      json.at("errors", 0, "message")?.string?
        .hasPrefix("GraphQL introspection has been disabled, but the requested query contained the field \"__") == true,
      "\(answer.text)")
  }
}
