import ArgumentParser
import Passwords
import Planning
import Postgres
import SQL
import Domain

/// The database as its owner sees it.
struct OwnerChecks {
  let options: OwnerOptions

  func findings() async -> [Finding] {
    guard options.url != nil || EnvironmentVariable.migrationDatabaseURL.value != nil else {
      return [.skip("owner", "MIGRATION_DATABASE_URL is not set: a server does without")]
    }
    do {
      let migrator = try Migrator.ofRelease()
      return try await options.withConnection { connection in
        let role = role(try await connection.snapshot([Self.role])[0])
        let status = try await migrator.status(on: connection)
        let functions = try await migrator.pendingFunctions(on: connection).map(\.name)
        // Without its migration the rest has nothing to look at.
        guard role.state != .fail, !status.contains(where: { $0.state == .pending }) else {
          return [role, records(status, functions)]
        }
        let data = ReferenceData(quotas: try QuotaOptions.parse([]).quotas(of: EntityMap(domain: .domain())))
        return [
          role, records(status, functions), timeZones(try await ReferenceData.differingTimeZones(on: connection)),
          storage(
            differing: try await data.differingQuotas(on: connection),
            near: try await ReferenceData.familiesNearQuotas(on: connection)),
          passwords(try await connection.snapshot([Self.passwordKeys])[0]),
        ]
      }
    } catch {
      let message = (error as? StatementError)?.message ?? "\(error)"
      return [.fail("owner", message, "see MIGRATION_DATABASE_URL, and that PostgreSQL lets this role in")]
    }
  }

  private static let role = Statement(
    text: """
      SELECT current_user::text, rolsuper::text, rolbypassrls::text,
        (SELECT count(*)::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT pg_has_role(c.relowner, 'USAGE'))
      FROM pg_roles WHERE rolname = current_user
      """)

  private func role(_ rows: Rows) -> Finding {
    func text(_ column: Int) -> String { rows.text(row: 0, column: column) ?? "" }
    if text(1) == "true" {
      return .warn("owner", "\(text(0)) is a superuser", "use a role as scripts/roles.sql makes it")
    }
    // First of all: the server's own role stands here by mistake, and is never to bypass anything.
    guard text(3) == "0" else {
      return .fail(
        "owner", "\(text(0)) does not own \(text(3)) of the tables",
        "set MIGRATION_DATABASE_URL to the role that owns the database, as hatched_owner does")
    }
    guard text(2) == "true" else {
      return .fail(
        "owner", "\(text(0)) does not bypass row-level security: its backfills and backups find no rows",
        "as a superuser: ALTER ROLE \(text(0)) BYPASSRLS")
    }
    return .ok("owner", "as \(text(0))")
  }

  private static let passwordKeys = Statement(text: "SELECT key, passwords FROM password_keys() ORDER BY key")

  /// Whether the server has the secrets that hashes of passwords name: without its secret a hash matches no password.
  private func passwords(_ rows: Rows) -> Finding {
    guard let tokens = try? TokenConfiguration().keys, let keys = try? PasswordSecrets.keys(besides: tokens) else {
      return .skip("passwords", "HATCHED_TOKEN_SECRETS is not set here")
    }
    let known = PasswordHasher.keyIDs(of: keys)
    let counts = (0..<rows.count).map { (key: rows.text(row: $0, column: 0) ?? "", count: Int(rows.int4(row: $0, column: 1) ?? 0)) }
    let lost = counts.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.count }
    guard lost == 0 else {
      return .fail(
        "passwords", "\(lost) passwords need a secret that is not configured: their owners cannot sign in",
        "put the secret back, behind the first, in HATCHED_PASSWORD_SECRETS (or HATCHED_TOKEN_SECRETS, where that is not set)")
    }
    let old = counts.filter { $0.key != known[0] }.reduce(0) { $0 + $1.count }
    let all = counts.reduce(0) { $0 + $1.count }
    return .ok("passwords", old == 0 ? "\(all)" : "\(all), of which \(old) need a secret that is not the first")
  }

  private func timeZones(_ differing: Int32) -> Finding {
    if differing == 0 { return .ok("time zones", "the names that PostgreSQL knows") }
    return .warn(
      "time zones", "\(differing) names differ from those that PostgreSQL knows",
      "run hatched migrate: an update of PostgreSQL or of the system brought other time zones")
  }

  private func storage(differing: [String], near: Int32) -> Finding {
    if !differing.isEmpty {
      return .warn(
        "storage", "the quotas in the database are others than configured: \(differing.joined(separator: ", "))",
        "run hatched migrate, with the HATCHED_QUOTAS or --quota that you want")
    }
    if near > 0 {
      return .warn(
        "storage", "\(near) families keep more than nine tenths of a quota",
        "see the table family_usage; raise a quota with hatched migrate --quota")
    }
    return .ok("storage", "no family keeps more than nine tenths of a quota")
  }

  /// - Parameter functions: The function files that are not applied.
  private func records(_ status: [MigrationStatus], _ functions: [String]) -> Finding {
    let changed = status.filter { $0.state == .changed }.map(\.name)
    let missing = status.filter { $0.state == .missing }.map(\.name)
    let pending = status.filter { $0.state == .pending }.map(\.name)
    if !changed.isEmpty {
      return .fail(
        "records", "changed since: \(changed.joined(separator: ", "))",
        "put the files back as they were applied, and make the change a migration of its own")
    }
    if !pending.isEmpty {
      return .fail("records", "not applied: \(pending.joined(separator: ", "))", "run hatched migrate")
    }
    // A later release may have replaced them: `migrations` tells.
    if !functions.isEmpty && missing.isEmpty {
      let names = functions.prefix(3).joined(separator: ", ") + (functions.count > 3 ? " and \(functions.count - 3) more" : "")
      return .warn("records", "other texts than this release has: \(names)", "run hatched migrate, unless a later release has run it")
    }
    if !missing.isEmpty {
      return .warn(
        "records", "of another release: \(missing.joined(separator: ", "))",
        "deploy the release that has them, or go on while both run")
    }
    return .ok("records", "\(status.count) migrations, as applied")
  }
}
