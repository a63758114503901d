import GraphQL
import Gateway
import Planning
import Postgres
import TestSupport
import Testing

/// Each limit at its edge: what it allows is answered, and one more is not, before the database is asked.
@Suite struct LimitEdgeTests {
  private static let database = Task { try await SchoolDatabase("limit_edges", families: 1) }

  struct Edge: CustomTestStringConvertible {
    let limit: String
    /// As configured, or as it is always.
    let maximum: Int
    /// Whether the error says how much was asked for: not where nobody counts to the end.
    var isCounted = true
    var documents: @Sendable (inout DocumentLimits) -> Void = { _ in }
    var requests: @Sendable (inout RequestLimits) -> Void = { _ in }
    var variables: (@Sendable (Int) -> String)?
    /// A request that comes to so much.
    let query: @Sendable (Int) -> String
    var testDescription: String { variables == nil ? limit : "\(limit) of variables" }
  }

  /// `{and: [{and: []}]}`: lists and objects inside each other, without a condition.
  private static func filter(depth: Int, quote: String = "") -> String {
    switch depth {
    case 1: "{}"
    case 2: "{\(quote)and\(quote): []}"
    default: "{\(quote)and\(quote): [\(filter(depth: depth - 2, quote: quote))]}"
    }
  }

  private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: max(0, count)) }

  private static func list(_ item: String, _ count: Int) -> String {
    "[\(Array(repeating: item, count: count).joined(separator: ", "))]"
  }

  private static let documentEdges = [
    Edge(limit: "tokens", maximum: 40, isCounted: false, documents: { $0.tokens = 40 }) {
      "{ family { \(repeated("name ", $0 - 5))} }"
    },
    Edge(limit: "nesting", maximum: 200, isCounted: false, documents: { $0.depth = 1_000 }) {
      // Inline, so that it is the parser's nesting alone.
      "\(repeated("{ ... ", $0 - 1)){ __typename }\(repeated("}", $0 - 1))"
    },
    Edge(limit: "depth", maximum: 9, documents: { $0.depth = 9 }) {
      "{ __type(name: \"Query\") { \(repeated("ofType { ", $0 - 2))name \(repeated("}", $0 - 2))} }"
    },
    Edge(limit: "fields", maximum: 20, documents: { $0.fields = 20 }) { "{ family { \(repeated("name ", $0 - 1))} }" },
    Edge(limit: "fragments", maximum: 7, documents: { $0.fragments = 7 }) {
      "{ family { \(repeated("...F ", $0 - 1))... { name } } } fragment F on Family { id }"
    },
    Edge(limit: "fragmentNesting", maximum: 128, isCounted: false) { size in
      "{ family { ...F1 } }"
        + (1..<size).map { " fragment F\($0) on Family { ...F\($0 + 1) }" }.joined()
        + " fragment F\(size) on Family { name }"
    },
    Edge(limit: "aliases", maximum: 8, documents: { $0.aliases = 8 }) { size in
      "{ family { \((0..<size).map { "a\($0): name" }.joined(separator: " ")) } }"
    },
    Edge(limit: "rootFields", maximum: 6, documents: { $0.rootFields = 6 }) { "{ \(repeated("__typename ", $0))}" },
    Edge(limit: "directives", maximum: 5, documents: { $0.directives = 5 }) {
      "{ \(repeated("__typename @include(if: true) ", $0))}"
    },
    Edge(limit: "inputDepth", maximum: 6, documents: { $0.inputDepth = 6 }) {
      "{ family { students(where: \(filter(depth: $0))) { name } } }"
    },
    Edge(
      limit: "inputDepth", maximum: 6, documents: { $0.inputDepth = 6 },
      variables: { "{\"w\": \(filter(depth: $0, quote: "\""))}" }
    ) { _ in "query ($w: StudentFilter) { family { students(where: $w) { name } } }" },
    Edge(limit: "inputListSize", maximum: 5, documents: { $0.inputListSize = 5 }) {
      "{ nodes(ids: \(list("\"x\"", $0))) { id } }"
    },
    Edge(
      limit: "inputListSize", maximum: 5, documents: { $0.inputListSize = 5 },
      variables: { "{\"ids\": \(list("\"x\"", $0))}" }
    ) { _ in "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }" },
  ]

  private static let requestEdges = [
    Edge(limit: "first", maximum: 70, requests: { $0.pageSize = 70 }) {
      "{ family { students(first: \($0)) { name } } }"
    },
    Edge(
      limit: "first", maximum: 70, requests: { $0.pageSize = 70 }, variables: { "{\"n\": \($0)}" }
    ) { _ in "query ($n: Int) { family { assignmentsConnection(first: $n) { nodes { id } } } }" },
    Edge(limit: "last", maximum: 70, requests: { $0.pageSize = 70 }) {
      "{ family { assignmentsConnection(last: \($0)) { totalCount } } }"
    },
    Edge(limit: "days", maximum: 70, requests: { $0.pageSize = 70 }) { "{ planner(days: \($0)) { date } }" },
    Edge(limit: "ids", maximum: 70, requests: { $0.pageSize = 70 }) { "{ nodes(ids: \(list("\"x\"", $0))) { id } }" },
    Edge(limit: "offset", maximum: 30, requests: { $0.offset = 30 }) {
      "{ family { students(offset: \($0)) { name } } }"
    },
    Edge(limit: "rows", maximum: 25, requests: { $0.rows = 25 }) { size in
      "{ family { \((0..<size).map { "a\($0): students(first: 1) { name }" }.joined(separator: " ")) } }"
    },
    Edge(limit: "cost", maximum: 90, requests: { $0.cost = 90 }) { size in
      // 1 for the field, 12 for the family, 10 for the list, and 2 for each student; the rest at the root.
      "{ family { students(first: \((size - 23) / 2)) { name } } \(size % 2 == 0 ? "__typename" : "") }"
    },
    Edge(limit: "responseBytes", maximum: 1_500, isCounted: false, requests: { $0.responseBytes = 1_500 }) {
      // {"data":{"…":"Query"}}
      "{ \(repeated("a", $0 - 21)): __typename }"
    },
    Edge(limit: "orderBy", maximum: 5) {
      "{ family { students(orderBy: \(list("{field: NAME}", $0))) { name } } }"
    },
    Edge(limit: "filterDepth", maximum: 8, isCounted: false) {
      "{ family { students(where: \(repeated("{not: ", $0 - 1)){}\(repeated("}", $0 - 1))) { name } } }"
    },
    Edge(limit: "filterConditions", maximum: 200, isCounted: false) {
      "{ family { students(where: {and: \(list("{}", $0))}) { name } } }"
    },
    Edge(limit: "in", maximum: 200) { "{ family { students(where: {id: {in: \(list("\"x\"", $0))}}) { name } } }" },
    Edge(limit: "contains", maximum: 200) {
      "{ family { students(where: {name: {contains: \"\(repeated("é", $0))\"}}) { name } } }"
    },
    Edge(limit: "eq", maximum: 1_000) {
      "{ family { students(where: {name: {eq: \"\(repeated("é", $0))\"}}) { name } } }"
    },
    Edge(limit: "mutationFields", maximum: 20) { size in
      "mutation { \((0..<size).map { "a\($0): __typename" }.joined(separator: " ")) }"
    },
    Edge(limit: "introspectionFields", maximum: 4, isCounted: false) { size in
      "{ \((0..<size).map { "a\($0): __schema { queryType { name } }" }.joined(separator: " ")) }"
    },
  ]

  @Test(arguments: documentEdges + requestEdges)
  func `What a limit allows is answered, and one more is refused`(_ edge: Edge) async throws {
    let database = try await Self.database.value
    var documentLimits = DocumentLimits()
    edge.documents(&documentLimits)
    var limits = RequestLimits()
    edge.requests(&limits)
    let gateway = try TestGateway(database.app, documentLimits: documentLimits, limits: limits)
    func send(_ size: Int) async throws -> GraphQLResponse {
      let variables = try edge.variables.map { try JSONValue(parsing: Array($0(size).utf8)) }
      return await gateway.send(edge.query(size), variables: variables, as: database.parent)
    }
    let most = try await send(edge.maximum)
    #expect(most.outcome == .executed, "\(most.text.prefix(500))")
    let roundTrips = gateway.pool.statistics.roundTrips

    let refused = try await send(edge.maximum + 1)
    #expect(refused.outcome == .invalid)
    let error = try #require(try refused.json.at("errors", 0), "\(refused.text.prefix(500))")
    #expect(try refused.json.at("data") == nil)
    #expect(try refused.json.at("errors")?.array?.count == 1)
    #expect(error.at("extensions", "code")?.string == "LIMIT_EXCEEDED")
    #expect(error.at("extensions", "limit")?.string == edge.limit)
    #expect(error.at("extensions", "maximum")?.number == Double(edge.maximum))
    if edge.isCounted { #expect(error.at("extensions", "value")?.number == Double(edge.maximum + 1)) }
    // How many rows there are, and how long the answer is, turns out late.
    if !["rows", "responseBytes"].contains(edge.limit) { #expect(gateway.pool.statistics.roundTrips == roundTrips) }
    await gateway.pool.shutdown()
  }

  @Test func `Fragments that double each other are counted to the last one, and never expanded`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    var query = "{ family { ...F0 } }"
    for level in 0..<50 { query += " fragment F\(level) on Family { ...F\(level + 1) ...F\(level + 1) }" }
    query += " fragment F50 on Family { name }"
    let refused = try await gateway.answer(query, as: database.parent)
    // No machine has room for so many: the number is exact, so they were counted in another way.
    #expect(refused.at("errors", 0, "extensions", "value") == .number("\(1 + 1 << 50)"))
    #expect(refused.at("errors", 0, "extensions", "limit")?.string == "fields")
    #expect(gateway.pool.statistics.roundTrips == 0)
    await gateway.pool.shutdown()
  }
}
