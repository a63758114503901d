import TestSupport
import Testing

@testable import Server

/// GraphQL over HTTP as the community's audit suite of October 2025 reads it, over real HTTP.
@Suite struct AuditTests {
  private static let database = Task { try await SchoolDatabase("http_audits", families: 1) }

  private static let json = "application/json"
  private static let graphQL = "application/graphql-response+json"
  private static let typename = #"{"query":"{ __typename }"}"#
  private static let namedType = "query Type($name: String!) { __type(name: $name) { name } }"
  private static let typeOfVariable = #"{"query":"\#(namedType)","variables":{"name":"sometype"}}"#
  private static let typeOfURL: KeyValuePairs = ["query": namedType, "variables": #"{"name":"sometype"}"#]
  private static let named = #"{"operationName":"Query","query":"query Query { __typename }"}"#
  private static let unknownField = #"{"query":"{ 8f31403dfe404bccbb0e835f2629c6a7 }"}"#
  private static let uncoercible = #"{"query":"query CoerceFailure($id: ID!){ __typename }","variables":{"id":null}}"#

  private static func with(_ parameter: String, _ value: String) -> Audit.Asking {
    .post(#"{"query":"{ __typename }","\#(parameter)":\#(value)}"#)
  }

  /// A row a line: its id, level and sentence, the request, and what must be true of the answer.
  static let audits: [Audit] = [
    // Media types
    Audit("22EB", .should, "accept application/graphql-response+json and match the content-type", .post(typename), accept: graphQL, .status(200), .contentType(graphQL)),
    Audit("4655", .must, "accept application/json and match the content-type", .post(typename), accept: json, .status(200), .contentType(json)),
    Audit("47DE", .should, "accept */* and use application/json for the content-type", .post(typename), accept: "*/*", .status(200), .contentType(json)),
    Audit("80D8", .should, "assume application/json content-type when accept is missing", .post(typename), .status(200), .contentType(json)),
    Audit("82A3", .must, "use utf-8 encoding when responding", .post(typename), .status(200), .noErrors),
    Audit("BF61", .must, "accept utf-8 encoded request", .post(#"{"query":"{ __type(name: \"Run🏃Swim🏊\") { name } }"}"#, contentType: "application/json; charset=utf-8"), .status(200)),
    Audit("78D5", .must, "assume utf-8 in request if encoding is unspecified", .post(typename), .status(200)),
    // Requests
    Audit("2C94", .must, "accept POST requests", .post(typename), .status(200)),
    Audit("5A70", .may, "accept application/x-www-form-urlencoded formatted GET requests", .get(["query": "{ __typename }"]), .status(200)),
    Audit("9C48", .may, "NOT allow executing mutations on GET requests", .get(["query": "mutation { __typename }"]), accept: graphQL, .status(400...499)),
    Audit("9ABE", .should, "respond with 4xx status code if content-type is not supplied on POST requests", .post(typename, contentType: nil), .status(400...499)),
    Audit("03D4", .must, "accept application/json POST requests", .post(typename), .status(200)),
    Audit("A5BF", .may, "use 400 status code when request body is missing on POST", .post(nil), .status(400)),
    // Parameters
    Audit("423L", .may, "use 400 status code on missing {query} parameter", .post(#"{"notquery":"{ __typename }"}"#), accept: graphQL, .status(400)),
    Audit("LKJ0", .may, "use 400 status code on object {query} parameter", .post(#"{"query":{"obj":"ect"}}"#), .status(400)),
    Audit("LKJ1", .may, "use 400 status code on number {query} parameter", .post(#"{"query":0}"#), .status(400)),
    Audit("LKJ2", .may, "use 400 status code on boolean {query} parameter", .post(#"{"query":false}"#), .status(400)),
    Audit("LKJ3", .may, "use 400 status code on array {query} parameter", .post(#"{"query":["array"]}"#), .status(400)),
    Audit("34A2", .should, "allow string {query} parameter when accepting application/graphql-response+json", .post(typename), accept: graphQL, .status(200)),
    Audit("13EE", .must, "allow string {query} parameter when accepting application/json", .post(typename), accept: json, .status(200), .noErrors),
    Audit("6C00", .may, "use 400 status code on object {operationName} parameter", with("operationName", #"{"obj":"ect"}"#), .status(400)),
    Audit("6C01", .may, "use 400 status code on number {operationName} parameter", with("operationName", "0"), .status(400)),
    Audit("6C02", .may, "use 400 status code on boolean {operationName} parameter", with("operationName", "false"), .status(400)),
    Audit("6C03", .may, "use 400 status code on array {operationName} parameter", with("operationName", #"["array"]"#), .status(400)),
    Audit("8161", .should, "allow string {operationName} parameter when accepting application/graphql-response+json", .post(named), accept: graphQL, .status(200)),
    Audit("B8B3", .must, "allow string {operationName} parameter when accepting application/json", .post(named), accept: json, .status(200), .noErrors),
    Audit("94B0", .should, "allow null {variables} parameter when accepting application/graphql-response+json", with("variables", "null"), accept: graphQL, .status(200), .noErrors),
    Audit("0220", .must, "allow null {variables} parameter when accepting application/json", with("variables", "null"), accept: json, .status(200), .noErrors),
    Audit("94B1", .should, "allow null {operationName} parameter when accepting application/graphql-response+json", with("operationName", "null"), accept: graphQL, .status(200), .noErrors),
    Audit("0221", .must, "allow null {operationName} parameter when accepting application/json", with("operationName", "null"), accept: json, .status(200), .noErrors),
    Audit("94B2", .should, "allow null {extensions} parameter when accepting application/graphql-response+json", with("extensions", "null"), accept: graphQL, .status(200), .noErrors),
    Audit("0222", .must, "allow null {extensions} parameter when accepting application/json", with("extensions", "null"), accept: json, .status(200), .noErrors),
    Audit("4760", .may, "use 400 status code on string {variables} parameter", with("variables", #""string""#), .status(400)),
    Audit("4761", .may, "use 400 status code on number {variables} parameter", with("variables", "0"), .status(400)),
    Audit("4762", .may, "use 400 status code on boolean {variables} parameter", with("variables", "false"), .status(400)),
    Audit("4763", .may, "use 400 status code on array {variables} parameter", with("variables", #"["array"]"#), .status(400)),
    Audit("2EA1", .should, "allow map {variables} parameter when accepting application/graphql-response+json", .post(typeOfVariable), accept: graphQL, .status(200)),
    Audit("28B9", .must, "allow map {variables} parameter when accepting application/json", .post(typeOfVariable), accept: json, .status(200), .noErrors),
    Audit("D6D5", .may, "allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json", .get(typeOfURL), accept: graphQL, .status(200)),
    Audit("6A70", .may, "allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json", .get(typeOfURL), accept: json, .status(200), .noErrors),
    Audit("58B0", .may, "use 400 status code on string {extensions} parameter", with("extensions", #""string""#), .status(400)),
    Audit("58B1", .may, "use 400 status code on number {extensions} parameter", with("extensions", "0"), .status(400)),
    Audit("58B2", .may, "use 400 status code on boolean {extensions} parameter", with("extensions", "false"), .status(400)),
    Audit("58B3", .may, "use 400 status code on array {extensions} parameter", with("extensions", #"["array"]"#), .status(400)),
    Audit("428F", .should, "allow map {extensions} parameter when accepting application/graphql-response+json", with("extensions", #"{"some":"value"}"#), accept: graphQL, .status(200)),
    Audit("1B7A", .must, "allow map {extensions} parameter when accepting application/json", with("extensions", #"{"some":"value"}"#), accept: json, .status(200), .noErrors),
    // Requests that are none
    Audit("B6DC", .may, "use 4xx or 5xx status codes on JSON parsing failure", .post(#"{ "not a JSON"#), .status(400...499)),
    Audit("BCF8", .should, "use 400 status code on JSON parsing failure when accepting application/json", .post(#"{ "not a JSON"#), accept: json, .status(400)),
    Audit("B7N8", .should, "use 400 status code on JSON parsing failure when accepting application/graphql-response+json", .post(#"{ "not a JSON"#), accept: graphQL, .status(400)),
    Audit("8764", .may, "use 4xx or 5xx status codes if parameters are invalid", .post(#"{"qeury":"{ __typename }"}"#), .status(400...599)),
    Audit("3E3A", .may, "use 400 status code if parameters are invalid", .post(#"{"qeury":"{ __typename }"}"#), .status(400)),
    // Responses as application/json
    Audit("572B", .should, "use 200 status code on document parsing failure when accepting application/json", .post(#"{"query":"{"}"#), accept: json, .status(200)),
    Audit("FDE2", .should, "use 200 status code on document validation failure when accepting application/json", .post(unknownField), accept: json, .status(200)),
    Audit("7B9B", .should, "use a status code of 200 on variable coercion failure when accepting application/json", .post(uncoercible), accept: json, .status(200)),
    // Responses as application/graphql-response+json
    Audit("865D", .should, "use 4xx or 5xx status codes on document parsing failure when accepting application/graphql-response+json", .post(#"{"query":"{"}"#), accept: graphQL, .status(400...599)),
    Audit("556A", .should, "use 400 status code on document parsing failure when accepting application/graphql-response+json", .post(#"{"query":"{"}"#), accept: graphQL, .status(400)),
    Audit("D586", .should, "not contain the data entry on document parsing failure when accepting application/graphql-response+json", .post(#"{"query":"{"}"#), accept: graphQL, .noData),
    Audit("51FE", .should, "use 4xx or 5xx status codes on document validation failure when accepting application/graphql-response+json", .post(unknownField), accept: graphQL, .status(400...599)),
    Audit("74FF", .should, "use 400 status code on document validation failure when accepting application/graphql-response+json", .post(unknownField), accept: graphQL, .status(400)),
    Audit("5E5B", .should, "not contain the data entry on document validation failure when accepting application/graphql-response+json", .post(unknownField), accept: graphQL, .noData),
    Audit("86EE", .should, "use a status code of 400 on variable coercion failure when accepting application/graphql-response+json", .post(uncoercible), accept: graphQL, .status(400)),
  ]

  @Test("There are 61 audits: 13 MUST, 23 SHOULD, 25 MAY")
  func count() {
    #expect(Set(Self.audits.map(\.id)).count == 61)
    #expect(Self.audits.count == 61)
    #expect(Self.audits.filter { $0.level == .must }.count == 13)
    #expect(Self.audits.filter { $0.level == .should }.count == 23)
    #expect(Self.audits.filter { $0.level == .may }.count == 25)
    #expect(Self.audits.allSatisfy { !$0.expectations.isEmpty })
  }

  @Test("The server does", arguments: audits)
  func audit(_ audit: Audit) async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let answer = try await audit.answer(of: server)
      // Whatever the audit is about, UTF-8 is what the server writes.
      #expect(String(validating: answer.bytes, as: UTF8.self) != nil)
      for expectation in audit.expectations {
        #expect(try expectation.holds(for: answer), "\(expectation): \(answer.status) \(answer.text)")
      }
    }
  }
}
