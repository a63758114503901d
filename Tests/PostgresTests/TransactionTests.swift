import SQL
import Testing

@testable import Postgres

@Suite("A transaction")
struct TransactionTests {
  private struct Unwanted: Error {}

  private func table(_ name: String) async throws -> (Connection, count: Statement, insert: Statement) {
    let connection = try await connect("transaction")
    try await connection.execute(script: "CREATE TABLE \(name) (id int PRIMARY KEY)")
    return (
      connection, Statement(text: "SELECT count(*) FROM \(name)"),
      Statement(text: "INSERT INTO \(name) VALUES ($1) RETURNING id", binds: [.int4(1)])
    )
  }

  @Test("takes effect when its closure returns, in one round trip a run and one for COMMIT")
  func commit() async throws {
    let (connection, count, insert) = try await table("committed")
    let before = connection.roundTrips
    let ids = try await connection.withTransaction { transaction in
      let first = try await transaction.run([insert, count])
      let second = try await transaction.run([count])
      return [first[0].integer(), first[1].integer(), second[0].integer()]
    }
    #expect(ids == [1, 1, 1])
    #expect(connection.roundTrips - before == 3)
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 1)
  }

  @Test("has no effect when its closure throws")
  func rollback() async throws {
    let (connection, count, insert) = try await table("rolled_back")
    await #expect(throws: Unwanted.self) {
      try await connection.withTransaction { transaction in
        _ = try await transaction.run([insert])
        throw Unwanted()
      }
    }
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }

  @Test("of no statements asks nothing")
  func nothing() async throws {
    let connection = try await connect("transaction")
    try await connection.withTransaction { transaction in _ = try await transaction.run([]) }
    await #expect(throws: Unwanted.self) { try await connection.withTransaction { _ in throw Unwanted() } }
    #expect(connection.roundTrips == 0)
    #expect(connection.condition == .idle)
  }

  @Test("throws the violated constraint and leaves the connection fit")
  func violation() async throws {
    let (connection, count, insert) = try await table("violated")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in _ = try await transaction.run([insert, insert, count]) }
    }
    #expect(error?.reason == .statement(.uniqueViolation))
    #expect(error?.constraint == "violated_pkey")
    #expect(error?.statementIndex == 1)
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }

  @Test("does not pretend to commit after a failure that its closure kept to itself")
  func swallowed() async throws {
    let (connection, count, insert) = try await table("swallowed")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        _ = try? await transaction.run([insert, .divisionByZero])
      }
    }
    #expect(error?.reason == .statement(.inFailedTransaction))
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }

  @Test("reports a constraint that is checked at COMMIT")
  func deferred() async throws {
    let connection = try await connect("transaction")
    try await connection.execute(
      script: """
        CREATE TABLE parents (id int PRIMARY KEY);
        CREATE TABLE children (parent int REFERENCES parents DEFERRABLE INITIALLY DEFERRED)
        """)
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        _ = try await transaction.run([Statement(text: "INSERT INTO children VALUES (1)")])
      }
    }
    #expect(error?.reason == .statement(.foreignKeyViolation))
    #expect(error?.isOutcomeUnknown == false)
    #expect(connection.condition == .idle)
  }

  @Test("is over when its closure has returned")
  func kept() async throws {
    let connection = try await connect("transaction")
    let kept = try await connection.withTransaction { transaction in transaction }
    for _ in 0..<2 {
      let error = await #expect(throws: StatementError.self) { try await kept.run([.one]) }
      #expect(error?.reason == .statement(.noActiveTransaction))
    }
    try await connection.withTransaction { transaction in
      await #expect(throws: StatementError.self) { try await kept.run([.one]) }
      let rows = try await transaction.run([.one])[0]
      #expect(rows.integer() == 1)
    }
  }

  @Test("lets no snapshot and no other transaction onto its connection")
  func exclusive() async throws {
    let connection = try await connect("transaction")
    try await connection.withTransaction { transaction in
      await #expect(throws: StatementError.self) { try await connection.snapshot([.one]) }
      await #expect(throws: StatementError.self) { try await connection.execute(script: "SELECT 1") }
      await #expect(throws: StatementError.self) { try await connection.withTransaction { _ in } }
      let rows = try await transaction.run([.one])[0]
      #expect(rows.integer() == 1)
    }
    #expect(connection.condition == .idle)
  }

  @Test(
    "has the isolation level that was asked for",
    arguments: [IsolationLevel.readCommitted, .repeatableRead, .serializable], [true, false])
  func isolation(level: IsolationLevel, readOnly: Bool) async throws {
    let connection = try await connect("transaction")
    let rows = try await connection.withTransaction(isolation: level, readOnly: readOnly) { transaction in
      try await transaction.run([
        Statement(text: "SELECT upper(current_setting('transaction_isolation'))"),
        Statement(text: "SELECT current_setting('transaction_read_only')"),
      ])
    }
    #expect(rows.map { $0.text() } == [level.rawValue, readOnly ? "on" : "off"])
  }

  @Test("reports a serialization failure as what it is")
  func serialization() async throws {
    let (connection, _, insert) = try await table("contended")
    let other = try await connect("transaction")
    try await connection.withTransaction { transaction in _ = try await transaction.run([insert]) }
    let update = Statement(text: "UPDATE contended SET id = id + 1")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        _ = try await transaction.run([.one])
        try await other.withTransaction { transaction in _ = try await transaction.run([update]) }
        _ = try await transaction.run([update])
      }
    }
    #expect(error?.reason == .statement(.serializationFailure))
    #expect(connection.condition == .idle)
  }

  @Test("whose connection is lost before COMMIT is answered has an unknown outcome")
  func lostCommit() async throws {
    let connection = try await connect("transaction")
    let killer = try await connect("transaction")
    try await connection.execute(
      script: """
        CREATE TABLE slow (id int);
        CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql
          AS 'BEGIN PERFORM pg_sleep(20); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION dawdle()
        """)
    let task = Task {
      try await connection.withTransaction { transaction in
        _ = try await transaction.run([Statement(text: "INSERT INTO slow VALUES (1)")])
      }
    }
    try await untilAsleep("transaction", connection)
    _ = try await killer.snapshot([.terminate(connection)])
    let error = await #expect(throws: StatementError.self) { try await task.value }
    #expect(error?.reason == .connection)
    #expect(error?.isOutcomeUnknown == true)
    #expect(connection.condition == .lost)
  }
}
