import ArgumentParser
import Gateway
import Logging
import Postgres
import SQL

/// `hatched overdue`
struct Overdue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Looks for overdue assignments, or says how that goes.",
    discussion: """
      The server does this by itself, every hour, when it has WORKER_DATABASE_URL. A family is checked once in an
      hour, whoever does it, so running this beside servers notifies nobody twice.

      Examples:
        hatched overdue --once
        hatched overdue --status
      """)

  @Flag(help: "Check every family that was not checked in this hour, and end.")
  var once = false

  @Flag(help: "Say when families were checked last, and when they will be next.")
  var status = false

  @OptionGroup(title: "Database, for --once") var worker: WorkerOptions

  @OptionGroup(title: "Database, for --status") var owner: OwnerOptions

  func validate() throws {
    guard once != status else { throw ValidationError("Say either --once or --status.") }
  }

  func run() async throws {
    if status { try await printStatus() } else { try await pass() }
  }

  private func pass() async throws {
    let pool = try worker.requiredPool()
    let logger = Logger(label: "hatched", factory: { _ in LineLogHandler(format: .text) })
    let result: OverdueDetection.Result
    do {
      result = try await OverdueDetection(pool: pool).pass(logger: logger)
    } catch {
      await pool.shutdown()
      throw error.reason == .connection
        ? DatabaseRefusal(error, .worker).failure
        : CommandFailure(
          "the families could not be read: \(error.message)", advice: WorkerRole.advice.sentence, status: .wrongRole)
    }
    await pool.shutdown()
    print("checked \(result.checked) families, made \(result.notifications) notifications")
    guard result.failures == 0 else { throw CommandFailure("\(result.failures) families could not be checked") }
  }

  private func printStatus() async throws {
    let sql: SQL = """
      WITH last AS (SELECT max(hour) AS hour FROM overdue_checks) \
      SELECT coalesce(to_char(last.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), 'never'), \
      to_char((date_trunc('hour', now()) + CASE WHEN last.hour = date_trunc('hour', now()) THEN interval '1 hour' \
      ELSE interval '0' END) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), \
      (SELECT count(*) FROM overdue_checks WHERE hour = last.hour)::text, (SELECT count(*) FROM families)::text, \
      (SELECT coalesce(sum(notified), 0) FROM overdue_checks WHERE hour = last.hour)::text FROM last
      """
    let rows = try await owner.withConnection { try await $0.snapshot([sql.statement])[0] }
    func text(_ column: Int) -> String { rows.text(row: 0, column: column) ?? "" }
    print(
      """
      last check     \(text(0))
      families       \(text(2)) of \(text(3)) were checked then
      notifications  \(text(4))
      next check     \(text(1))
      """)
  }
}
