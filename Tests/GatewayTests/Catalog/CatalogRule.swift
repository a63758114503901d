import Postgres
import SQL
import TestSupport
import Testing

/// A rule for every table, index, key, policy and role.
struct CatalogRule: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// One column of text: the names of all that breaks the rule.
  let offenders: SQL
  /// A script that breaks the rule, and the name of what breaks it then.
  let offence: String
  let offender: String
  /// The remedy for an offender: SQL where that is enough.
  var remedy: @Sendable (String) -> String = { "\($0) breaks the rule" }

  func offenders(in connection: Connection) async throws -> [String] {
    try await connection.snapshot([offenders.statement])[0].texts
  }

  /// The offenders after the script that breaks the rule, which is undone.
  func offendersAfterOffence(in connection: Connection) async throws -> [String] {
    struct Undo: Error { let offenders: [String] }
    do {
      return try await connection.withTransaction(isolation: .readCommitted) { transaction -> [String] in
        try await transaction.execute(script: offence)
        throw Undo(offenders: try await transaction.run([offenders.statement])[0].texts)
      }
    } catch let undone as Undo {
      return undone.offenders
    }
  }

  static func all(in walked: WalkedSchema? = nil) throws -> [CatalogRule] {
    let walked = try walked ?? .recipe
    return try keys + policies(walked.map) + columns + placement(TablePlacement.all() + walked.placements) + deletion(walked.map) + roles
      + texts + storage + bounds(walked) + versions + audit(walked)
  }

  /// `oid`, `name` and the number of the column `family_id` of each table that has one.
  static let familyTables: SQL = """
    (SELECT pg_class.oid, relname::text AS name, attnum AS family_id
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id' AND NOT attisdropped
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p'))
    """

  /// All tables but the record of migrations, which is public, and those that only functions reach.
  static let guardedTables: SQL = """
    (SELECT oid, relname::text AS name, relrowsecurity, relforcerowsecurity FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND relname NOT IN (
        'schema_migrations', 'function_files', 'address_codes', 'attempts', 'messages', 'used_identity_tokens', 'time_zone_names', 'storage_quotas',
        'version_epochs', 'place_versions', 'staff_invitation_codes', 'pickup_bars',
        'card_reader_tokens', 'pickup_card_codes', 'push_senders', 'enrolment_codes', 'file_tombstones', 'published_terms'))
    """

  /// The roles that row-level security must bind.
  static let boundRoles: SQL =
    "(SELECT * FROM pg_roles WHERE rolname IN ('hatched_app', 'hatched_worker'))"
}
