import GraphQL
import HTTPTypes
import TestSupport
import Testing

@testable import Server

/// Requests in the URL — GraphQL over HTTP, "GET".
@Suite struct GETTests {
  private static let database = Task { try await SchoolDatabase("http_get", families: 1) }

  struct Asking: CustomTestStringConvertible {
    let testDescription: String
    let query: String
    var data: String?
    /// The status with `application/graphql-response+json`.
    var status = HTTPResponse.Status.ok
    var code: ErrorCode?
    var message: String?

    init(_ description: String, _ query: String, data: String) {
      testDescription = description
      self.query = query
      self.data = data
    }

    init(
      _ description: String, _ query: String, _ status: HTTPResponse.Status = .badRequest,
      _ code: ErrorCode = .badUserInput, _ message: String
    ) {
      testDescription = description
      self.query = query
      self.status = status
      self.code = code
      self.message = message
    }
  }

  private static let family = "{ family { name } }"
  private static let typed = "query Type($name: String!) { __type(name: $name) { name } }"
  private static let named = "query One { one: __typename } query Two { two: __typename } query null { three: __typename }"
  private static let typename = #"{"__typename":"Query"}"#

  static let askings: [Asking] = [
    Asking("a query", urlEncoded(["query": family]), data: #"{"family":{"name":"Rivera"}}"#),
    Asking("a query with spaces by %20", "query=%7B%20family%20%7b%20name%20%7d%20%7d", data: #"{"family":{"name":"Rivera"}}"#),
    Asking(
      "a character outside ASCII", urlEncoded(["query": "{ __type(name: \"Run🏃Swim🏊\") { name } }"]),
      data: #"{"__type":null}"#),
    Asking("an encoded name", "%71uery=%7B__typename%7D", data: typename),
    Asking("variables", urlEncoded(["query": typed, "variables": #"{"name":"Course"}"#]), data: #"{"__type":{"name":"Course"}}"#),
    Asking("null variables", urlEncoded(["query": "{__typename}", "variables": "null"]), data: typename),
    Asking("empty variables", urlEncoded(["query": "{__typename}", "variables": ""]), data: typename),
    Asking("variables without a value", "query=%7B__typename%7D&variables", data: typename),
    Asking("extensions", urlEncoded(["query": "{__typename}", "extensions": #"{"some":"value"}"#]), data: typename),
    Asking("null extensions", urlEncoded(["query": "{__typename}", "extensions": "null"]), data: typename),
    Asking("another parameter", urlEncoded(["query": "{__typename}", "utm_source": "x"]), data: typename),
    Asking("empty pairs", "&&query=%7B__typename%7D&&", data: typename),
    Asking("an operation's name", urlEncoded(["query": named, "operationName": "Two"]), data: #"{"two":"Query"}"#),
    Asking("an operation named null", urlEncoded(["query": named, "operationName": "null"]), data: #"{"three":"Query"}"#),
    Asking("an empty operation name", urlEncoded(["query": "{__typename}", "operationName": ""]), data: typename),

    Asking("no parameters", "", .badRequest, .badUserInput, #"The request has neither "query" nor "documentId"."#),
    Asking("an empty query", "query=", .badRequest, .badUserInput, #"The request has neither "query" nor "documentId"."#),
    Asking("a misspelt query", "qeury=%7B__typename%7D", .badRequest, .badUserInput, #"The request has neither "query" nor "documentId"."#),
    Asking(
      "variables that are no JSON", urlEncoded(["query": typed, "variables": "{name:1}"]), .badRequest, .badUserInput,
      #"The URL parameter "variables" is not JSON: "#),
    Asking(
      "variables that are no object", urlEncoded(["query": typed, "variables": "[1]"]), .badRequest, .badUserInput,
      #""variables" must be a JSON object."#),
    Asking(
      "extensions that are no object", urlEncoded(["query": typed, "extensions": "7"]), .badRequest, .badUserInput,
      #""extensions" must be a JSON object."#),
    Asking(
      "a repeated query", "query=%7B__typename%7D&query=%7B__typename%7D", .badRequest, .badUserInput,
      #"The URL parameter "query" is given more than once."#),
    Asking(
      "a repeated query, once with an encoded name", "query=%7B__typename%7D&%71uery=", .badRequest, .badUserInput,
      #"The URL parameter "query" is given more than once."#),
    Asking(
      "repeated variables", "query=%7B__typename%7D&variables=&variables=%7B%7D", .badRequest, .badUserInput,
      #"The URL parameter "variables" is given more than once."#),
    Asking("a lone %", "query=%", .badRequest, .badUserInput, #"The URL parameter "query" has a "%""#),
    Asking("a % with one digit", "query=%7", .badRequest, .badUserInput, #"The URL parameter "query" has a "%""#),
    Asking("a % with other letters", "query=%7G", .badRequest, .badUserInput, #"The URL parameter "query" has a "%""#),
    Asking("a % in a name", "que%ry=x", .badRequest, .badUserInput, #"The name of a URL parameter has a "%""#),
    Asking("a byte that is no UTF-8", "query=%FF", .badRequest, .badUserInput, #"The URL parameter "query" is not UTF-8."#),
    Asking("an overlong NUL", "query=%C0%80", .badRequest, .badUserInput, #"The URL parameter "query" is not UTF-8."#),
    Asking("an encoded surrogate", "query=%ED%A0%80", .badRequest, .badUserInput, #"The URL parameter "query" is not UTF-8."#),
    Asking("the longest query", "query=%7B__typename%7D" + String(repeating: "+", count: (16 << 10) - 22), data: typename),
    Asking(
      "a query over the limit", "query=%7B__typename%7D" + String(repeating: "+", count: (16 << 10) - 21), .uriTooLong,
      .limitExceeded, "The URL's query has 16385 bytes, more than the limit of 16384: send the request by POST."),
    Asking("a syntax error", "query=%7B", .badRequest, .parseFailed, "Syntax Error: "),
    Asking("an unknown field", "query=%7Bnothing%7D", .badRequest, .validationFailed, "Cannot query field"),
    Asking(
      "an unknown operation", urlEncoded(["query": named, "operationName": "Four"]), .badRequest,
      .operationResolutionFailure, #"Unknown operation named "Four"."#),
    Asking(
      "a mutation", urlEncoded(["query": "mutation { __typename }"]), .methodNotAllowed, .badUserInput,
      "Can only perform a mutation operation from a POST request."),
    Asking(
      "a mutation beside a query",
      urlEncoded(["query": "query A { __typename } mutation B { __typename }", "operationName": "B"]),
      .methodNotAllowed, .badUserInput, "Can only perform a mutation operation from a POST request."),
    Asking(
      "a mutation that is not valid", urlEncoded(["query": "mutation { nothing(a: $b) }"]), .methodNotAllowed,
      .badUserInput, "Can only perform a mutation operation from a POST request."),
    Asking(
      "a subscription", urlEncoded(["query": "subscription { __typename }"]), .methodNotAllowed, .badUserInput,
      "Can only perform a subscription operation from a POST request."),
  ]

  @Test("Answers", arguments: askings)
  func answers(_ asking: Asking) async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let answer = try await server.send(
        .get, "/graphql?\(asking.query)", headers: [.accept: "application/graphql-response+json"])
      #expect(answer.status == asking.status)
      if let data = asking.data {
        #expect(answer.text == #"{"data":\#(data)}"#)
      } else {
        #expect(try answer.json.at("errors", 0, "extensions", "code")?.string == asking.code?.rawValue)
        let message = try #require(try answer.json.at("errors", 0, "message")?.string)
        #expect(message.hasPrefix(try #require(asking.message)))
      }
      #expect(answer.headers[.allow] == (asking.status == .methodNotAllowed ? "POST" : nil))
    }
  }

  @Test(
    "A mutation is refused whatever the method, type and body of the request",
    arguments: [HTTPRequest.Method.get, .head], ["application/json", "application/graphql-response+json", "*/*"])
  func mutation(method: HTTPRequest.Method, accept: String) async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let path = "/graphql?\(urlEncoded(["query": "mutation { __typename }"]))"
      for contentType in ["text/plain", "application/json", "application/x-www-form-urlencoded"] {
        let answer = try await server.send(
          method, path, headers: [.accept: accept, .contentType: contentType], body: #"{"query":"{ __typename }"}"#)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.headers[.allow] == "POST")
      }
    }
  }

  @Test("A query that POST sent before is still no mutation, and needs the token")
  func afterPOST() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let posted = try await server.post(Self.family)
      let path = "/graphql?\(urlEncoded(["query": Self.family]))"
      #expect(try await server.send(.get, path).text == posted.text)
      let anonymous = try await server.send(.get, path, withToken: false)
      #expect(anonymous.status == .unauthorized)
      #expect(anonymous.headers[.wwwAuthenticate] == "Bearer")
    }
  }

  @Test("HEAD is answered with the headers of GET and no body")
  func head() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      for path in ["/graphql?\(urlEncoded(["query": Self.family]))", "/graphql", "/health", "/ready"] {
        let get = try await server.send(.get, path)
        let head = try await server.send(.head, path)
        #expect(head.status == get.status)
        #expect(head.bytes == [])
        #expect(head.headers[.contentLength] == "\(get.bytes.count)")
        for name in [HTTPField.Name.contentType, .cacheControl, .vary, .xContentTypeOptions] {
          #expect(head.headers[name] == get.headers[name])
        }
      }
    }
  }

  @Test("A URL beyond what HTTP itself bounds is refused too")
  func hugeURL() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let path = "/graphql?query=" + String(repeating: "+", count: 200_000)
      let answer = try await server.send(.get, path)
      #expect(answer.status.kind == .clientError)
    }
  }
}
