import Foundation
import SQL
import SampleData
import TestSupport
import Testing

/// The rows and pages that PostgreSQL reads for the statements of the golden queries, and of those that throughput is
/// measured with. No other work on the machine changes these numbers.
@Suite(.serialized) struct StatementCostTests {
  @Test("Reads what it answers with, and little besides", arguments: try GoldenQuery.costed(), FamilySize.allCases)
  func costs(_ query: GoldenQuery, _ size: FamilySize) async throws {
    for cost in try await CostReader(size.database).costs(of: query) {
      let excepted = CostException.all.filter { $0.query == query.name && $0.level == cost.level }.flatMap(\.rules)
      let offences = CostRule.allCases.compactMap { rule in rule.offence(of: cost).map { (rule, $0) } }
      for (rule, offence) in offences where !excepted.contains(rule) {
        Issue.record("\(query.name), \(cost.level), in a family of \(size) size \(offence)\n\(cost.text)")
      }
    }
  }

  @Test func `The grown family has much of each type that grows without bound`() async throws {
    let (usual, grown) = try await (FamilySize.usual.database, FamilySize.hundredfold.database)
    for table in try FamilySize.growingTables() {
      func count(_ database: SchoolDatabase) async throws -> Int {
        try await database.run(
          "SELECT 1 FROM \(identifier: table) WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))").count
      }
      let (few, many) = try await (count(usual), count(grown))
      // An account has one open request to join.
      let isOnce = table == "join_requests"
        // They need a school: no rows of them are made up.
        || ["collectors", "dismissals", "enrolments"].contains(table)
      #expect(isOnce || few > 0 && many > 60 * few, "\(table) has \(few) rows, and \(many) where it has grown")
    }
  }

  /// A family's rows lie side by side there, and in the tables among those of all families.
  @Test(
    "What most answers show is read from indexes alone, once a vacuum has seen it",
    arguments: [
      ("family.students Student", "members_by_name"),
      ("family.students.assignments Assignment", "assignments_by_student"),
      ("family.students.assignments.course Course", "courses_by_subject"),
      ("family.students.assignments.course Course", "assignments_by_course"),
      ("family.students.assignments.course.subject Subject", "subjects_by_name"),
    ])
  func readsIndexAlone(level: String, index: String) async throws {
    let query = try #require(try GoldenQuery.costed().first { $0.name == "Benchmarks: query" })
    let costs = try await CostReader(FamilySize.usual.database).costs(of: query)
    let cost = try #require(costs.first { $0.level == level })
    let scans = cost.plan.all.filter(\.readsIndex)
    #expect(scans.contains { $0.kind == "Index Only Scan" && $0.index == index }, "\(cost.text)")
    #expect(scans.allSatisfy { $0.kind == "Index Only Scan" }, "\(cost.text)")
  }

  @Test("What breaks a rule is found, so the test above can fail", arguments: CostBreach.all)
  func finds(_ breach: CostBreach) async throws {
    let query = try #require(try GoldenQuery.costed().first { $0.name == breach.query })
    let reader = try await CostReader(FamilySize.hundredfold.database)
    func isBroken(by costs: [StatementCost]) throws -> Bool {
      breach.rule.offence(of: try #require(costs.first { $0.level == breach.level })) != nil
    }
    #expect(try await !isBroken(by: reader.costs(of: query)))
    #expect(try await isBroken(by: reader.costs(of: query, after: breach.script)))
  }

  @Test("An exception is for a statement that needs it", arguments: CostException.all)
  func exceptions(_ exception: CostException) async throws {
    let query = try #require(try GoldenQuery.costed().first { $0.name == exception.query })
    let costs = try await CostReader(FamilySize.hundredfold.database).costs(of: query)
    let cost = try #require(costs.first { $0.level == exception.level })
    #expect(exception.rules.contains { $0.offence(of: cost) != nil })
  }
}

extension GoldenQuery {
  /// All that somebody with a family or a class asks.
  static func costed() throws -> [GoldenQuery] {
    try all().filter { $0.asker != nil } + benchmarks()
  }

  /// The queries of `Benchmarks/`, as a parent's.
  private static func benchmarks() throws -> [GoldenQuery] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Benchmarks")
    let operations = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "Operations"), includingPropertiesForKeys: nil)
    return try ([folder.appending(path: "query.graphql")] + operations)
      .filter { $0.pathExtension == "graphql" }.sorted { $0.path < $1.path }
      .map { url in
        let name = "Benchmarks: \(url.deletingPathExtension().lastPathComponent)"
        return GoldenQuery(name: name, text: "# as: parent\n" + (try String(contentsOf: url, encoding: .utf8)))
      }
      .filter { !$0.text.contains("mutation") }
  }
}
