import Gateway
import Postgres
import SQL

/// The database as the role of background work sees it.
struct WorkerChecks {
  let options: WorkerOptions

  func findings() async -> [Finding] {
    let pool: ConnectionPool
    do {
      guard let given = try options.pool() else {
        return [
          .warn(
            "worker", "WORKER_DATABASE_URL is not set: this server does not look for overdue assignments",
            "set it, as in postgresql://hatched_worker@db/hatched, on one server at least")
        ]
      }
      pool = given
    } catch {
      return [.fail("worker", "\(error)", "set WORKER_DATABASE_URL, as in postgresql://hatched_worker@db/hatched")]
    }
    let findings = await findings(pool)
    await pool.shutdown()
    return findings
  }

  private func findings(_ pool: ConnectionPool) async -> [Finding] {
    do {
      let rows = try await pool.snapshot([Self.role], for: .process)[0]
      let reached = Finding.ok("worker", "as \(rows.text(row: 0, column: 0) ?? "")")
      guard rows.text(row: 0, column: 1) == "true" else {
        return [
          .fail(
            "worker", "the role \(rows.text(row: 0, column: 0) ?? "") may not look for overdue assignments",
            "use hatched_worker, to which the migrations grant that")
        ]
      }
      // It has no policy for what is none of its business: those tables show it nothing.
      let problems = try await Readiness(pool: pool, migrations: [String]()).examine()
      return [reached] + Finding.all(of: problems, [.role, .ownership], prefix: "worker's ")
    } catch {
      let message = (error as? StatementError)?.message ?? (error as? Readiness.Unreachable)?.message ?? "\(error)"
      return [.fail("worker", message, "see that PostgreSQL lets this role in (pg_hba.conf)")]
    }
  }

  private static let role = Statement(
    text: """
      SELECT current_user::text, coalesce(
        has_function_privilege(to_regprocedure('public.overdue_settings()'), 'EXECUTE')
        AND has_table_privilege(to_regclass('public.overdue_checks'), 'SELECT, INSERT'), false)::text
      """)
}
