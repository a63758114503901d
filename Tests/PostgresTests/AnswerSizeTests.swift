import Foundation
import Memory
import SQL
import Testing

@testable import Postgres

/// PostgreSQL is stopped when it sends more than there is room for.
@Suite("The size of PostgreSQL's answers")
struct AnswerSizeTests {
  private static let limit = 1 << 20
  /// Ten gigabytes: rows of a kilobyte each.
  private static let endless = Statement(text: "SELECT repeat('x', 1000), generate_series(1, 10000000)")

  private func connection() async throws -> Connection {
    try await connect("answer_size") {
      $0.maximumAnswerBytes = Self.limit
      $0.statementTimeout = .seconds(60)
    }
  }

  /// A text of so many bytes.
  private func text(_ count: Int) -> Statement {
    Statement(text: "SELECT repeat('x', $1)", binds: [.int4(Int32(count))])
  }

  /// The most memory that the process has had so far, in bytes.
  private var peak: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return 1024 * (try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }))
    }
  }

  @Test("What there is room for comes, in one result or in several")
  func room() async throws {
    let connection = try await connection()
    #expect(try await connection.snapshot([text(Self.limit - 10_000)])[0].byteCount == Self.limit - 10_000)
    let parts = try await connection.snapshot([text(400_000), text(400_000), .one])
    #expect(parts.map(\.byteCount) == [400_000, 400_000, 4])
    // The answer of one request does not count against the next.
    for _ in 1...5 { #expect(try await connection.snapshot([text(800_000)])[0].byteCount == 800_000) }
  }

  @Test("One result that is too large is refused, and so are several that are too large together")
  func tooLarge() async throws {
    let connection = try await connection()
    for statements in [[text(Self.limit + 1)], [text(400_000), text(400_000), text(400_000), .one]] {
      let error = await #expect(throws: StatementError.self) { try await connection.snapshot(statements) }
      #expect(error?.reason == .answerTooLarge)
      #expect(await connection.settle())
      #expect(try await connection.snapshot([.one])[0].integer() == 1)
    }
  }

  @Test("PostgreSQL is stopped when there is no memory for its rows; those of others leave none of theirs behind")
  func outOfMemory() async throws {
    let connection = try await connect("answer_memory") { $0.statementTimeout = .seconds(60) }
    let budget = MemoryBudget(capacity: 16 << 20)
    for statements in [[Self.endless], [text(6_000_000), text(6_000_000)]] {
      let memory = budget.reservation(for: .account(1, 2))
      connection.memory = memory
      let error = await #expect(throws: StatementError.self) { try await connection.snapshot(statements) }
      #expect(error?.reason == .outOfMemory)
      connection.memory = nil
      #expect(await connection.settle())
      withExtendedLifetime(memory) {}
    }
    #expect(budget.statistics.refusals == 2)
    let memory = budget.reservation(for: .account(1, 2))
    connection.memory = memory
    #expect(try await connection.snapshot([text(100_000)])[0].byteCount == 100_000)
    #expect(budget.statistics.held == 0)
    #expect(try await connection.snapshot([text(2_000_000)])[0].byteCount == 2_000_000)
    #expect((2_000_000..<8_000_000).contains(budget.statistics.held))
    connection.memory = nil
    withExtendedLifetime(memory) {}
  }

  @Test("PostgreSQL is stopped while it sends, before the rows fill the memory")
  func endless() async throws {
    let connection = try await connection()
    let before = try peak
    let error = await #expect(throws: StatementError.self) {
      try await connection.snapshot([.one, Self.endless, .one])
    }
    #expect(error?.reason == .answerTooLarge)
    #expect(connection.condition == .unsettled)
    #expect(await connection.settle())
    #expect(connection.condition == .idle)
    // Others take some at the same time.
    #expect(try peak - before < 512 << 20)
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
  }

  @Test("Without a limit all of it comes")
  func unlimited() async throws {
    let connection = try await connect("answer_size")
    #expect(try await connection.snapshot([text(20_000_000)])[0].byteCount == 20_000_000)
  }

  // MARK: Transactions

  private func table(_ name: String) async throws -> (Connection, count: Statement, insert: Statement) {
    let connection = try await connection()
    try await connection.execute(script: "DROP TABLE IF EXISTS \(name); CREATE TABLE \(name) (id int PRIMARY KEY)")
    return (
      connection, Statement(text: "SELECT count(*) FROM \(name)"), Statement(text: "INSERT INTO \(name) VALUES (1)")
    )
  }

  @Test("A transaction that is stopped before COMMIT is undone, and its connection is free")
  func rolledBack() async throws {
    let (connection, count, insert) = try await table("stopped")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        _ = try await transaction.run([insert])
        // COMMIT stands behind ten gigabytes.
        return try await transaction.finish([Self.endless])
      }
    }
    #expect(error?.reason == .answerTooLarge)
    #expect(error?.isCommitted == false)
    #expect(error?.isOutcomeUnknown == false)
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }

  @Test("Where COMMIT was faster the error says so", arguments: [0, 1, 2, 3, 4])
  func committed(_ repetition: Int) async throws {
    let (connection, count, insert) = try await table("committed_\(repetition)")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        _ = try await transaction.run([insert])
        return try await transaction.finish([text(Self.limit + 1)])
      }
    }
    #expect(error?.reason == .answerTooLarge)
    #expect(error?.isOutcomeUnknown == false)
    #expect(connection.condition == .idle)
    // Either way: what is said is what is there.
    #expect(try await connection.snapshot([count])[0].integer() == (error?.isCommitted == true ? 1 : 0))
  }

  @Test("Rows that are too many in the middle of a transaction undo it")
  func inTheMiddle() async throws {
    let (connection, count, insert) = try await table("middle")
    let error = await #expect(throws: StatementError.self) {
      try await connection.withTransaction { transaction in
        try await transaction.run([insert, Self.endless])
      }
    }
    #expect(error?.reason == .answerTooLarge)
    #expect(await connection.settle())
    #expect(try await connection.snapshot([count])[0].integer() == 0)
  }
}
