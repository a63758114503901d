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
      let (name, problem) = try await WorkerRole(pool: pool).examine()
      if let problem { return [.fail("worker", problem, WorkerRole.advice)] }
      // It has no policy for what is none of its business: those tables show it nothing.
      let problems = try await Readiness(pool: pool, migrations: [String]()).examine()
      return [.ok("worker", "as \(name)")] + Finding.all(of: problems, [.role, .ownership], prefix: "worker's ")
    } catch let error as StatementError {
      return [.fail("worker", error.message, DatabaseRefusal(error, .worker).advice)]
    } catch {
      let message = (error as? Readiness.Unreachable)?.message ?? "\(error)"
      return [.fail("worker", message, "see that PostgreSQL lets this role in (pg_hba.conf)")]
    }
  }
}
