import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Random filters over random small families, compared with what the filters are defined to mean.
@Suite(.serialized) struct FilterOracleTests {
  private static let database = Task { try await SchoolDatabase("filter_oracle", families: 6) }
  private static let filtersOfAFamily = 60

  @Test("Finds what its definition is true of, however relations are inside each other", arguments: 0..<6)
  func definition(family number: Int) async throws {
    let database = try await Self.database.value
    let account = database.sample.parentAccount(of: number)
    var random = SplitMix64(state: UInt64(1_000 + number))
    let family = OracleFamily(id: account.family, random: &random)
    try await family.replaceRows(in: database)
    let gateway = try TestGateway(database.app)
    var found: [String: Set<Int>] = [:]
    for _ in 0..<Self.filtersOfAFamily {
      let filters = Dictionary(
        uniqueKeysWithValues: OracleFamily.types.map { ($0, OracleFilter.random(of: $0, depth: 7, &random)) })
      let answer = try await gateway.answer(Self.query(filters), as: AccountViewer(account))
      for type in OracleFamily.types {
        guard let filter = filters[type] else { continue }
        let ids = try #require(Self.ids(type, in: answer), "\(filter): \(answer)")
        let mine = Set(family.rows(type).map(\.id.description))
        let expected = family.rows(type).filter { filter.isTrue(of: $0, in: family) }.map(\.id.description)
        #expect(ids.filter(mine.contains).sorted() == expected.sorted(), "family \(number), \(type): \(filter)")
        found[type, default: []].insert(expected.count)
      }
    }
    // Otherwise the filters say nothing.
    #expect(found.values.contains { $0.count > 2 })
    await gateway.pool.shutdown()
  }

  private static func query(_ filters: [String: OracleFilter]) -> String {
    func filter(_ type: String) -> String { filters[type]?.description ?? "{}" }
    return """
      { family {
        students(first: 200, where: \(filter("Student"))) { id }
        subjects(first: 200, where: \(filter("Subject"))) { id }
        all: subjects(first: 20) { courses(first: 20, where: \(filter("Course"))) { id } }
        assignmentsConnection(first: 200, where: \(filter("Assignment"))) { nodes { id } }
      } }
      """
  }

  private static func ids(_ type: String, in answer: JSONValue) -> [String]? {
    let family = answer.at("data", "family")
    let rows: [JSONValue]? =
      switch type {
      case "Student": family?.at("students")?.array
      case "Subject": family?.at("subjects")?.array
      case "Course": family?.at("all")?.array?.flatMap { $0.at("courses")?.array ?? [] }
      default: family?.at("assignmentsConnection", "nodes")?.array
      }
    return rows?.compactMap { $0.at("id")?.string }
  }
}
