import GraphQL
import Gateway
import NIOCore
import TestSupport
import Testing

@testable import Server

/// Answers to requests that HTTP does not allow, or that it allows and no client sends — RFC 9112.
@Suite struct MalformedRequestTests {
  private static let database = Task { try await SchoolDatabase("malformed", families: 1) }

  struct Exchange: CustomTestStringConvertible {
    let testDescription: String
    let request: String
    let status: Int
    var code: ErrorCode? = .badUserInput
    var endsConnection = true
  }

  private static func post(
    _ headers: String, body: String = #"{"query":"{__typename}"}"#, target: String = "/graphql", version: String = "1.1"
  ) -> String {
    "POST \(target) HTTP/\(version)\r\nHost: h\r\nContent-Type: application/json\r\n\(headers)\r\n\(body)"
  }

  private static let length = "Content-Length: 24\r\n"

  static let exchanges: [Exchange] = [
    Exchange(testDescription: "as it should be", request: post(length), status: 200, code: nil, endsConnection: false),
    Exchange(testDescription: "no HTTP", request: "hello\r\n\r\n", status: 400),
    Exchange(testDescription: "TLS", request: "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{7c}\u{3}\u{3}", status: 400),
    Exchange(testDescription: "an unknown method", request: "GRAPH /graphql HTTP/1.1\r\nHost: h\r\n\r\n", status: 400),
    Exchange(testDescription: "HTTP/2.0", request: post(length, version: "2.0"), status: 400),
    Exchange(testDescription: "HTTP/2's preface", request: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 400),
    Exchange(testDescription: "HTTP/0.9", request: post(length, version: "0.9"), status: 400),
    Exchange(testDescription: "HTTP/3.7", request: post(length, version: "3.7"), status: 400),
    Exchange(testDescription: "a header without a name", request: post(": x\r\n" + length), status: 400),
    Exchange(testDescription: "a header without a colon", request: post("nonsense\r\n" + length), status: 400),
    Exchange(testDescription: "a space before a colon", request: post("Content-Length : 24\r\n"), status: 400),
    Exchange(testDescription: "NUL in a header", request: post("X: a\0b\r\n" + length), status: 400),
    Exchange(testDescription: "a line's end in a header", request: post("X: a\rb\r\n" + length), status: 400),
    // RFC 9112, section 3.2.
    Exchange(testDescription: "two hosts", request: post("host: i\r\n" + length), status: 400),
    Exchange(testDescription: "the same host twice", request: post("HOST: h\r\n" + length), status: 400),
    Exchange(testDescription: "no host", request: "GET /health HTTP/1.1\r\n\r\n", status: 400),
    Exchange(
      testDescription: "no host in HTTP/1.0", request: "GET /nowhere HTTP/1.0\r\n\r\n", status: 404),
    // RFC 9112, section 6.1.
    Exchange(
      testDescription: "chunks of something compressed",
      request: post("Transfer-Encoding: gzip, chunked\r\n", body: "18\r\n{\"query\":\"{__typename}\"}\r\n0\r\n\r\n"), status: 400),
    Exchange(
      testDescription: "a compressed body", request: post("Content-Encoding: gzip\r\n" + length), status: 415,
      endsConnection: false),
    // RFC 9112, section 6.3: what two readers could take for different requests.
    Exchange(testDescription: "two lengths", request: post(length + "Content-Length: 5\r\n"), status: 400),
    Exchange(testDescription: "the same length twice", request: post(length + length), status: 400),
    Exchange(testDescription: "a list of lengths", request: post("Content-Length: 24, 24\r\n"), status: 400),
    Exchange(testDescription: "a length with a sign", request: post("Content-Length: +24\r\n"), status: 400),
    Exchange(testDescription: "a length below zero", request: post("Content-Length: -1\r\n"), status: 400),
    Exchange(testDescription: "a length in hexadecimal digits", request: post("Content-Length: 0x18\r\n"), status: 400),
    Exchange(
      testDescription: "a length and chunks",
      request: post(length + "Transfer-Encoding: chunked\r\n", body: "0\r\n\r\n"), status: 400),
    Exchange(
      testDescription: "chunks and a length",
      request: post("Transfer-Encoding: chunked\r\n" + length, body: "0\r\n\r\n"), status: 400),
    Exchange(
      testDescription: "another coding after chunks",
      request: post("Transfer-Encoding: chunked, identity\r\n", body: ""), status: 400),
    Exchange(
      testDescription: "no chunk's size", request: post("Transfer-Encoding: chunked\r\n", body: "x\r\n"), status: 400),
    Exchange(
      testDescription: "a chunk longer than its size",
      request: post("Transfer-Encoding: chunked\r\n", body: "1\r\nabc\r\n"), status: 400),
    Exchange(
      testDescription: "a header that is too large", request: post("X: \(String(repeating: "x", count: 70_000))\r\n"),
      status: 431, code: .limitExceeded),
    Exchange(
      testDescription: "headers that are too large together",
      request: post(String(repeating: "X: \(String(repeating: "x", count: 20_000))\r\n", count: 4)), status: 431,
      code: .limitExceeded),
    Exchange(
      testDescription: "too many headers", request: post(String(repeating: "X: y\r\n", count: 101)), status: 431,
      code: .limitExceeded),
    Exchange(
      testDescription: "a query over the limit",
      request: "GET /graphql?query=\(String(repeating: "x", count: 50_000)) HTTP/1.1\r\nHost: h\r\n\r\n", status: 414,
      code: .limitExceeded, endsConnection: false),
    Exchange(
      testDescription: "a target over the limit of headers",
      request: "GET /graphql?query=\(String(repeating: "x", count: 70_000)) HTTP/1.1\r\nHost: h\r\n\r\n", status: 431,
      code: .limitExceeded),
    // RFC 9112, section 3.2: the forms of a target.
    Exchange(
      testDescription: "a whole URL", request: post(length, target: "http://host/graphql"), status: 200, code: nil,
      endsConnection: false),
    Exchange(
      testDescription: "a whole URL with a port", request: post(length, target: "http://host:80/graphql"), status: 200,
      code: nil, endsConnection: false),
    Exchange(
      testDescription: "a URL without a path", request: post(length, target: "http://host"), status: 404,
      endsConnection: false),
    Exchange(
      testDescription: "OPTIONS of the server", request: "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", status: 404,
      endsConnection: false),
    Exchange(testDescription: "CONNECT", request: "CONNECT host:443 HTTP/1.1\r\nHost: host:443\r\n\r\n", status: 404),
    // A body that is not looked at is no more read than one that is.
    Exchange(
      testDescription: "PUT of a large body",
      request: "PUT /graphql HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n", status: 405),
    Exchange(
      testDescription: "a large body for no path", request: post("Content-Length: 99999999\r\n", target: "/a"),
      status: 404),
    Exchange(
      testDescription: "a large body", request: post("Content-Length: 99999999\r\n"), status: 413,
      code: .limitExceeded),
  ]

  @Test("Each is answered by an error that GraphQL clients read, with an id")
  func answers() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      for exchange in Self.exchanges {
        do {
          let connection = try RawConnection(port: server.port)
          defer { connection.close() }
          try await connection.send(exchange.request)
          let answer = try await connection.answer()
          let name = Comment(rawValue: exchange.testDescription)
          #expect(answer.status == exchange.status, name)
          let code = try JSONValue(parsing: answer.body).at("errors", 0, "extensions", "code")?.string
          #expect(code == exchange.code?.rawValue, name)
          #expect(answer["content-type"] == ["application/json; charset=utf-8"], name)
          #expect(answer["x-request-id"].first?.count == 32, name)
          #expect(answer["connection"] == (exchange.endsConnection ? ["close"] : []), name)
          if exchange.endsConnection {
            let end = try await connection.waitForEnd()
            #expect(end == .orderly && connection.received.isEmpty, name)
          } else {
            try await connection.send(Self.post(Self.length))
            let next = try await connection.answer()
            #expect(next.status == 200, name)
          }
        } catch {
          Issue.record(error, Comment(rawValue: exchange.testDescription))
        }
      }
    }
  }

  @Test("A request that does not come in time is refused")
  func tooSlow() async throws {
    let limits = RequestHandler.Limits(bodySize: 1 << 20, arrivalTime: .milliseconds(100))
    try await TestServer.run(on: try await Self.database.value, limits: limits) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send("POST /graphql HTTP/1.1\r\n")
      let answer = try await connection.answer()
      #expect(answer.status == 408)
      #expect(try JSONValue(parsing: answer.body).at("errors", 0, "extensions", "code")?.string == "BAD_USER_INPUT")
    }
  }
}
