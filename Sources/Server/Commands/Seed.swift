import ArgumentParser
import Foundation
import Postgres
import SQL
import SampleData

/// `hatched seed`
struct Seed: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fills the database with made-up families.",
    discussion: """
      The same --families and --seed make the same rows. Rows of one family are spread over the tables, as
      they are after years of use.

      Examples:
        hatched seed --demo
        hatched seed --families 2000 --seed 1
      """)

  @Flag(help: "Load the demonstration family, unless it is there.")
  var demo = false

  @Option(help: "How many families to make.")
  var families: Int?

  @Option(help: "Which families: another number, other families.")
  var seed: UInt64 = 1

  @Option(help: "Students in each family.")
  var students = 3

  @Option(help: "Assignments of each student.")
  var assignments = 20

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws {
    guard demo != (families != nil) else {
      throw ValidationError("Say either --demo or --families N.")
    }
  }

  func run() async throws {
    if let families {
      let sample = try SampleFamilies(
        count: families, seed: seed, studentsPerFamily: students, assignmentsPerStudent: assignments)
      try await load(sample.tables, unlessThereIs: sample.familyID(0))
    } else {
      try await load(DemonstrationFamily().tables, unlessThereIs: DemonstrationFamily.id)
    }
  }

  /// Loads all tables in one transaction, or none.
  private func load(_ tables: [SampleTable], unlessThereIs family: UUIDValue) async throws {
    try await owner.withConnection { connection in
      let probe: SQL = "SELECT 1 FROM families WHERE family_id = \(bind: .uuid(family))"
      let isLoaded = try await connection.snapshot([probe.statement]).contains { $0.count > 0 }
      if isLoaded {
        print("these families are there already")
        return
      }
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        try await transaction.execute(script: SampleTable.preparation)
        for table in tables {
          var rest = table
          var progress = SeedProgress(of: table)
          try await transaction.copy(into: table.copyStatement) {
            let chunk = rest.nextChunk()
            progress.took(chunk)
            return chunk
          }
        }
        try await transaction.execute(script: SampleTable.completion)
      }
      // What the planner knows, and the visibility map that index-only scans need.
      for table in tables { try await connection.execute(script: "VACUUM (ANALYZE) \(table.name)") }
    }
  }
}

/// Says on standard error how far the loading of a table is.
private struct SeedProgress {
  let name: String
  let total: Int
  var rows = 0
  var reported = ContinuousClock.now

  init(of table: SampleTable) {
    name = table.name
    total = table.rowCount
  }

  mutating func took(_ chunk: [UInt8]?) {
    if let chunk { rows += chunk.count { $0 == UInt8(ascii: "\n") } }
    guard chunk == nil || reported.duration(to: .now) > .seconds(1) else { return }
    reported = .now
    FileHandle.standardError.write(Data("\(name): \(rows) of \(total) rows\n".utf8))
  }
}
