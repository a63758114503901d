import ArgumentParser
import HTTPTypes
import TestSupport
import Testing

@testable import Server

/// The rights of pages of other origins — the Fetch standard, "CORS protocol".
@Suite struct CrossOriginTests {
  private static let database = Task { try await SchoolDatabase("http_cors", families: 1) }
  private static let app = "https://app.example.org"

  private func withServer(
    origins: Set<String> = [app, "http://localhost:5173"],
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(on: try await Self.database.value, origins: origins, body)
  }

  @Test("A preflight of a configured origin is granted, without credentials", arguments: [app, "http://localhost:5173"])
  func preflight(origin: String) async throws {
    try await withServer { server in
      let answer = try await server.send(
        .options, "/graphql",
        headers: [
          .origin: origin, .accessControlRequestMethod: "POST",
          .accessControlRequestHeaders: "authorization,content-type",
        ], withToken: false)
      #expect(answer.status == .noContent)
      #expect(answer.headers[.accessControlAllowOrigin] == origin)
      #expect(answer.headers[.accessControlAllowMethods] == "GET, POST")
      #expect(answer.headers[.accessControlAllowHeaders] == "authorization, content-type, if-none-match")
      #expect(answer.headers[.accessControlMaxAge] == "7200")
      #expect(answer.headers[.accessControlAllowCredentials] == nil)
      #expect(answer.headers[.vary] == "Accept, Accept-Encoding, Authorization, Origin")
      // RFC 9110, section 8.6: not with this status.
      #expect(answer.headers[.contentLength] == nil)
      #expect(answer.bytes == [])
    }
  }

  @Test(
    "Another origin is granted nothing",
    arguments: [
      "https://app.example.com", "http://app.example.org", "https://app.example.org:8443", "null", "*",
      "https://app.example.org.evil.example", "https://evil.example/https://app.example.org", "HTTPS://APP.EXAMPLE.ORG",
    ])
  func otherOrigin(origin: String) async throws {
    try await withServer { server in
      let preflight = try await server.send(
        .options, "/graphql", headers: [.origin: origin, .accessControlRequestMethod: "POST"], withToken: false)
      #expect(preflight.status == .forbidden)
      #expect(try preflight.json.at("errors", 0, "extensions", "code")?.string == "FORBIDDEN")
      let answer = try await server.post("{ family { name } }", headers: [.origin: origin])
      #expect(answer.status == .ok)
      for headers in [preflight.headers, answer.headers] {
        #expect(!headers.contains { $0.name.canonicalName.hasPrefix("access-control-") })
        #expect(headers[.vary] == "Accept, Accept-Encoding, Authorization, Origin")
      }
    }
  }

  @Test("A page of a configured origin may read every answer, errors too")
  func answers() async throws {
    try await withServer { server in
      let answers = [
        try await server.post("{ family { name } }", headers: [.origin: Self.app]),
        try await server.send(.get, "/graphql?query=%7B__typename%7D", headers: [.origin: Self.app]),
        try await server.send(.get, "/graphql", headers: [.origin: Self.app]),
        try await server.send(.delete, "/graphql", headers: [.origin: Self.app]),
        try await server.send(
          .post, "/graphql", headers: [.origin: Self.app, .contentType: "application/json"],
          body: #"{"query":"{ family { name } }"}"#, withToken: false),
      ]
      #expect(answers.map(\.status.code) == [200, 200, 400, 405, 401])
      for answer in answers {
        #expect(answer.headers[.accessControlAllowOrigin] == Self.app)
        #expect(answer.headers[.accessControlExposeHeaders] == "etag, retry-after, www-authenticate, x-request-id")
        #expect(answer.headers[.accessControlAllowCredentials] == nil)
        #expect(answer.headers[.vary] == "Accept, Accept-Encoding, Authorization, Origin")
      }
    }
  }

  @Test("Without an Origin nothing is granted, but the answer says that it depends on one")
  func sameOrigin() async throws {
    try await withServer { server in
      let answer = try await server.post("{ __typename }")
      #expect(answer.headers[.accessControlAllowOrigin] == nil)
      #expect(answer.headers[.vary] == "Accept, Accept-Encoding, Authorization, Origin")
      #expect(try await server.send(.options, "/graphql").status == .methodNotAllowed)
    }
  }

  @Test("Only GraphQL is for pages: health and readiness are not")
  func otherPaths() async throws {
    try await withServer { server in
      for path in ["/health", "/ready", "/other"] {
        #expect(try await server.send(.get, path, headers: [.origin: Self.app]).headers[.accessControlAllowOrigin] == nil)
        let preflight = try await server.send(
          .options, path, headers: [.origin: Self.app, .accessControlRequestMethod: "GET"])
        #expect(preflight.status.kind == .clientError)
      }
    }
  }

  @Test("No origin is configured by default")
  func unconfigured() async throws {
    #expect(try HTTPOptions.parse([]).crossOriginPolicy() == nil)
    try await withServer(origins: []) { server in
      let preflight = try await server.send(
        .options, "/graphql", headers: [.origin: Self.app, .accessControlRequestMethod: "POST"])
      #expect(preflight.status == .methodNotAllowed)
      let answer = try await server.post("{ __typename }", headers: [.origin: Self.app])
      for headers in [preflight.headers, answer.headers] {
        #expect(!headers.contains { $0.name.canonicalName.hasPrefix("access-control-") })
        #expect(headers[.vary] == "Accept, Accept-Encoding, Authorization")
      }
    }
  }

  @Test(
    "Origins are given as browsers write them",
    arguments: [
      (["https://app.example.org"], ["https://app.example.org"]),
      (["https://a.example, http://localhost:5173,"], ["https://a.example", "http://localhost:5173"]),
      (["https://a.example", "https://b.example"], ["https://a.example", "https://b.example"]),
      (["HTTPS://App.Example.ORG:443"], ["https://app.example.org"]),
      (["http://app.example.org:80"], ["http://app.example.org"]),
      (["http://app.example.org:443"], ["http://app.example.org:443"]),
      (["http://[::1]:3000"], ["http://[::1]:3000"]), (["capacitor://localhost"], ["capacitor://localhost"]),
    ] as [([String], Set<String>)])
  func origins(given: [String], origins: Set<String>) throws {
    let options = try HTTPOptions.parse(given.flatMap { ["--cors-origin", $0] })
    #expect(try options.crossOriginPolicy()?.origins == origins)
  }

  @Test(
    "What is no origin is refused",
    arguments: [
      "*", "null", "app.example.org", "https://", "https://app.example.org/", "https://app.example.org/path",
      "https://*.example.org", "https://ada@example.org", "https://app.example.org:0", "https://app.example.org:65536",
      "https://a.example b.example", "https://bücher.example", "//app.example.org",
    ])
  func noOrigin(text: String) throws {
    let options = try HTTPOptions.parse(["--cors-origin", text])
    let error = #expect(throws: ValidationError.self) { try options.crossOriginPolicy() }
    #expect(error?.message.contains("\"\(text)\" is not an origin") == true)
  }
}
