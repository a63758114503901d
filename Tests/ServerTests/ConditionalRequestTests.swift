import GraphQL
import HTTPTypes
import TestSupport
import Testing

@testable import Server

/// Conditional requests — RFC 9110, section 13 — over HTTP.
@Suite struct ConditionalRequestTests {
  private static let database = Task { try await SchoolDatabase("http_conditions", families: 1) }
  private static let path = "/graphql?" + urlEncoded(["query": "{ family { name } }"])

  private func headers(_ server: TestServer, _ condition: String? = nil) -> HTTPFields {
    var headers: HTTPFields = [.authorization: "Bearer \(server.token)"]
    if let condition { headers[.ifNoneMatch] = condition }
    return headers
  }

  @Test func `A GET or HEAD with the tag of the answer is answered 304, without a body`() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let first = try await server.send(.get, Self.path, headers: headers(server))
      let tag = try #require(first.headers[.eTag])
      #expect(tag.hasPrefix("W/\"") && tag.utf8.count == 26)
      #expect(first.headers[.cacheControl] == "private, no-cache")
      #expect(first.headers[.vary]?.contains("Authorization") == true)
      for method in [HTTPRequest.Method.get, .head] {
        let strong = tag.dropFirst(2)
        for condition in [tag, "\"other\" , \(tag)", String(strong), "*"] {
          let answer = try await server.send(method, Self.path, headers: headers(server, condition))
          #expect(answer.status == .notModified && answer.bytes.isEmpty, "\(condition)")
          #expect(answer.headers[.eTag] == tag && answer.headers[.contentLength] == nil)
        }
        for condition in ["\"other\"", String(strong.dropFirst()), "W/\"\"", "", String(repeating: "x", count: 2000)] {
          let answer = try await server.send(method, Self.path, headers: headers(server, condition))
          #expect(answer.status == .ok && answer.headers[.eTag] == tag, "\(condition)")
        }
      }
    }
  }

  @Test func `A POST has no such header, and asks in its extensions`() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let tag = try #require(try await server.send(.get, Self.path, headers: headers(server)).headers[.eTag])
      var fields = headers(server, tag)
      fields[.contentType] = "application/json"
      // The same document as in the URL.
      let whole = try await server.send(.post, "/graphql", headers: fields, body: #"{"query":"{ family { name } }"}"#)
      #expect(whole.status == .ok && whole.headers[.eTag] == tag && whole.headers[.cacheControl] == "no-store")
      #expect(try whole.json.at("extensions") == nil)
      let body = #"{"query":"{ family { name } }","extensions":{"ifNoneMatch":\#(JSONValue.string(tag).indented())}}"#
      let known = try await server.send(.post, "/graphql", headers: fields, body: body)
      #expect(known.status == .ok)
      #expect(known.text == #"{"extensions":{"notModified":true,"etag":\#(JSONValue.string(tag).indented())}}"#)
      let wrong = #"{"query":"{ family { name } }","extensions":{"ifNoneMatch":7}}"#
      #expect(try await server.send(.post, "/graphql", headers: fields, body: wrong).status == .badRequest)
    }
  }

  @Test func `Strangers' answers have no tag, and are not kept`() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let answer = try await server.send(.get, "/graphql?query=%7B__typename%7D", headers: [.ifNoneMatch: "*"])
      #expect(answer.status == .ok && answer.headers[.eTag] == nil && answer.headers[.cacheControl] == "no-store")
    }
  }
}
