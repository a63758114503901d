import Glibc
import SQL
import Testing

@testable import Postgres

/// The end of a transaction that its closure asks for itself, together with the last statements.
@Suite("A transaction that is finished")
struct FinishTests {
  private struct Unwanted: Error {}

  private func table(_ name: String) async throws -> (Connection, count: Statement, insert: Statement) {
    let connection = try await connect("finish")
    try await connection.execute(script: "CREATE TABLE \(name) (id int PRIMARY KEY)")
    return (
      connection, Statement(text: "SELECT count(*) FROM \(name)"),
      Statement(text: "INSERT INTO \(name) VALUES ($1) RETURNING id", binds: [.int4(1)])
    )
  }

  @Test("commits in the round trip of its last statements, and is over then")
  func commit() async throws {
    let (connection, count, insert) = try await table("finished")
    let before = connection.roundTrips
    let rows = try await connection.withTransaction { transaction in
      _ = try await transaction.run([insert])
      let rows = try await transaction.finish([count, .one])
      let error = await #expect(throws: StatementError.self) { try await transaction.run([.one]) }
      #expect(error?.reason == .statement(.noActiveTransaction))
      await #expect(throws: StatementError.self) { try await transaction.finish([]) }
      return rows
    }
    #expect(rows.map { $0.integer() } == [1, 1])
    #expect(connection.roundTrips - before == 2)
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 1)
  }

  @Test("needs one round trip for all of it, and none for nothing")
  func atOnce() async throws {
    let (connection, count, insert) = try await table("at_once")
    let before = connection.roundTrips
    let rows = try await connection.withTransaction { transaction in try await transaction.finish([insert, count]) }
    #expect(rows[1].integer() == 1)
    #expect(connection.roundTrips - before == 1)
    let none = try await connection.withTransaction { transaction in try await transaction.finish([]) }
    #expect(none.isEmpty)
    #expect(connection.roundTrips - before == 1)
    #expect(connection.condition == .idle)
  }

  @Test("stays finished when its closure throws after that")
  func thrownAfterwards() async throws {
    let (connection, count, insert) = try await table("thrown_afterwards")
    let before = connection.roundTrips
    await #expect(throws: Unwanted.self) {
      try await connection.withTransaction { transaction in
        _ = try await transaction.finish([insert])
        throw Unwanted()
      }
    }
    #expect(connection.roundTrips - before == 1)
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 1)
  }

  @Test("is rolled back when one of its last statements fails", arguments: [true, false])
  func failure(isSwallowed: Bool) async throws {
    let (connection, count, insert) = try await table("failed_\(isSwallowed)")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        _ = try await transaction.run([insert])
        if isSwallowed {
          _ = try? await transaction.finish([.one, .divisionByZero])
        } else {
          _ = try await transaction.finish([.one, .divisionByZero])
        }
      }
    }
    #expect(error?.reason == .statement(isSwallowed ? .inFailedTransaction : SQLState(rawValue: "22012")))
    #expect(error?.statementIndex == (isSwallowed ? nil : 1))
    #expect(error?.isOutcomeUnknown == false)
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }

  @Test("is not finished when COMMIT fails", arguments: [true, false])
  func failedCommit(isSwallowed: Bool) async throws {
    let connection = try await connect("finish")
    let (parents, children) = ("parents_\(isSwallowed)", "children_\(isSwallowed)")
    try await connection.execute(
      script: """
        CREATE TABLE \(parents) (id int PRIMARY KEY);
        CREATE TABLE \(children) (parent int REFERENCES \(parents) DEFERRABLE INITIALLY DEFERRED)
        """)
    let before = connection.roundTrips
    let insert = Statement(text: "INSERT INTO \(children) VALUES (1)")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        if isSwallowed {
          _ = try? await transaction.finish([insert])
        } else {
          _ = try await transaction.finish([insert])
        }
      }
    }
    #expect(error?.reason == .statement(isSwallowed ? .noActiveTransaction : .foreignKeyViolation))
    #expect(error?.isOutcomeUnknown == false)
    #expect(connection.roundTrips - before == 1)
    #expect(connection.condition == .idle)
  }

  @Test("whose connection PostgreSQL ends before COMMIT is known to have had no effect")
  func ended() async throws {
    let (connection, count, insert) = try await table("ended")
    let other = try await connect("finish")
    let task = Task {
      try await connection.withTransaction { transaction in _ = try await transaction.finish([insert, .sleep(20)]) }
    }
    try await untilAsleep("finish", connection)
    _ = try await other.snapshot([.terminate(connection)])
    let error = await #expect(throws: StatementError.self) { try await task.value }
    #expect(error?.reason == .connection)
    #expect(error?.isOutcomeUnknown == false)
    #expect(connection.condition == .lost)
    #expect(try await other.snapshot([count])[0].integer() == 0)
  }

  @Test("whose connection is lost before all is answered has an unknown outcome")
  func lost() async throws {
    let (connection, _, insert) = try await table("lost")
    let task = Task {
      try await connection.withTransaction { transaction in _ = try await transaction.finish([insert, .sleep(20)]) }
    }
    try await untilAsleep("finish", connection)
    // PostgreSQL does not get to say anything.
    _ = shutdown(connection.handle.socket, Int32(SHUT_RDWR))
    let error = await #expect(throws: StatementError.self) { try await task.value }
    #expect(error?.reason == .connection)
    #expect(error?.isOutcomeUnknown == true)
    #expect(connection.condition == .lost)
    _ = try await connect("finish").snapshot([.terminate(connection)])
  }

  @Test(
    "is known to have had no effect when one of its last statements takes too long, or all of them together do",
    arguments: [1, 50])
  func timeout(count sleeps: Int) async throws {
    let (other, count, insert) = try await table("late_\(sleeps)")
    let connection = try await connect("finish") { $0.statementTimeout = .milliseconds(200) }
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        _ = try await transaction.finish([insert] + .sleeps(sleeps))
      }
    }
    #expect(error?.reason == .statementTimeout(.milliseconds(200)))
    #expect(error?.isOutcomeUnknown == false)
    #expect(connection.condition == .idle)
    #expect(try await other.snapshot([count])[0].integer() == 0)
  }

  @Test("takes effect although its task is cancelled meanwhile")
  func cancelled() async throws {
    let (connection, count, insert) = try await table("cancelled")
    let task = Task {
      try await connection.withTransaction { transaction in try await transaction.finish([insert, .sleep(0.5), count]) }
    }
    try await untilAsleep("finish", connection)
    task.cancel()
    #expect(try await task.value[2].integer() == 1)
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 1)
  }
}
