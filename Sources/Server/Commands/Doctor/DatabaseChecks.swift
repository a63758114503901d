import Foundation
import Gateway
import Postgres
import SQL

/// The database as the server's role sees it. `Readiness` reports the problems that keep a server from serving.
struct DatabaseChecks {
  let options: DatabaseOptions
  let worker: WorkerOptions

  func findings() async -> [Finding] {
    let pool: ConnectionPool
    do {
      pool = try ConnectionPool(try options.poolConfiguration())
    } catch {
      return [.fail("database", "\(error)", "set DATABASE_URL, as in postgresql://hatched_app@db/hatched")]
    }
    let findings: [Finding]
    do throws(StatementError) {
      let (facts, difference) = try await facts(pool)
      findings =
        [reached(facts, pool), version(facts), collation(facts), clock(difference), encryption(facts)] + connections(facts)
        + [settings(facts), defaults(facts), vacuum(facts), await statements(pool)] + (await locks(pool))
    } catch {
      findings = [unreachable(error, pool)]
    }
    await pool.shutdown()
    return findings
  }

  private func unreachable(_ error: StatementError, _ pool: ConnectionPool) -> Finding {
    .fail("database", error.message, DatabaseRefusal(error, .app).advice)
  }

  // MARK: Facts

  private struct Facts {
    let columns: [String]
    subscript(_ name: String) -> String {
      Self.queries.firstIndex { $0.name == name }.map { columns[$0] } ?? ""
    }
    func number(_ name: String) -> Int { Int(self[name]) ?? 0 }

    static let queries: [(name: String, sql: SQL)] = [
      ("clock", "extract(epoch FROM clock_timestamp())"),
      ("version", "current_setting('server_version')"),
      ("version number", "current_setting('server_version_num')"),
      ("user", "current_user"),
      ("database", "current_database()"),
      ("max_connections", "current_setting('max_connections')"),
      ("reserved", "current_setting('superuser_reserved_connections')"),
      ("role limit", "(SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user)"),
      ("database limit", "(SELECT datconnlimit FROM pg_database WHERE datname = current_database())"),
      ("plan_cache_mode", "current_setting('plan_cache_mode')"),
      ("recovery", "pg_is_in_recovery()"),
      ("read only", "current_setting('default_transaction_read_only')"),
      ("encoding", "current_setting('server_encoding')"),
      ("stale collations", staleCollations),
      ("fsync", "current_setting('fsync')"),
      ("full_page_writes", "current_setting('full_page_writes')"),
      ("synchronous_commit", "current_setting('synchronous_commit')"),
      ("timezone", "current_setting('TimeZone')"),
      ("autovacuum", "current_setting('autovacuum')"),
      ("search_path", "current_setting('search_path')"),
      ("temporary tables", "has_database_privilege(current_database(), 'TEMPORARY')"),
      (
        "large objects",
        """
        (SELECT bool_or(has_function_privilege(oid, 'EXECUTE')) FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace AND proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import'))
        """
      ),
      ("pages", "(SELECT relpages FROM pg_class WHERE oid = to_regclass('assignments'))"),
      ("vacuumed pages", "(SELECT relallvisible FROM pg_class WHERE oid = to_regclass('assignments'))"),
      ("encrypted", "coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)"),
      (
        "near",
        "coalesce(inet_server_addr() <<= '127.0.0.0/8'::inet OR inet_server_addr() = '::1'::inet, true)"
      ),
    ]

    /// The collations whose library has another version than when they were created: `"und-x-icu"`, by which names sort
    /// (see the migration `0028_order_of_names`), and that of the database.
    private static let staleCollations: SQL = """
      SELECT string_agg(name, ', ') FROM (
        SELECT quote_ident(collname) AS name FROM pg_collation
        WHERE collname = 'und-x-icu' AND collnamespace = 'pg_catalog'::regnamespace
          AND collversion <> pg_collation_actual_version(oid)
        UNION ALL SELECT 'that of the database' FROM pg_database
        WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)
      ) AS stale
      """

    static var statement: Statement {
      let columns = queries.map { "(\($0.sql))::text" as SQL }.joined(separator: ", ")
      return ("SELECT \(columns)" as SQL).statement
    }
  }

  /// - Returns: what PostgreSQL says, and by how many seconds its clock is before this machine's.
  private func facts(_ pool: ConnectionPool) async throws(StatementError) -> (Facts, difference: Double) {
    // So that the connection is there when the time is asked for.
    _ = try await pool.snapshot([Facts.statement], for: .process)
    let before = Date().timeIntervalSince1970
    let rows = try await pool.snapshot([Facts.statement], for: .process)[0]
    let after = Date().timeIntervalSince1970
    let facts = Facts(columns: Facts.queries.indices.map { rows.text(row: 0, column: $0) ?? "" })
    return (facts, (Double(facts["clock"]) ?? 0) - (before + after) / 2)
  }

  // MARK: Checks

  private func reached(_ facts: Facts, _ pool: ConnectionPool) -> Finding {
    .ok("database", "\(facts["database"]), as \(facts["user"]) (\(pool.configuration.connection.address))")
  }

  private func version(_ facts: Facts) -> Finding {
    guard facts.number("version number") >= 150_000 else {
      return .fail("version", "PostgreSQL \(facts["version"])", "use PostgreSQL 15 or later")
    }
    guard facts["encoding"] == "UTF8" else {
      return .fail("version", "the database's encoding is \(facts["encoding"])", "make it anew with the encoding UTF8")
    }
    return .ok("version", "PostgreSQL \(facts["version"])")
  }

  /// An index keeps the order that a collation had when it was built: with another order it does not find what it has.
  private func collation(_ facts: Facts) -> Finding {
    let stale = facts["stale collations"]
    if stale.isEmpty { return .ok("collation", "the version that the indexes were built with") }
    return .warn(
      "collation", "the library of a collation has another version than when it was created (\(stale)): "
        + "lists by name may leave rows out",
      "REINDEX DATABASE \(facts["database"]); then, as a superuser, ALTER COLLATION pg_catalog.\"und-x-icu\" REFRESH "
        + "VERSION and ALTER DATABASE \(facts["database"]) REFRESH COLLATION VERSION")
  }

  private func clock(_ difference: Double) -> Finding {
    let text = "PostgreSQL's is \(String(format: "%.3f", abs(difference))) s \(difference < 0 ? "behind" : "ahead")"
    let advice = "keep both clocks by NTP: sessions end by one, and their tokens by the other"
    if abs(difference) > 30 { return .fail("clock", text, advice) }
    if abs(difference) > 2 { return .warn("clock", text, advice) }
    return .ok("clock", text)
  }

  private func encryption(_ facts: Facts) -> Finding {
    if facts["encrypted"] == "true" { return .ok("encryption", "by TLS") }
    if facts["near"] == "true" { return .ok("encryption", "none, and none is needed on one machine") }
    return .warn(
      "encryption", "passwords and children's records go to PostgreSQL in clear text",
      "let PostgreSQL have a certificate, and add sslmode=verify-full to the addresses")
  }

  private func connections(_ facts: Facts) -> [Finding] {
    let needed = options.poolSize + ((try? worker.pool()) == nil ? 0 : WorkerOptions.connections)
    let room = ConnectionRoom(
      maximum: facts.number("max_connections"), reserved: facts.number("reserved"), roleLimit: facts.number("role limit"),
      databaseLimit: facts.number("database limit"))
    let (allowed, why) = (room.allowed, room.setting)
    let text = "a server holds \(needed) at most; \(why) allows \(allowed)"
    if needed > allowed {
      return [.fail("connections", text, "lower --pool-size, or raise \(why)")]
    }
    if 2 * needed > allowed {
      return [
        .warn("connections", text + ": there is no room for a second server", "lower --pool-size, or raise \(why)")
      ]
    }
    return [.ok("connections", text)]
  }

  private func settings(_ facts: Facts) -> Finding {
    if facts["recovery"] == "true" {
      return .fail("settings", "this is a replica, on which nothing can be changed", "set DATABASE_URL to the primary")
    }
    if facts["read only"] == "on" {
      return .fail(
        "settings", "default_transaction_read_only is on: nothing can be changed",
        "turn it off, or see why it is on: the disk may be full")
    }
    if facts["timezone"] != "UTC" {
      return .fail(
        "settings", "TimeZone is \(facts["timezone"]), and not what was asked for",
        "remove what overrides it from DATABASE_URL (options); behind a pooler, use --prepared-statements off")
    }
    let unsafe = ["fsync", "full_page_writes", "synchronous_commit"].filter { facts[$0] == "off" }
    guard unsafe.isEmpty else {
      return .warn(
        "settings",
        "\(unsafe.joined(separator: ", ")) is off: what was acknowledged may be lost when the machine fails",
        "turn it on, but for tests")
    }
    if options.preparedStatements == .on, facts["plan_cache_mode"] != "force_generic_plan" {
      return .warn(
        "settings", "plan_cache_mode is \(facts["plan_cache_mode"]): some lists are planned anew each time",
        "remove what overrides it from DATABASE_URL (options)")
    }
    return .ok("settings", "plan_cache_mode \(facts["plan_cache_mode"]); what was acknowledged is on disk")
  }

  /// The privileges that PostgreSQL grants everyone, and that scripts/database.sql revokes.
  private func defaults(_ facts: Facts) -> Finding {
    var problems = ["temporary tables", "large objects"].filter { facts[$0] == "true" }.map { "the role may make \($0)" }
    if facts["search_path"] != "public, pg_temp" { problems.append("search_path is \(facts["search_path"])") }
    guard problems.isEmpty else {
      return .warn(
        "defaults", problems.joined(separator: "; "),
        "as a superuser: psql -f scripts/database.sql \(facts["database"])")
    }
    return .ok("defaults", "the role makes no temporary tables and no large objects; names are those of public")
  }

  /// Lists are read from indexes alone where a vacuum has seen the rows since they changed: see the migration
  /// `0020_family_rows_in_indexes`.
  private func vacuum(_ facts: Facts) -> Finding {
    guard facts["autovacuum"] == "on" else {
      return .warn(
        "vacuum", "autovacuum is off: tables grow with each change, and lists are read from them page by page",
        "turn autovacuum on")
    }
    let pages = facts.number("pages")
    // A small table says little about vacuum, and costs little.
    guard pages >= 100 else { return .ok("vacuum", "autovacuum is on") }
    let share = facts.number("vacuumed pages") * 100 / pages
    let text = "autovacuum is on; a vacuum has seen \(share) % of assignments since they changed"
    if share >= 50 { return .ok("vacuum", text) }
    return .warn(
      "vacuum", text + ": lists of the others are read page by page",
      "as the owner: VACUUM assignments; if that does not last, see what keeps autovacuum from it (old transactions)")
  }

  /// A statement that was prepared by one process of PostgreSQL and is executed by another fails: so it is behind a
  /// pooler in transaction mode. A pooler has a connection's process be another than the one that the connection knows.
  private func statements(_ pool: ConnectionPool) async -> Finding {
    guard options.preparedStatements == .on else {
      return .ok("statements", "not prepared: slower, and fit for a pooler in transaction mode")
    }
    do {
      let isDirect = try await pool.withConnection(for: .process) { connection in
        let rows = try await connection.snapshot([Statement(text: "SELECT pg_backend_pid()")])[0]
        return rows.int4(row: 0, column: 0) == connection.processID
      }
      if isDirect { return .ok("statements", "prepared") }
      return .warn(
        "statements", "prepared, and a pooler is in between: in transaction mode they fail sooner or later",
        "use --prepared-statements off, unless the pooler keeps a connection for each session")
    } catch {
      return .fail(
        "statements", "prepared ones fail: \((error as? StatementError)?.message ?? "\(error)")",
        "behind a pooler in transaction mode, use --prepared-statements off")
    }
  }

  private func locks(_ pool: ConnectionPool) async -> [Finding] {
    let readiness = Readiness.ofRelease(pool)
    do throws(Readiness.Unreachable) {
      return Finding.all(of: try await readiness.examine(), Readiness.Check.allCases)
    } catch {
      return [.fail("locks", error.message, "see the server's log")]
    }
  }
}

extension Finding {
  /// One for each check, or for each problem that it found.
  static func all(of problems: [Readiness.Problem], _ checks: [Readiness.Check], prefix: String = "") -> [Finding] {
    checks.flatMap { check -> [Finding] in
      let found = problems.filter { $0.check == check }
      guard found.isEmpty else { return found.map { .fail(prefix + check.rawValue, $0.message, check.advice) } }
      return [.ok(prefix + check.rawValue, check.promise)]
    }
  }
}

extension Readiness.Check {
  /// The text of a check without problems.
  fileprivate var promise: String {
    switch self {
    case .migrations: "all applied, none changed since"
    case .role: "no superuser, bypasses no policy, and cannot become a role that does"
    case .ownership: "the role owns nothing"
    case .rowSecurity: "forced on every table with rows of a family or an account"
    case .policies: "each compares the scope of what is read and of what is written"
    case .privileges: "none that goes around the policies"
    }
  }
}
