import SQL
import Testing

@testable import SampleData

/// The rows of a sample, held against what `migrations/` asks of them.
struct SampleRowsTests {
  let sample: SampleFamilies
  let tables: [SampleTable]

  init() throws {
    sample = try SampleFamilies(count: 40, seed: 11)
    tables = sample.tables
  }

  /// The column of a table's ids; nil for one that has a row for each family, and no ids.
  private static func key(of table: SampleTable) -> String? {
    ["id", "family_id"].first { table.columns.contains($0) && (table.name == "families" || $0 == "id") }
  }

  /// The column that says when a row was made.
  private static func creation(of table: SampleTable) -> String? {
    ["created_at", "registered_at", "used_at"].first(where: table.columns.contains)
  }

  @Test func `Every foreign key has its row`() throws {
    try expectForeignKeys(in: tables)
  }

  @Test func `No two rows have the same id`() throws {
    let ids = try tables.filter { Self.key(of: $0) != nil }.flatMap { table in
      try copiedRows(table).map { try $0.required(try #require(Self.key(of: table))) }
    }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `All ids are version 7 UUIDs, and their time is the row's`() throws {
    for table in tables {
      guard let key = Self.key(of: table) else { continue }
      for row in copiedRows(table) {
        let text = try row.required(key)
        let id = try #require(UUIDValue(text))
        #expect(id.high >> 12 & 0xf == 7)
        #expect(id.low >> 62 == 0b10)
        let milliseconds = Int(id.high >> 16) % 60_000
        let created = try row.required(try #require(Self.creation(of: table)))
        let fraction = created.dropFirst(17).dropLast(3).filter { $0 != "." }
        #expect(Int(fraction) == milliseconds, "\(table.name): \(text) at \(created)")
      }
    }
  }

  @Test func `Checks on names, roles, e-mail addresses and texts hold`() throws {
    try expectTextChecks(in: tables)
  }

  @Test func `Checks on points hold`() throws {
    try expectPointChecks(in: tables)
  }

  @Test func `Nothing is updated before it is created, nor after the reference day`() throws {
    for table in tables where table.columns.contains("updated_at") {
      for row in copiedRows(table) {
        let (created, updated) = (
          try row.required(try #require(Self.creation(of: table))), try row.required("updated_at")
        )
        #expect(created <= updated)
        #expect(updated < "2026-09-07", "\(table.name)")
      }
    }
  }

  @Test func `Assignments are set before they are due`() throws {
    for row in try tables.rows("assignments") {
      guard let due = try row.optional("due_date") else { continue }
      #expect(try row.required("created_at") < due)
    }
  }

  @Test func `Sessions last for ten years`() throws {
    for row in try tables.rows("sessions") {
      #expect(try row.required("expires_at") == "2036-09-07 00:00:00.000+00")
    }
  }

  @Test func `Families have one or two parents, and students with and without an account`() throws {
    let families = Dictionary(grouping: try tables.rows("members")) { $0["family_id"] }
    #expect(families.count == 40)
    var parentCounts: Set<Int> = []
    var studentAccounts: Set<Int> = []
    for members in families.values {
      let (parents, students) = try members.partitioned { try $0.required("role") == "PARENT" }
      parentCounts.insert(parents.count)
      studentAccounts.insert(try students.filter { try $0.optional("account_id") != nil }.count)
      #expect(Set(try members.map { try $0.required("name") }).count == members.count)
    }
    #expect(parentCounts == [1, 2])
    #expect(studentAccounts == [1, 2, 3])
  }

  @Test func `E-mail addresses are unique and belong to nobody`() throws {
    let addresses = try tables.rows("accounts").map { try $0.required("email") }
    #expect(Set(addresses).count == addresses.count)
    #expect(addresses.allSatisfy { $0.hasSuffix("@seed11.example.com") && $0.utf8.allSatisfy { $0 < 128 } })
  }

  @Test func `Families have four to six subjects and five to seven courses, none of them twice`() throws {
    let subjects = Dictionary(grouping: try tables.rows("subjects")) { $0["family_id"] }
    let courses = Dictionary(grouping: try tables.rows("courses")) { $0["family_id"] }
    #expect(Set(subjects.values.map(\.count)) == [4, 5, 6])
    #expect(Set(courses.values.map(\.count)) == [5, 6, 7])
    for rows in Array(subjects.values) + Array(courses.values) {
      #expect(Set(try rows.map { try $0.required("name") }).count == rows.count)
    }
  }

  @Test func `About two thirds of what was due is graded, and nothing that is yet to be due`() throws {
    let dated = try tables.rows("assignments").filter { try $0.optional("due_date") != nil }
    let (past, coming) = try dated.partitioned { try $0.required("due_date") < "2026-09-07" }
    #expect(0.45...0.65 ~= share(past.count, of: dated.count))
    let graded = try past.filter { try $0.optional("points_awarded") != nil }
    #expect(0.6...0.73 ~= share(graded.count, of: past.count))
    #expect(try coming.allSatisfy { try $0.optional("points_awarded") == nil })
  }

  @Test func `Due dates are school days from June to November`() throws {
    let days = Set(try tables.rows("assignments").compactMap { try $0.optional("due_date") })
    #expect(days.count > 80)
    #expect(try #require(days.min()) >= "2026-06-26")
    #expect(try #require(days.max()) <= "2026-11-02")
    for day in days {
      #expect(try #require(CalendarDay(day)).weekday < 5, "\(day)")
    }
  }

  @Test(
    "Some assignments lack what may be absent",
    arguments: [
      ("course_id", 0.06...0.14), ("due_date", 0.05...0.12), ("instructions", 0.55...0.65),
      ("points_possible", 0.02...0.10),
    ])
  func absent(column: String, expected: ClosedRange<Double>) throws {
    let rows = try tables.rows("assignments")
    let count = try rows.filter { try $0.optional(column) == nil }.count
    #expect(expected ~= share(count, of: rows.count))
  }

  @Test("Texts hold what careless code trips over", arguments: ["\n", "\t", "\"", "\\", "🙂", "お"])
  func characters(character: Character) throws {
    let instructions = try tables.rows("assignments").compactMap { try $0.optional("instructions") }
    #expect(instructions.contains { $0.contains(character) })
  }

  @Test func `Points are awarded in whole and in quarter points`() throws {
    let awarded = try tables.rows("assignments").compactMap { try $0.optional("points_awarded") }
    #expect(awarded.contains { !$0.contains(".") })
    for fraction in [".25", ".5", ".75"] {
      #expect(awarded.contains { $0.hasSuffix(fraction) })
    }
    let possible = Set(try tables.rows("assignments").compactMap { try $0.optional("points_possible") })
    #expect(possible == ["10", "20", "25", "50", "100"])
  }

  private func share(_ count: Int, of total: Int) -> Double {
    Double(count) / Double(total)
  }
}

extension Array {
  /// The elements that are in, and those that are not.
  fileprivate func partitioned(by isIncluded: (Element) throws -> Bool) rethrows -> ([Element], [Element]) {
    (try filter(isIncluded), try filter { try !isIncluded($0) })
  }
}
