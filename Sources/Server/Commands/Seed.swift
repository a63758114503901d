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
      The dates of the demonstration family are about today: it has work that is due this week, and some that is
      overdue. The bytes of its files go where the settings of the server say. The same --families and --seed make the
      same rows, about 2026-09-07. Rows of one family are spread over the tables, as they are after years of use.

      Examples:
        hatched seed --demo
        hatched seed --demo --today 2026-09-07
        hatched seed --families 2000 --seed 1
      """)

  @Flag(help: "Load the demonstration family, unless it is there.")
  var demo = false

  @Option(
    help: ArgumentHelp(
      "With --demo: the day that its dates are about; today in the family's time zone unless given.",
      valueName: "YYYY-MM-DD"), transform: Self.day)
  var today: CalendarDay?

  @Option(help: "How many families to make.")
  var families: Int?

  @Option(help: "Which families: another number, other families.")
  var seed: UInt64 = 1

  @Option(help: "Students in each family.")
  var students = 3

  @Option(help: "Assignments of each student.")
  var assignments = 20

  @OptionGroup(title: "Files") var files: FileOptions

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws {
    guard demo != (families != nil) else {
      throw ValidationError("Say either --demo or --families N.")
    }
    guard demo || today == nil else { throw ValidationError("--today is for --demo: the dates of --families are fixed.") }
  }

  func run() async throws {
    if let families {
      let sample = try SampleFamilies(
        count: families, seed: seed, studentsPerFamily: students, assignmentsPerStudent: assignments)
      try await load(sample.tables, unlessThereIs: sample.familyID(0))
    } else {
      let family = DemonstrationFamily(referenceDay: try await referenceDay())
      try await load(family.tables, unlessThereIs: DemonstrationFamily.id) { try await DemonstrationFiles(files).stored() }
    }
  }

  private static func day(_ text: String) throws -> CalendarDay {
    guard let day = CalendarDay(text) else {
      throw ValidationError("\"\(text)\" is not a day such as 2026-09-07, of the years 2000 to 2999.")
    }
    return day
  }

  /// The day that the demonstration's dates are about, by the clock of the database.
  private func referenceDay() async throws -> CalendarDay {
    if let today { return today }
    let sql: SQL = "SELECT (now() AT TIME ZONE \(bind: .text(DemonstrationFamily.timeZone)))::date::text"
    let rows = try await owner.withConnection { try await $0.snapshot([sql.statement])[0] }
    guard let day = rows.text(row: 0, column: 0).flatMap({ CalendarDay($0) }) else {
      throw CommandFailure("the database's clock shows a day that is not of the years 2000 to 2999; say --today")
    }
    return day
  }

  /// Loads all tables in one transaction, or none.
  /// - Parameter files: stores the files of the rows, and gives the changes of the rows that say what is stored.
  private func load(
    _ tables: [SampleTable], unlessThereIs family: UUIDValue, storing files: () async throws -> [SQL] = { [] }
  ) async throws {
    try await owner.withConnection { connection in
      let probe: SQL = "SELECT 1 FROM families WHERE family_id = \(bind: .uuid(family))"
      let isLoaded = try await connection.snapshot([probe.statement]).contains { $0.count > 0 }
      if isLoaded {
        print("these families are there already")
        return
      }
      let stored = try await files()
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
        for change in stored { _ = try await transaction.run([change.statement]) }
        try await transaction.execute(script: GeneratedRows.script(besides: tables.map(\.name)))
        try await transaction.execute(script: SampleTable.completion)
      }
      // Update the planner's statistics, and the visibility map that index-only scans need.
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
