import SQL
import Testing

@testable import Postgres

@Suite("Prepared statements")
struct PreparedStatementTests {
  private func prepared(_ connection: Connection) async throws -> [String?] {
    let names = Statement(text: "SELECT name FROM pg_prepared_statements ORDER BY prepare_time, name")
    let rows = try await connection.snapshot([names])[0]
    return (0..<rows.count).map { rows.text($0) }
  }

  @Test("are prepared once a connection")
  func once() async throws {
    let connection = try await connect("prepared")
    for _ in 0..<5 { _ = try await connection.snapshot([.one, Statement(text: "SELECT $1", binds: [.bool(true)])]) }
    #expect(connection.preparedStatementCount == 4)
    #expect(try await prepared(connection).count == 5)
  }

  @Test("beyond the limit go, least recently used first")
  func eviction() async throws {
    let connection = try await connect("prepared") { $0.preparedStatementLimit = 6 }
    for number in 0..<40 { _ = try await connection.snapshot([.one, Statement(text: "SELECT \(number) + 1")]) }
    #expect(connection.preparedStatementCount <= 6)
    let names = try await prepared(connection)
    #expect(names.count <= 7)
    // BEGIN, SELECT 1 and COMMIT are in every batch.
    for name in ["s1", "s2", "s4"] { #expect(names.contains(name)) }
    #expect(connection.roundTrips == 41)
  }

  @Test("of one batch may exceed the limit until the next")
  func largeBatch() async throws {
    let connection = try await connect("prepared") { $0.preparedStatementLimit = 4 }
    let many = (0..<20).map { Statement(text: "SELECT \($0)") }
    #expect(try await connection.snapshot(many).map { $0.integer() } == Array(0..<20))
    _ = try await connection.snapshot([.one])
    #expect(connection.preparedStatementCount <= 4)
  }

  @Test("of the same text in one batch are prepared once")
  func twiceInABatch() async throws {
    let connection = try await connect("prepared")
    let statement = Statement(text: "SELECT $1 * 2", binds: [.int4(4)])
    #expect(try await connection.snapshot([statement, statement]).map { $0.integer() } == [8, 8])
    #expect(connection.preparedStatementCount == 3)
  }

  @Test("are told apart by their parameters' types")
  func types() async throws {
    let connection = try await connect("prepared")
    for _ in 0..<2 {
      let rows = try await connection.snapshot([
        Statement(text: "SELECT pg_typeof($1)::text", binds: [.int4(1)]),
        Statement(text: "SELECT pg_typeof($1)::text", binds: [.text("a")]),
        Statement(text: "SELECT pg_typeof($1)::text", binds: [.null(.uuid)]),
      ])
      #expect(rows.map { $0.text() } == ["integer", "text", "uuid"])
    }
    // BEGIN, COMMIT, the last of the three, and the query itself.
    #expect(try await prepared(connection).count == 4)
  }

  @Test("survive the failure of a later statement")
  func failure() async throws {
    let connection = try await connect("prepared") { $0.preparedStatementLimit = 3 }
    for number in 0..<10 {
      await #expect(throws: StatementError.self) {
        try await connection.snapshot([Statement(text: "SELECT \(number)"), .divisionByZero])
      }
    }
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
    #expect(connection.preparedStatementCount <= 4)
  }

  @Test("can be turned off")
  func off() async throws {
    let connection = try await connect("prepared") {
      $0.preparedStatements = false
      $0.settings["work_mem"] = "5MB"
    }
    let rows = try await connection.snapshot([
      Statement(text: "SELECT $1 + 1", binds: [.int8(41)]),
      Statement(text: "SELECT count(*) FROM pg_prepared_statements WHERE name <> ''"),
      Statement(text: "SELECT current_setting('work_mem') || ' ' || current_setting('TimeZone')"),
    ])
    #expect(rows[0].integer() == 42)
    #expect(rows[1].integer() == 0)
    #expect(rows[2].text() == "5MB UTC")
    #expect(connection.roundTrips == 1)
    await #expect(throws: StatementError.self) { try await connection.snapshot([.divisionByZero]) }
    let three = try await connection.withTransaction { transaction in
      try await transaction.run([Statement(text: "SELECT 3")])[0].integer()
    }
    #expect(three == 3)
    #expect(connection.condition == .idle)
  }
}

@Suite("The table of prepared statements")
struct PreparedStatementTableTests {
  private func statement(_ text: String) -> Statement { Statement(text: text) }

  @Test("counts names up and never uses one twice")
  func names() {
    var table = PreparedStatements(limit: 10)
    table.beginBatch()
    #expect(table.use(statement("a")) == ("s1", true))
    #expect(table.use(statement("b")) == ("s2", true))
    #expect(table.use(statement("a")) == ("s1", false))
    table.forget("s2")
    #expect(table.use(statement("b")) == ("s3", true))
  }

  @Test("evicts the least recently used, but nothing of this batch")
  func eviction() {
    var table = PreparedStatements(limit: 2)
    table.beginBatch()
    _ = table.use(statement("a"))
    table.beginBatch()
    _ = table.use(statement("b"))
    table.beginBatch()
    _ = table.use(statement("c"))
    _ = table.use(statement("d"))
    #expect(table.evict() == ["s1", "s2"])
    _ = table.use(statement("e"))
    #expect(table.evict() == [])
    #expect(table.count == 3)
  }

  @Test("evicts again what could not be deallocated")
  func retry() {
    var table = PreparedStatements(limit: 2)
    table.retryEviction(of: "s9")
    #expect(table.evict() == ["s9"])
    #expect(table.evict() == [])
  }
}
