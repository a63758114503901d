import Foundation
import GraphQL
import HTTPTypes
import SQL
import SampleData
import Domain
import SessionTokens
import TestSupport
import Testing

@testable import Server

/// The messages of the errors that people meet in their first hour: each says what to send instead. Messages of syntax,
/// validation and coercion begin with the reference implementation's text.
@Suite struct BeginnerErrorTests {
  private static let database = Task { try await SchoolDatabase("beginner_errors", families: 1) }

  struct Mistake: CustomTestStringConvertible {
    let testDescription: String
    let query: String
    var variables: String?
    let message: String

    init(_ description: String, _ query: String, variables: String? = nil, _ message: String) {
      testDescription = description
      self.query = query
      self.variables = variables
      self.message = message
    }
  }

  private static let states = "The values of AssignmentState are OPEN, OVERDUE, DONE and GRADED."

  static let mistakes = [
    // Filters and orders.
    Mistake(
      "a filter by a value without a comparison", #"{ family { students { assignments(where: {title: "Quiz"}) { id } } } }"#,
      #"Expected value of type "StringFilter" to be an object, found: "Quiz". Try {title: {eq: "Quiz"}}."#),
    Mistake(
      "the same in a variable", "query($w: AssignmentFilter) { family { students { assignments(where: $w) { id } } } }",
      variables: #"{"w": {"title": "Quiz"}}"#,
      #"Variable "$w" has invalid value at .title: Expected value of type "StringFilter" to be an object, found: "Quiz". "#
        + #"Try {"title": {"eq": "Quiz"}}."#),
    Mistake(
      "a comparison that does not exist", #"{ family { subjects(where: {name: {like: "M%"}}) { id } } }"#,
      #"Expected value of type "StringFilter" not to include unknown field "like", found: { like: "M%" }. "#
        + "The fields of StringFilter are eq, ne, in, contains, startsWith, endsWith and isNull."),
    Mistake(
      "an order by a string", #"{ family { students { assignments(orderBy: "dueDate") { id } } } }"#,
      #"Expected value of type "AssignmentOrder" to be an object, found: "dueDate". Try [{field: DUE_DATE}]."#),
    Mistake(
      "an order by a bare enum value", "{ family { students { assignments(orderBy: DUE_DATE) { id } } } }",
      #"Expected value of type "AssignmentOrder" to be an object, found: DUE_DATE. Try [{field: DUE_DATE}]."#),
    Mistake(
      "an order by an object of fields", "{ family { students { assignments(orderBy: {dueDate: ASC, field: TITLE}) { id } } } }",
      #"Expected value of type "AssignmentOrder" not to include unknown field "dueDate", found: "#
        + "{ dueDate: ASC, field: TITLE }. Try {field: DUE_DATE}."),
    // Enums and scalars.
    Mistake(
      "an enum value in lower case", "{ family { students { assignments(where: {state: {eq: overdue}}) { id } } } }",
      #"Value "overdue" does not exist in "AssignmentState" enum. Did you mean the enum value "OVERDUE"? "# + states),
    Mistake(
      "an enum value in quotes", #"{ family { students { assignments(where: {state: {eq: "OVERDUE"}}) { id } } } }"#,
      #"Enum "AssignmentState" cannot represent non-enum value: "OVERDUE". Did you mean the enum value "OVERDUE"? "# + states),
    Mistake(
      "an enum value that does not exist, in a variable",
      "query($s: AssignmentState) { family { students { assignments(where: {state: {eq: $s}}) { id } } } }",
      variables: #"{"s": "late"}"#,
      #"Variable "$s" has invalid value: Value "late" does not exist in "AssignmentState" enum. "#
        + #"The values of AssignmentState are "OPEN", "OVERDUE", "DONE" and "GRADED"."#),
    Mistake(
      "a number in quotes", #"{ family { students(first: "10") { id } } }"#,
      #"Int cannot represent non-integer value: "10". Write it without quotes: 10."#),
    Mistake(
      "text without quotes", "mutation { createSubject(input: {name: Maths}) { __typename } }",
      #"String cannot represent a non string value: Maths. Write it in quotes: "Maths"."#),
    Mistake(
      "a date in another notation", #"{ planner(from: "7.9.2026") { date } }"#,
      #"Argument "from" must be a day of the calendar such as 2026-09-07, got "7.9.2026"."#),
    Mistake(
      "a date in another notation, in an input",
      ##"mutation { createPlannerTask(input: {title: "T", date: "09/07/2026", color: "#2E86AB"}) { __typename } }"##,
      #""date" must be a day of the calendar such as 2026-09-07, got "09/07/2026"."#),
    Mistake(
      "an id that is not a UUID", #"mutation { deleteSubject(input: {id: "17"}) { id } }"#,
      #"There is nothing with this "id": an id is a UUID with hyphens, such as 018f0000-0000-7000-8000-000000000001."#),
    // Variables.
    Mistake(
      "a variable that is not sent", "query($id: ID!) { student(id: $id) { name } }",
      #"Variable "$id" has invalid value: Expected a value of non-null type "ID!" to be provided. "#
        + #"Send it beside the query: "variables": {"id": …}."#),
    Mistake(
      "a variable of another type", "query($id: String) { student(id: $id) { name } }", variables: #"{"id": "x"}"#,
      #"Variable "$id" of type "String" used in position expecting type "ID!". Declare it as "$id: ID!"."#),
    // Documents.
    Mistake(
      "an object without a selection", "{ family }",
      #"Field "family" of type "Family" must have a selection of subfields. Did you mean "family { ... }"? "#
        + #"Try "family { id }"."#),
    Mistake(
      "a required argument that is missing", "{ student { name } }",
      #"Argument "Query.student(id:)" of type "ID!" is required, but it was not provided. Try "student(id: …)"."#),
    Mistake(
      "a misspelt field", "{ family { nam } }", #"Cannot query field "nam" on type "Family". Did you mean "name"?"#),
    Mistake(
      "a misspelt argument", "{ family { students(frist: 3) { id } } }",
      #"Unknown argument "frist" on field "Family.students". Did you mean "first"?"#),
  ]

  @Test("The message says what to write instead of", arguments: mistakes)
  func message(of mistake: Mistake) async throws {
    let variables = mistake.variables ?? "{}"
    let body = "{\"query\": \(Self.json(mistake.query)), \"variables\": \(variables)}"
    try await withServer { server in
      let answer = try await server.send(.post, "/graphql", headers: [.contentType: "application/json"], body: body)
      let messages = try answer.json.at("errors")?.array?.compactMap { $0.at("message")?.string } ?? []
      #expect(messages.contains(mistake.message), "\(messages)")
    }
  }

  // MARK: HTTP

  struct Request: CustomTestStringConvertible {
    let testDescription: String
    var method = HTTPRequest.Method.post
    var path = "/graphql"
    var type: String? = "application/json"
    var body = ""
    let message: String
  }

  private static let example = #"{"query": "{ viewer { name } }"}"#

  static let requests = [
    Request(
      testDescription: "a bare document", body: "{ viewer { name } }",
      message: "The request body is not JSON: Expected a member name in quotes, found \"v\". Send \(example)."),
    Request(
      testDescription: "a body without a query", body: #"{"qeury": "{ viewer { name } }"}"#,
      message: "The request has neither \"query\" nor \"documentId\". Send \(example)."),
    Request(
      testDescription: "a document with its own content type", type: "application/graphql", body: "{ viewer { name } }",
      message: "The request body must be application/json in UTF-8. Send the header \"Content-Type: application/json\" and "
        + "\(example)."),
    Request(
      testDescription: "a mutation by GET", method: .get, path: "/graphql?query=mutation%7BsignOut%7B__typename%7D%7D", type: nil,
      message: "Can only perform a mutation operation from a POST request."),
    Request(
      testDescription: "another method", method: .put,
      message: "This path allows the methods GET, HEAD, POST. Send GraphQL requests by POST."),
    Request(
      testDescription: "another path", path: "/api",
      message: "There is nothing at this path. Send GraphQL requests to /graphql."),
  ]

  @Test("The message says what to send instead of", arguments: requests)
  func message(of request: Request) async throws {
    try await withServer { server in
      let answer = try await server.send(
        request.method, request.path, headers: request.type.map { [.contentType: $0] } ?? [:], body: request.body)
      #expect(try answer.json.at("errors", 0, "message")?.string == request.message)
    }
  }

  // MARK: Tokens and roles

  @Test("The message says whether the token is missing, misplaced, expired or not valid")
  func tokens() async throws {
    try await withServer { server in
      func message(_ authorization: String?) async throws -> String? {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let authorization { headers[.authorization] = authorization }
        let answer = try await server.send(
          .post, "/graphql", headers: headers, body: #"{"query": "{ viewer { name } }"}"#, withToken: false)
        #expect(answer.status == .unauthorized)
        return try answer.json.at("errors", 0, "message")?.string
      }
      let expired = Self.token(expiresAt: TestServer.now - 3600, signedBy: "a secret of the tests, long enough")
      // The expiry is told only of a token that this server signed.
      let forged = Self.token(expiresAt: TestServer.now - 3600, signedBy: "another secret of the tests, long enough")
      let cases: [(authorization: String?, detail: String)] = [
        (nil, "Send one in the header \"Authorization: Bearer TOKEN\"."),
        (server.token, "The header must have the form \"Authorization: Bearer TOKEN\"."),
        ("Bearer x.y.z", "This one is not valid here."),
        ("Bearer \(expired)", "This one has expired: refreshSession gives another one."),
        ("Bearer \(forged)", "This one is not valid here."),
      ]
      for (authorization, detail) in cases {
        let told = try await message(authorization)
        #expect(told == "This needs a valid session token. \(detail)")
      }
    }
  }

  private static func token(expiresAt: Int64, signedBy secret: String) -> String {
    // The secrets above are long enough.
    guard let keys = try? SecretKeys([Array(secret.utf8)]) else { return "" }
    let viewer = AccountViewer(accountID: .random(), sessionID: .random(), membership: nil)
    return TokenSigner(keys: keys, issuer: "hatched", audience: "hatched").sign(
      TokenClaims(
        subject: viewer.accountID.description, issuedAt: expiresAt - 600, expiresAt: expiresAt,
        privateClaims: SessionToken(viewer: viewer).privateClaims))
  }

  private static func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.writeString(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func withServer(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
    try await TestServer.run(on: try await Self.database.value, body)
  }
}
