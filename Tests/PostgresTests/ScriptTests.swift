import SQL
import Testing

@testable import Postgres

@Suite("A script")
struct ScriptTests {
  @Test("may have several statements, and pipelines go on after it")
  func several() async throws {
    let connection = try await connect("script")
    try await connection.execute(
      script: """
        CREATE TABLE lines (id int);
        INSERT INTO lines VALUES (1), (2);
        DO $$ BEGIN RAISE NOTICE 'not for anyone'; END $$;
        SELECT * FROM lines; -- its rows are nobody's
        """)
    #expect(try await connection.snapshot([Statement(text: "SELECT count(*) FROM lines")])[0].integer() == 2)
  }

  @Test("that fails names the line, has no effect and leaves the connection fit")
  func failure() async throws {
    let connection = try await connect("script")
    let error = await #expect(throws: StatementError.self) {
      try await connection.execute(script: "CREATE TABLE half (id int);\n-- ä\nSELECT nothing FROM half;\nSELECT 1;")
    }
    #expect(error?.reason == .statement(SQLState(rawValue: "42703")))
    #expect(error?.message.hasPrefix("line 3: ") == true)
    #expect(connection.condition == .idle)
    let rows = try await connection.snapshot([Statement(text: "SELECT to_regclass('half') IS NULL")])
    #expect(rows[0].bytes() == [1])
  }

  @Test("in a transaction takes effect with it")
  func inTransaction() async throws {
    let connection = try await connect("script")
    let exists = Statement(text: "SELECT to_regclass('scripted') IS NOT NULL")
    try await connection.withTransaction { transaction in
      try await transaction.execute(script: "CREATE TABLE scripted (id int); INSERT INTO scripted VALUES (1)")
      #expect(try await transaction.run([exists])[0].bytes() == [1])
    }
    #expect(try await connection.snapshot([exists])[0].bytes() == [1])
  }

  @Test("may not end the transaction that it is run in")
  func endsTransaction() async throws {
    let connection = try await connect("script")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in try await transaction.execute(script: "SELECT 1; COMMIT") }
    }
    #expect(error?.reason == .statement(.noActiveTransaction))
    #expect(connection.condition == .idle)
  }

  @Test("with COPY FROM STDIN is refused: it has no rows")
  func copy() async throws {
    let connection = try await connect("script")
    await #expect(throws: StatementError.self) {
      try await connection.execute(script: "CREATE TABLE fed (id int); COPY fed FROM STDIN")
    }
    #expect(connection.condition == .idle)
  }
}

@Suite("COPY")
struct CopyTests {
  private struct Unreadable: Error {}

  private func connection(_ table: String) async throws -> (Connection, count: Statement) {
    let connection = try await connect("copy")
    try await connection.execute(script: "CREATE TABLE \(table) (id int PRIMARY KEY, name text)")
    return (connection, Statement(text: "SELECT count(*), max(id) FROM \(table)"))
  }

  @Test("sends rows in chunks of any size")
  func rows() async throws {
    let (connection, count) = try await connection("copied")
    var next = 0
    try await connection.copy(into: "COPY copied FROM STDIN") {
      if next == 200_000 { return nil }
      var chunk = ""
      for _ in 0..<1000 {
        next += 1
        chunk += "\(next)\tname of \(next)\n"
      }
      return Array(chunk.utf8)
    }
    #expect(connection.condition == .idle)
    let rows = try await connection.snapshot([count])[0]
    #expect(rows.integer(0, 0) == 200_000)
    #expect(rows.integer(0, 1) == 200_000)
  }

  @Test("of a bad row fails as a whole")
  func badRow() async throws {
    let (connection, count) = try await connection("bad_rows")
    var chunks = [Array("1\ta\nnonsense\tb\n".utf8)]
    let error = await #expect(throws: StatementError.self) {
      try await connection.copy(into: "COPY bad_rows FROM STDIN") { chunks.popLast() }
    }
    #expect(error?.reason == .statement(SQLState(rawValue: "22P02")))
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }

  @Test("is taken back when the source of its rows fails")
  func source() async throws {
    let (connection, count) = try await connection("broken_source")
    var calls = 0
    await #expect(throws: Unreadable.self) {
      try await connection.copy(into: "COPY broken_source FROM STDIN") {
        calls += 1
        if calls == 2 { throw Unreadable() }
        return Array("1\ta\n".utf8)
      }
    }
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }

  @Test("is part of the transaction that it is run in")
  func inTransaction() async throws {
    let (connection, count) = try await connection("in_transaction")
    await #expect(throws: Unreadable.self) {
      try await connection.withTransaction { transaction in
        var chunks = [Array("1\ta\n".utf8)]
        try await transaction.copy(into: "COPY in_transaction FROM STDIN") { chunks.popLast() }
        #expect(try await transaction.run([count])[0].integer() == 1)
        throw Unreadable()
      }
    }
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }

  @Test("needs a COPY FROM STDIN", arguments: ["SELECT 1", "COPY nowhere FROM STDIN", ""])
  func otherCommand(command: String) async throws {
    let connection = try await connect("copy")
    await #expect(throws: StatementError.self) { try await connection.copy(into: command) { nil } }
    #expect(connection.condition == .idle)
  }
}
