import SQL
import SampleData
import Testing

struct SampleFamiliesTests {
  @Test func `Tables come in the order of their foreign keys`() throws {
    let names = try SampleFamilies(count: 1, seed: 1).tables.map(\.name)
    #expect(
      names == [
        "accounts", "sessions", "families", "members", "subjects", "courses", "assignments", "planner_tasks", "quotes",
        "notifications", "devices", "portfolio_items", "resources", "attendance_records", "questions", "join_requests",
        "invitations", "used_ids", "overdue_checks", "audit_entries",
      ])
  }

  @Test func `The statement names the table and its columns`() throws {
    let sessions = try SampleFamilies(count: 1, seed: 1).tables[1]
    #expect(sessions.copyStatement == "COPY sessions (account_id, id, created_at, expires_at) FROM STDIN")
  }

  @Test func `The same seed gives the same bytes`() throws {
    let first = try SampleFamilies(count: 5, seed: 42)
    let second = try SampleFamilies(count: 5, seed: 42)
    #expect(first.tables.map(copiedLines) == second.tables.map(copiedLines))
  }

  /// The number is a property of the generator: it changes when what a seed means changes, and only then.
  @Test func `The bytes of a small sample are known`() throws {
    var checksum = Checksum()
    for var table in try SampleFamilies(count: 7, seed: 2026).tables {
      checksum.add(Array(table.copyStatement.utf8))
      while let chunk = table.nextChunk() { checksum.add(chunk) }
    }
    #expect(checksum.value == 8_541_695_635_921_353_665)
  }

  @Test func `Another seed gives other keys`() throws {
    let first = try SampleFamilies(count: 50, seed: 1)
    let second = try SampleFamilies(count: 50, seed: 2)
    let keys = (0..<50).map(first.familyID) + (0..<50).map(second.familyID)
    #expect(Set(keys).count == 100)
  }

  @Test func `A family has the same rows however many families there are`() throws {
    let few = try SampleFamilies(count: 3, seed: 9)
    let many = try SampleFamilies(count: 11, seed: 9)
    for (table, larger) in zip(few.tables, many.tables) {
      #expect(Set(copiedLines(table)).isSubset(of: Set(copiedLines(larger))), "\(table.name)")
    }
  }

  @Test("Each table has as many rows as it says", arguments: [1, 2, 3, 10, 31])
  func rowCounts(count: Int) throws {
    for table in try SampleFamilies(count: count, seed: 3).tables {
      #expect(copiedLines(table).count == table.rowCount, "\(table.name)")
    }
  }

  @Test func `Each family has three students with twenty assignments each`() throws {
    let tables = try SampleFamilies(count: 12, seed: 5).tables
    let students = try tables.rows("members").filter { try $0.required("role") == "STUDENT" }
    #expect(
      Dictionary(grouping: students) { $0["family_id"] }.values.map(\.count)
        == Array(repeating: 3, count: 12))
    let assignments = try tables.rows("assignments")
    #expect(
      Dictionary(grouping: assignments) { $0["student_id"] }.values.map(\.count)
        == Array(repeating: 20, count: 36))
  }

  @Test(
    "Other shapes are exact, too",
    arguments: [(0, 0, 0), (0, 20, 0), (1, 0, 0), (1, 1, 1), (4, 7, 28), (20, 3, 60)])
  func shapes(students: Int, each: Int, assignments: Int) throws {
    let sample = try SampleFamilies(
      count: 2, seed: 5, studentsPerFamily: students, assignmentsPerStudent: each)
    #expect(try sample.tables.rows("assignments").count == 2 * assignments)
    #expect(sample.studentIDs(of: 1).count == students)
  }

  @Test("Neighbouring assignments belong to different families", arguments: [2, 3, 5, 16])
  func interleaving(count: Int) throws {
    let rows = try SampleFamilies(count: count, seed: 8).tables.rows("assignments")
    let families = try rows.map { try $0.required("family_id") }
    #expect(zip(families, families.dropFirst()).allSatisfy(!=))
    // No family comes again before all the others have come.
    for start in stride(from: 0, to: families.count, by: count) {
      #expect(Set(families[start..<start + count]).count == count)
    }
  }

  @Test func `Chunks are whole rows, and about 256 kilobytes`() throws {
    let sample = try SampleFamilies(count: 40, seed: 8)
    var assignments = try #require(sample.tables.first { $0.name == "assignments" })
    var sizes: [Int] = []
    while let chunk = assignments.nextChunk() {
      #expect(chunk.last == UInt8(ascii: "\n"))
      sizes.append(chunk.count)
    }
    #expect(sizes.count > 1)
    #expect(sizes.dropLast().allSatisfy { SampleTable.chunkSize..<SampleTable.chunkSize + 4096 ~= $0 })
    #expect(sizes.allSatisfy { $0 < SampleTable.chunkSize + 4096 })
    #expect(assignments.nextChunk() == nil)
  }

  @Test(
    "Sizes that there is no sample of are refused",
    arguments: [
      (0, 3, 20, "The number of families must be between 1 and 10000000, not 0."),
      (-1, 3, 20, "The number of families must be between 1 and 10000000, not -1."),
      (10_000_001, 3, 20, "The number of families must be between 1 and 10000000, not 10000001."),
      (1, 21, 20, "The number of students per family must be between 0 and 20, not 21."),
      (1, 3, 10_001, "The number of assignments per student must be between 0 and 10000, not 10001."),
    ])
  func sizes(count: Int, students: Int, assignments: Int, message: String) throws {
    let error = try #require(throws: SampleSizeError.self) {
      try SampleFamilies(
        count: count, seed: 1, studentsPerFamily: students, assignmentsPerStudent: assignments)
    }
    #expect(error.description == message)
  }

  @Test func `The last of ten million families can be reached`() throws {
    let sample = try SampleFamilies(count: 10_000_000, seed: 1, studentsPerFamily: 20)
    #expect(sample.accounts(of: 9_999_999).count > 1)
  }
}

/// FNV-1a, 64 bits.
private struct Checksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }
}
