import SQL
import Testing

@testable import Postgres

@Suite("A snapshot")
struct SnapshotTests {
  @Test("costs one round trip, however many statements it has", arguments: [1, 2, 7, 60])
  func oneRoundTrip(count: Int) async throws {
    let connection = try await connect("snapshot")
    let statements = (0..<count).map { Statement(text: "SELECT \($0) + $1", binds: [.int4(1000)]) }
    for repetition in 1...3 {
      let rows = try await connection.snapshot(statements)
      #expect(rows.map { $0.integer() } == (0..<count).map { 1000 + $0 })
      #expect(connection.roundTrips == repetition)
    }
  }

  @Test("of no statements asks nothing")
  func empty() async throws {
    let connection = try await connect("snapshot")
    #expect(try await connection.snapshot([]).isEmpty)
    #expect(connection.roundTrips == 0)
  }

  @Test("sees the database at one moment")
  func oneMoment() async throws {
    let connection = try await connect("snapshot")
    let writer = try await connect("snapshot")
    try await writer.execute(script: "CREATE TABLE moments (id int)")
    let count = Statement(text: "SELECT count(*) FROM moments")
    let task = Task { try await connection.snapshot([count, .sleep(1), count]) }
    try await untilAsleep("snapshot", connection)
    try await writer.execute(script: "INSERT INTO moments VALUES (1)")
    let rows = try await task.value
    #expect([rows[0].integer(), rows[2].integer()] == [0, 0])
    #expect(try await connection.snapshot([count])[0].integer() == 1)
  }

  @Test("cannot write")
  func readOnly() async throws {
    let connection = try await connect("snapshot")
    let error = await #expect(throws: StatementError.self) {
      try await connection.snapshot([Statement(text: "CREATE TABLE written (id int)")])
    }
    #expect(error?.reason == .statement(SQLState(rawValue: "25006")))
    #expect(connection.condition == .idle)
  }

  @Test("says which statement failed and leaves the connection fit", arguments: 0..<3)
  func failure(position: Int) async throws {
    let connection = try await connect("snapshot")
    var statements = [Statement](repeating: .one, count: 3)
    statements[position] = .divisionByZero
    for _ in 0..<2 {
      let error = await #expect(throws: StatementError.self) { try await connection.snapshot(statements) }
      #expect(error?.reason == .statement(SQLState(rawValue: "22012")))
      #expect(error?.statementIndex == position)
      #expect(connection.condition == .idle)
    }
    // One more for each ROLLBACK.
    #expect(connection.roundTrips == 4)
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
  }

  @Test("forgets statements whose Parse failed or was never run")
  func failedParse() async throws {
    let connection = try await connect("snapshot")
    let wrong = Statement(text: "SELECT nothing FROM nowhere")
    let later = Statement(text: "SELECT 7")
    for _ in 0..<2 {
      let error = await #expect(throws: StatementError.self) { try await connection.snapshot([.one, wrong, later]) }
      #expect(error?.reason == .statement(SQLState(rawValue: "42P01")))
      #expect(error?.statementIndex == 1)
    }
    // BEGIN, the first one and ROLLBACK.
    #expect(connection.preparedStatementCount == 3)
    #expect(try await connection.snapshot([later])[0].integer() == 7)
  }

  @Test("names the constraint that was violated")
  func constraint() async throws {
    let connection = try await connect("snapshot")
    try await connection.execute(script: "CREATE DOMAIN positive AS int CONSTRAINT above_zero CHECK (VALUE > 0)")
    let error = await #expect(throws: StatementError.self) {
      try await connection.snapshot([Statement(text: "SELECT $1::positive", binds: [.int4(-1)])])
    }
    #expect(error?.reason == .statement(.checkViolation))
    #expect(error?.constraint == "above_zero")
  }

  @Test("carries large requests and answers through small socket buffers")
  func large() async throws {
    let connection = try await connect("snapshot")
    let text = String(repeating: "größer ", count: 1_000_000)
    let echo = Statement(text: "SELECT $1", binds: [.text(text)])
    let rows = try await connection.snapshot([echo, echo, echo])
    #expect(rows.count == 3)
    for answer in rows { #expect(answer.bytes()?.count == text.utf8.count) }
    #expect(rows[2].text() == text)
  }

  @Test("gives no rows for a statement that returns none")
  func noRows() async throws {
    let connection = try await connect("snapshot")
    let rows = try await connection.snapshot([
      Statement(text: "SELECT 1 WHERE false"), Statement(text: "SET LOCAL work_mem = '4MB'"), Statement(text: ""),
    ])
    #expect(rows.map(\.count) == [0, 0, 0])
    #expect(rows.map(\.columns.count) == [1, 0, 0])
  }

  @Test("refuses what the protocol cannot carry, before it sends anything")
  func unsendable() async throws {
    let connection = try await connect("snapshot")
    let statements = [
      Statement(text: "SELECT 1\0; DROP TABLE users"),
      Statement(text: "SELECT $1", binds: [.literal("2026\0", .date)]),
      Statement(text: "SELECT 1", binds: Array(repeating: .int4(1), count: 65_536)),
    ]
    for statement in statements {
      let error = await #expect(throws: StatementError.self) { try await connection.snapshot([.one, statement]) }
      #expect(error?.statementIndex == 1)
    }
    #expect(connection.roundTrips == 0)
    #expect(connection.condition == .idle)
  }

  @Test("reports a null byte in a text as PostgreSQL does")
  func nullByte() async throws {
    let connection = try await connect("snapshot")
    let error = await #expect(throws: StatementError.self) {
      try await connection.snapshot([Statement(text: "SELECT $1", binds: [.text("a\0b")])])
    }
    #expect(error?.reason == .statement(SQLState(rawValue: "22021")))
    #expect(connection.condition == .idle)
  }

  @Test("refuses COPY, which has no place in a pipeline, and gives the connection up")
  func copyInPipeline() async throws {
    let connection = try await connect("snapshot")
    let error = await #expect(throws: StatementError.self) {
      try await connection.snapshot([Statement(text: "COPY (SELECT 1) TO STDOUT")])
    }
    #expect(error?.reason == .connection)
    #expect(connection.condition == .lost)
  }

  @Test("is refused while another one uses the connection")
  func oneAtATime() async throws {
    let connection = try await connect("snapshot")
    let slow = Task { try await connection.snapshot([.sleep(1)]) }
    try await untilAsleep("snapshot", connection)
    let error = await #expect(throws: StatementError.self) { try await connection.snapshot([.one]) }
    #expect(error?.reason == .statement(.objectNotInPrerequisiteState))
    #expect(try await slow.value.count == 1)
    #expect(connection.condition == .idle)
  }
}
