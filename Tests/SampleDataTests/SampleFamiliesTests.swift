import SQL
import SampleData
import TestSupport
import Testing

struct SampleFamiliesTests {
  @Test func `Tables come in the order of their foreign keys`() throws {
    let tables = try SampleFamilies(count: 1, seed: 1).tables
    let names = tables.map(\.name)
    #expect(names.count > 15 && Set(names).count == names.count)
    for key in MigrationText.shared.foreignKeys where key.table != key.target {
      guard let table = names.firstIndex(of: key.table), let target = names.firstIndex(of: key.target) else { continue }
      // A reference that no row of the sample has needs no row before it.
      let ids = key.columns.split(separator: ", ").filter { $0.hasSuffix("_id") }
      guard ids.allSatisfy({ tables[table].columns.contains(String($0)) }) else { continue }
      #expect(target < table, "\(key.table) refers to \(key.target)")
    }
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

  /// The checksum of a seed's rows, by table: a number changes when the rows of its table do, and only then.
  private static let checksums: [String: UInt64] = [
    "consents": 9_361_199_434_921_106_098,
    "accounts": 4_213_831_458_620_507_167,
    "sessions": 11_992_983_991_349_317_988,
    "families": 6_753_959_214_487_933_505,
    "members": 17_125_098_877_852_546_643,
    "school_years": 14_215_454_064_079_448_502,
    "terms": 2_789_773_432_247_245_017,
    "subjects": 18_084_526_713_314_948_137,
    "courses": 12_826_560_001_213_773_911,
    "time_slots": 13_666_943_114_028_611_341,
    "weight_groups": 9_106_987_416_785_044_721,
    "assignments": 5_406_753_509_795_269_048,
    "planner_tasks": 9_124_286_689_949_461_830,
    "quotes": 11_815_402_753_284_643_421,
    "notifications": 10_591_335_962_778_667_106,
    "devices": 569_813_713_093_965_920,
    "portfolio_items": 17_867_248_897_252_385_399,
    "resources": 2_397_595_053_313_789_033,
    "attendance_records": 12_846_544_137_267_203_234,
    "questions": 2_660_661_711_430_751_926,
    "study_times": 10_269_398_787_106_446_644,
    "task_categories": 16_906_661_630_836_137_817,
    "tasks": 1_368_890_634_623_631_926,
    "events": 3_924_529_711_591_250_632,
    "event_members": 2_733_485_409_320_199_603,
    "occurrences": 6_031_641_422_860_664_012,
    "notes": 12_406_487_045_935_437_160,
    "note_tags": 8_778_871_587_140_957_319,
    "note_taggings": 3_887_983_295_073_942_812,
    "files": 2_955_275_253_695_044_315,
    "file_uses": 3_300_387_036_871_355_532,
    "grade_scales": 11_759_318_024_828_941_269,
    "grade_scale_steps": 17_450_155_851_668_142_915,
    "grade_scale_choices": 238_977_358_830_315_639,
    "grade_overrides": 6_807_559_083_716_547_699,
    "join_requests": 18_165_475_684_104_579_773,
    "invitations": 4_567_634_202_450_912_513,
    "used_ids": 1_141_783_736_882_049_564,
    "overdue_checks": 5_383_787_140_344_085_050,
    "reminders": 7_687_012_303_303_381_420,
    "calendar_feeds": 9_810_748_254_526_413_929,
    "calendar_subscriptions": 11_586_999_668_630_734_421,
    "external_events": 16_489_145_203_253_500_588,
    "budgets": 335_808_829_495_513_202,
    "expense_categories": 16_337_401_509_443_899_079,
    "expenses": 10_708_654_287_132_474_781,
    "recipes": 387_794_630_333_626_817,
    "recipe_ingredients": 920_728_124_665_291_859,
    "meals": 12_457_001_195_251_158_311,
    "shopping_lists": 4_081_940_914_839_562_866,
    "shopping_list_guests": 5_785_880_294_855_950_318,
    "shopping_items": 2_305_182_348_394_783_460,
    "shopping_memories": 332_505_545_841_662_823,
    "webhooks": 16_469_295_010_909_639_927,
    "webhook_deliveries": 15_269_883_114_190_758_118,
    "audit_entries": 10_361_497_653_070_423_695,
  ]

  @Test func `The bytes of a small sample are known`() throws {
    let tables = try SampleFamilies(count: 7, seed: 2026).tables
    for var table in tables {
      var checksum = Checksum()
      checksum.add(Array(table.copyStatement.utf8))
      while let chunk = table.nextChunk() { checksum.add(chunk) }
      guard Self.checksums[table.name] != checksum.value else { continue }
      Issue.record("""
        The sample rows of \(table.name) are not those known. Where they should change, write in checksums: \
        "\(table.name)": \(checksum.value),
        """)
    }
    #expect(Set(Self.checksums.keys).isSubset(of: tables.map(\.name)))
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
