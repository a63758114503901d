import GraphQL
import HTTPTypes
import TestSupport
import Testing

@testable import Server

/// An audit of the community's suite for GraphQL over HTTP — graphql-http, `src/audits/server.ts`.
struct Audit: CustomTestStringConvertible, Sendable {
  /// RFC 2119.
  enum Level: String {
    case must = "MUST"
    case should = "SHOULD"
    case may = "MAY"
  }

  enum Asking {
    /// As JSON, unless the content type is another or none.
    case post(String?, contentType: String? = "application/json")
    case get(KeyValuePairs<String, String>)
  }

  enum Expectation {
    case status(ClosedRange<Int>)
    case contentType(String)
    case noErrors
    case noData

    static func status(_ code: Int) -> Expectation { .status(code...code) }
  }

  let id: String
  let level: Level
  let sentence: String
  let asking: Asking
  let accept: String?
  let expectations: [Expectation]

  init(
    _ id: String, _ level: Level, _ sentence: String, _ asking: Asking, accept: String? = nil,
    _ expectations: Expectation...
  ) {
    self.id = id
    self.level = level
    self.sentence = sentence
    self.asking = asking
    self.accept = accept
    self.expectations = expectations
  }

  var testDescription: String { "\(id) \(level.rawValue) \(sentence)" }

  /// The server's answer, with a token.
  func answer(of server: TestServer) async throws -> TestServer.Answer {
    var headers: HTTPFields = [:]
    headers[.accept] = accept
    switch asking {
    case .post(let body, let contentType):
      headers[.contentType] = contentType
      return try await server.send(.post, "/graphql", headers: headers, body: body ?? "")
    case .get(let parameters):
      return try await server.send(.get, "/graphql?\(urlEncoded(parameters))", headers: headers)
    }
  }
}

extension Audit.Expectation {
  func holds(for answer: TestServer.Answer) throws -> Bool {
    switch self {
    case .status(let codes): codes.contains(answer.status.code)
    case .contentType(let type): answer.headers[.contentType]?.contains(type) ?? false
    case .noErrors: try answer.json.at("data") != nil && answer.json.at("errors") == nil
    case .noData: try answer.json.at("data") == nil && answer.json.at("errors") != nil
    }
  }
}
