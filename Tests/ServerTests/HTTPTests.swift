import Gateway
import GraphQL
import HTTPTypes
import Logging
import NIOCore
import Planning
import Postgres
import SampleData
import Domain
import SessionTokens
import TestSupport
import Testing

@testable import Server

/// The server over HTTP: what clients see of a request besides its data.
@Suite struct HTTPTests {
  private static let database = Task { try await SchoolDatabase("http", families: 1) }

  private func withServer(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
    try await TestServer.run(on: try await Self.database.value, body)
  }

  @Test("Answers the nested query")
  func nestedQuery() async throws {
    try await withServer { server in
      let answer = try await server.post("{ family { name students(first: 1) { name } } }")
      #expect(answer.status == .ok)
      #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
      #expect(answer.text == #"{"data":{"family":{"name":"Rivera","students":[{"name":"Ada Rivera"}]}}}"#)
    }
  }

  struct Exchange: CustomTestStringConvertible {
    let testDescription: String
    var method = HTTPRequest.Method.post
    var path = "/graphql"
    var headers: HTTPFields = [.contentType: "application/json"]
    var body = #"{"query":"{ family { name } }"}"#
    var withToken = true
    let status: HTTPResponse.Status
    var code: ErrorCode?
  }

  static let exchanges: [Exchange] = [
    Exchange(testDescription: "no token", withToken: false, status: .unauthorized, code: .unauthenticated),
    Exchange(
      testDescription: "introspection without a token", body: #"{"query":"{ __typename }"}"#, withToken: false,
      status: .ok),
    Exchange(testDescription: "no JSON", body: "{", status: .badRequest, code: .badUserInput),
    Exchange(testDescription: "an empty body", body: "", status: .badRequest, code: .badUserInput),
    Exchange(testDescription: "a JSON array", body: "[]", status: .badRequest, code: .badUserInput),
    Exchange(testDescription: "no query", body: "{}", status: .badRequest, code: .badUserInput),
    Exchange(testDescription: "a query that is no text", body: #"{"query":1}"#, status: .badRequest, code: .badUserInput),
    Exchange(
      testDescription: "variables that are no object", body: #"{"query":"{ __typename }","variables":[1]}"#,
      status: .badRequest, code: .badUserInput),
    Exchange(
      testDescription: "an operation name that is no text", body: #"{"query":"{ __typename }","operationName":{}}"#,
      status: .badRequest, code: .badUserInput),
    Exchange(
      testDescription: "extensions that are no object", body: #"{"query":"{ __typename }","extensions":"x"}"#,
      status: .badRequest, code: .badUserInput),
    Exchange(
      testDescription: "null parameters, which count as absent",
      body: #"{"query":"{ __typename }","variables":null,"operationName":null,"extensions":null}"#, status: .ok),
    Exchange(
      testDescription: "text as body", headers: [.contentType: "text/plain"], status: .unsupportedMediaType,
      code: .badUserInput),
    Exchange(testDescription: "no content type", headers: [:], status: .unsupportedMediaType, code: .badUserInput),
    Exchange(
      testDescription: "another charset", headers: [.contentType: "application/json; charset=latin1"],
      status: .unsupportedMediaType, code: .badUserInput),
    Exchange(
      testDescription: "a charset in capitals", headers: [.contentType: "application/json;charset=UTF-8"],
      status: .ok),
    Exchange(
      testDescription: "accepting only HTML", headers: [.contentType: "application/json", .accept: "text/html"],
      status: .notAcceptable, code: .badUserInput),
    Exchange(testDescription: "DELETE", method: .delete, status: .methodNotAllowed, code: .badUserInput),
    Exchange(testDescription: "PUT", method: .put, status: .methodNotAllowed, code: .badUserInput),
    Exchange(
      testDescription: "OPTIONS of a page", method: .options,
      headers: [.origin: "https://app.example.org", .accessControlRequestMethod: "POST"],
      status: .methodNotAllowed, code: .badUserInput),
    Exchange(
      testDescription: "POST to the health", path: "/health", status: .methodNotAllowed, code: .badUserInput),
    Exchange(testDescription: "another path", path: "/graph", status: .notFound, code: .badUserInput),
    Exchange(
      testDescription: "a syntax error as JSON", body: #"{"query":"{"}"#, status: .ok, code: .parseFailed),
    Exchange(
      testDescription: "a syntax error as GraphQL response",
      headers: [.contentType: "application/json", .accept: "application/graphql-response+json"],
      body: #"{"query":"{"}"#, status: .badRequest, code: .parseFailed),
    Exchange(
      testDescription: "an unknown field as GraphQL response",
      headers: [.contentType: "application/json", .accept: "application/graphql-response+json, application/json;q=0.9"],
      body: #"{"query":"{ nothing }"}"#, status: .badRequest, code: .validationFailed),
    Exchange(
      testDescription: "a body over the limit", body: #"{"query":"\#(String(repeating: " ", count: 1 << 20))"}"#,
      status: .contentTooLarge, code: .limitExceeded),
  ]

  @Test("Answers with the status and a GraphQL error", arguments: exchanges)
  func status(_ exchange: Exchange) async throws {
    try await withServer { server in
      let answer = try await server.send(
        exchange.method, exchange.path, headers: exchange.headers, body: exchange.body,
        withToken: exchange.withToken)
      #expect(answer.status == exchange.status)
      #expect(try answer.json.at("errors", 0, "extensions", "code")?.string == exchange.code?.rawValue)
      #expect(answer.headers[HTTPField.Name("x-request-id")!]?.isEmpty == false)
      #expect(answer.headers[.contentType]?.hasSuffix("json; charset=utf-8") == true)
      #expect(answer.headers[.cacheControl] == "no-store")
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      #expect(answer.headers[.vary] == (exchange.path == "/graphql" ? "Accept, Accept-Encoding, Authorization" : nil))
      #expect(answer.headers[.accessControlAllowOrigin] == nil)
      if exchange.status == .methodNotAllowed {
        #expect(answer.headers[.allow] == (exchange.path == "/graphql" ? "GET, HEAD, POST" : "GET, HEAD"))
      }
      if exchange.status == .unauthorized { #expect(answer.headers[.wwwAuthenticate] == "Bearer") }
    }
  }

  @Test(
    "What a browser sends to another site unasked does not reach GraphQL",
    arguments: [
      "text/plain", "text/plain; charset=utf-8", "text/plain; application/json", "text/plain, application/json",
      "application/json, text/plain", "application/json; charset=utf-8, text/plain",
      "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "", nil,
    ] as [String?])
  func simpleRequests(contentType: String?) async throws {
    try await withServer { server in
      let answer = try await server.send(
        .post, "/graphql", headers: contentType.map { [.contentType: $0] } ?? [:],
        body: #"{"query":"{ __typename }"}"#)
      #expect(answer.status == .unsupportedMediaType)
      #expect(try answer.json.at("data") == nil)
    }
  }

  @Test("Several Accept headers are one list")
  func severalAcceptHeaders() async throws {
    try await withServer { server in
      var headers: HTTPFields = [.contentType: "application/json"]
      headers.append(HTTPField(name: .accept, value: "application/json;q=0.5"))
      headers.append(HTTPField(name: .accept, value: "application/graphql-response+json"))
      let answer = try await server.send(
        .post, "/graphql", headers: headers, body: #"{"query":"{ __typename }"}"#)
      #expect(answer.headers[.contentType] == "application/graphql-response+json; charset=utf-8")
    }
  }

  @Test("Every response has an id of its own")
  func requestIDs() async throws {
    try await withServer { server in
      let name = HTTPField.Name("x-request-id")!
      let ids = [
        try await server.post("{ __typename }").headers[name], try await server.post("{ __typename }").headers[name],
      ]
      #expect(ids[0] != ids[1])
    }
  }

  @Test("Health is the process's, readiness the database's")
  func healthAndReadiness() async throws {
    try await withServer { server in
      let health = try await server.send(.get, "/health", withToken: false)
      #expect(health.status == .ok)
      let ready = try await server.send(.get, "/ready", withToken: false)
      #expect(ready.status == .ok)
      #expect(ready.text == #"{"status":"ready"}"#)
    }
  }
}
