import ArgumentParser
import Gateway
import GraphQL
import HTTPTypes
import Planning
import Postgres
import Domain
import TestSupport
import Testing

@testable import Server

/// The limits of `hatched serve`: what their flags say reaches a request, and what is refused over HTTP.
@Suite struct LimitTests {
  private static let database = Task { try await SchoolDatabase("limits", families: 1) }

  // MARK: HTTP

  @Test("A body may have as many bytes as the limit, and none more")
  func body() async throws {
    let limits = RequestHandler.Limits(bodySize: 200)
    try await TestServer.run(on: try await Self.database.value, limits: limits) { server in
      func send(_ size: Int) async throws -> TestServer.Answer {
        let body = #"{"query":"{ __typename }"}"#
        return try await server.send(
          .post, "/graphql", headers: [.contentType: "application/json"],
          body: body + String(repeating: " ", count: size - body.utf8.count))
      }
      #expect(try await send(200).status == .ok)
      let refused = try await send(201)
      #expect(refused.status == .contentTooLarge)
      #expect(try refused.json.at("errors", 0, "extensions", "limit")?.string == "bodyBytes")
      #expect(try refused.json.at("errors", 0, "extensions", "maximum") == .number("200"))
    }
  }

  @Test("The query of a URL may have 16 KiB, and no byte more")
  func url() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      func send(_ size: Int) async throws -> TestServer.Answer {
        let query = "query=%7B__typename%7D"
        let rest = String(repeating: "+", count: size - query.utf8.count)
        return try await server.send(.get, "/graphql?\(query)\(rest)")
      }
      #expect(try await send(URLParameters.maximumLength).status == .ok)
      let refused = try await send(URLParameters.maximumLength + 1)
      #expect(refused.status == .uriTooLong)
      #expect(try refused.json.at("errors", 0, "extensions", "limit")?.string == "urlBytes")
      #expect(try refused.json.at("errors", 0, "extensions", "value") == .number("16385"))
    }
  }

  @Test(
    "A batch is refused as what it is",
    arguments: ["[]", #"[{"query":"{ __typename }"}]"#, #"[{"query":"{ __typename }"},{"query":"{ family { id } }"}]"#])
  func batch(_ body: String) async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let refused = try await server.send(
        .post, "/graphql", headers: [.contentType: "application/json"], body: body)
      #expect(refused.status == .badRequest)
      #expect(
        refused.text == #"{"errors":[{"message":"A batch is not served: send each request by itself, as a JSON object "#
          + #"with the member \"query\".","extensions":{"code":"BAD_USER_INPUT"}}]}"#)
      #expect(server.pool.statistics.roundTrips == 0)
    }
  }

  // MARK: Flags

  struct Flag: CustomTestStringConvertible {
    let name: String
    let lowest: Int
    let highest: Int
    let value: @Sendable (LimitOptions) -> Int
    var testDescription: String { name }
  }

  static let flags = [
    Flag(name: "--max-body-size", lowest: 1, highest: 64 << 20) { $0.maxBodySize },
    Flag(name: "--max-tokens", lowest: 1, highest: 1_000_000) { $0.documents.tokens },
    Flag(name: "--max-depth", lowest: 1, highest: 100) { $0.documents.depth },
    Flag(name: "--max-fields", lowest: 1, highest: 100_000) { $0.documents.fields },
    Flag(name: "--max-fragments", lowest: 0, highest: 100_000) { $0.documents.fragments },
    Flag(name: "--max-aliases", lowest: 0, highest: 100_000) { $0.documents.aliases },
    Flag(name: "--max-root-fields", lowest: 1, highest: 10_000) { $0.documents.rootFields },
    Flag(name: "--max-directives", lowest: 0, highest: 100_000) { $0.documents.directives },
    Flag(name: "--max-input-depth", lowest: 1, highest: 62) { $0.documents.inputDepth },
    Flag(name: "--max-input-list", lowest: 1, highest: 1_000_000) { $0.documents.inputListSize },
    Flag(name: "--max-page-size", lowest: 60, highest: 1_000) { $0.requests.pageSize },
    Flag(name: "--max-offset", lowest: 0, highest: 10_000_000) { $0.requests.offset },
    Flag(name: "--max-rows", lowest: 1, highest: 1_000_000) { $0.requests.rows },
    Flag(name: "--max-cost", lowest: 1, highest: 1_000_000_000) { $0.requests.cost },
    Flag(name: "--max-filter-size", lowest: 1_024, highest: 1 << 30) { $0.requests.bindBytes },
    Flag(name: "--max-response-size", lowest: 1_024, highest: 512 << 20) { $0.requests.responseBytes },
  ]

  @Test("Each flag is one limit, within bounds", arguments: flags)
  func bounds(_ flag: Flag) throws {
    let standard = try LimitOptions.parse([])
    for value in [flag.lowest, flag.highest] {
      let options = try LimitOptions.parse([flag.name, "\(value)"])
      #expect(flag.value(options) == value)
      for other in Self.flags where other.name != flag.name {
        #expect(other.value(options) == other.value(standard), "\(other.name)")
      }
    }
    for value in [flag.lowest - 1, flag.highest + 1] {
      #expect(throws: (any Error).self) { try LimitOptions.parse(["\(flag.name)=\(value)"]) }
    }
  }

  @Test("A page that a request leaves to the schema is no larger than a page may be; one that it asks for is refused")
  func defaults() async throws {
    let database = try await Self.database.value
    let schema = try EntityMap<Viewer>.shared.schema
    let defaults = schema.types.values.flatMap { type -> [Int] in
      guard case .object(let object) = type else { return [] }
      return object.fields.flatMap(\.arguments).compactMap { argument in
        guard argument.name == "first", case .int(let count)? = argument.defaultValue?.kind else { return nil }
        return Int(count)
      }
    }
    #expect(defaults.contains { $0 > 60 })
    try await RunningServer.run(on: database.app, ["--max-page-size", "60"]) { server in
      let token = try RunningServer.token(for: database)
      func lists(_ argument: String, _ variables: String) async throws -> JSONValue {
        let query = "query\(variables) { toDo\(argument) { id } family { shoppingLists { items\(argument) { id } } } }"
        return try await server.post(query, token: token).json
      }
      for (argument, variables) in [("", ""), ("(first: null)", ""), ("(first: $first)", "($first: Int)"), ("(first: $first)", "($first: Int = null)")] {
        let answer = try await lists(argument, variables)
        #expect(answer.at("errors") == nil, "\(argument) \(variables): \(answer)")
      }
      for (argument, variables) in [("(first: 61)", ""), ("(first: 200)", ""), ("(first: $first)", "($first: Int = 200)")] {
        let refused = try await lists(argument, variables).at("errors", 0, "extensions")
        #expect(refused?.at("limit")?.string == "first" && refused?.at("maximum") == .number("60"), "\(argument) \(variables)")
      }
    }
  }

  @Test("What the flags say is what a request meets")
  func served() async throws {
    let database = try await Self.database.value
    let options = [
      "--max-tokens", "60", "--max-depth", "3", "--max-fields", "12", "--max-fragments", "1", "--max-aliases", "1",
      "--max-root-fields", "2", "--max-directives", "1", "--max-input-depth", "2", "--max-input-list", "2",
      "--max-page-size", "70", "--max-offset", "5", "--max-rows", "5", "--max-cost", "170",
      "--max-filter-size", "1024", "--max-response-size", "1024",
    ]
    let refusals: [(limit: String, maximum: Int, query: String)] = [
      ("tokens", 60, "{ \(String(repeating: "__typename ", count: 60))}"),
      ("depth", 3, "{ family { students { assignments { id } } } }"),
      ("fields", 12, "{ family { \(String(repeating: "name ", count: 12))} }"),
      ("fragments", 1, "{ family { ... { name } ... { id } } }"),
      ("aliases", 1, "{ family { a: name b: name } }"),
      ("rootFields", 2, "{ __typename family { id } viewer { id } }"),
      ("directives", 1, "{ family @skip(if: false) { id @skip(if: false) } }"),
      ("inputDepth", 2, "{ family { students(where: {and: [{}]}) { id } } }"),
      ("inputListSize", 2, #"{ nodes(ids: ["a", "b", "c"]) { id } }"#),
      ("first", 70, "{ family { students(first: 71) { id } } }"),
      ("offset", 5, "{ family { students(offset: 6) { id } } }"),
      ("rows", 5, "{ family { students(first: 3) { id } subjects(first: 3) { id } members(first: 3) { id } } }"),
      ("cost", 170, "{ family { students(first: 60) { id name hasAccount } } }"),
      (
        "filterBytes", 1_024,
        "{ family { students(where: {name: {eq: \"\(String(repeating: "a", count: 999))\"}}) { id } } }"
      ),
      ("responseBytes", 1_024, "{ \(String(repeating: "a", count: 1_020)): __typename }"),
    ]
    try await RunningServer.run(on: database.app, options) { server in
      let token = try RunningServer.token(for: database)
      #expect(try await server.post("{ family { name students { name } } }", token: token).json.at("errors") == nil)
      for (limit, maximum, query) in refusals {
        let error = try await server.post(query, token: token).json.at("errors", 0, "extensions")
        #expect(error?.at("limit")?.string == limit)
        #expect(error?.at("maximum") == .number("\(maximum)"), "\(limit)")
      }
    }
  }
}
