import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The rows that each role of the database sees, whatever a statement asks for.
@Suite struct RowSecurityTests {
  private static let database = Task {
    let database = try await WalkedSchema.recipe.database("row_security")
    // Several families at one school.
    try await database.run(
      """
      INSERT INTO school_families (family_id, school_id) SELECT family_id, schools.id FROM families, schools
      ON CONFLICT DO NOTHING
      """)
    try await database.run(
      """
      INSERT INTO uploads (account_id, id, home_id, name, bytes, state, received_bytes, expires_at) \
      SELECT id, gen_random_uuid(), id, 'a', 1, 'WAITING', 0, now() + interval '1 day' FROM accounts
      """)
    try await database.run(
      """
      INSERT INTO published_terms (id, kind, version, language, text, effective_at)
      VALUES (gen_random_uuid(), 'TERMS', '1', 'en', 'Text', '2999-01-01')
      """)
    try await database.run(
      "INSERT INTO accepted_terms (account_id, id) SELECT accounts.id, published_terms.id FROM accounts, published_terms")
    try await database.run(
      """
      INSERT INTO files (home_id, id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes) \
      SELECT id, gen_random_uuid(), 'a', 'text/plain', 'DOCUMENT', 1, sha256('a'), 1, 1 FROM schools
      """)
    try await database.run(
      """
      INSERT INTO school_file_uses (school_id, id, file_id, information_id) SELECT files.home_id, gen_random_uuid(), files.id, known.id \
      FROM files JOIN school_information known ON known.school_id = files.home_id ON CONFLICT DO NOTHING
      """)
    try await database.run(
      """
      INSERT INTO shopping_list_guests (family_id, id, shopping_list_id, account_id, name) \
      SELECT lists.family_id, gen_random_uuid(), lists.id, accounts.id, 'Guest' FROM shopping_lists lists
      JOIN (SELECT id FROM accounts ORDER BY id LIMIT 1) accounts ON true ON CONFLICT DO NOTHING
      """)
    try await database.run("INSERT INTO groups (id, name, join_policy) VALUES (gen_random_uuid(), 'Group', 'REQUEST')")
    try await database.run(
      """
      INSERT INTO group_memberships (family_id, id, group_id, group_family_id, display_name, state, is_moderator) \
      SELECT families.family_id, gen_random_uuid(), groups.id, gen_random_uuid(), 'Family', 'MEMBER', false FROM families, groups \
      ON CONFLICT DO NOTHING
      """)
    try await database.run(
      """
      INSERT INTO group_hidings (family_id, id, hidden_id, cause) \
      SELECT family_id, gen_random_uuid(), gen_random_uuid(), 'REPORT' FROM families
      """)
    try await database.run(
      """
      INSERT INTO family_conversations (family_id, id, conversation_id, person_id) \
      SELECT families.family_id, gen_random_uuid(), conversations.id, gen_random_uuid() FROM families, conversations ON CONFLICT DO NOTHING
      """)
    try await database.run(
      """
      INSERT INTO ticket_files (family_id, id, message_id, file_id) SELECT told.family_id, gen_random_uuid(), told.id, files.id \
      FROM ticket_messages told JOIN files ON files.home_id = told.school_id ON CONFLICT DO NOTHING
      """)
    return database
  }

  /// The scopes that a pooled connection may have: a setting that was never made, or one that went with its
  /// transaction.
  static let absentScopes: [[String: String]] = [[:], ["hatched.family_id": "", "hatched.account_id": ""]]

  @Test("Without a scope the server's role sees no row of any table", arguments: absentScopes)
  func withoutScope(_ scope: [String: String]) async throws {
    let database = try await Self.database.value
    let tables = try await database.tables
    #expect(tables.count >= 7)
    for table in tables {
      let count: SQL = "SELECT count(*)::text FROM \(identifier: table)"
      #expect(try await database.read(count, as: database.app, scope: scope) == ["0"], "\(table)")
      #expect(try await database.read(count, as: database.owner) != ["0"], "\(table) has rows")
    }
  }

  @Test("In a family's scope the role sees the family's rows, and no other's", arguments: ["app", "worker"])
  func familyScope(_ role: String) async throws {
    let database = try await Self.database.value
    let family = database.sample.familyID(1).description
    var tables: [String] = []
    for table in try await database.familyTables {
      // A worker may read the ids of all families (see below), and what its work needs.
      if role == "worker" {
        let mayRead = try await database.mayRead(table, "hatched_worker")
        guard table != "families", mayRead else { continue }
      }
      tables.append(table)
    }
    #expect(tables.count >= 4)
    for table in tables {
      let families = try await database.read(
        "SELECT DISTINCT family_id::text FROM \(identifier: table)",
        as: database.superuser.user("hatched_\(role)"), scope: ["hatched.family_id": family])
      #expect(families == [family], "\(table)")
    }
  }

  @Test("In an account's scope the server's role sees the account and its sessions alone")
  func accountScope() async throws {
    let database = try await Self.database.value
    let account = database.sample.parentAccount(of: 1)
    let scope = ["hatched.account_id": account.account.description]
    #expect(
      try await database.read("SELECT id::text FROM accounts", as: database.app, scope: scope)
        == [account.account.description])
    #expect(
      try await database.read("SELECT id::text FROM sessions", as: database.app, scope: scope)
        == [account.session.description])
    #expect(try await database.read("SELECT id::text FROM members", as: database.app, scope: scope) == [])
  }

  @Test("Without a scope a worker reads the ids of all families, and no member")
  func worker() async throws {
    let database = try await Self.database.value
    let worker = database.superuser.user("hatched_worker")
    let families: SQL = "SELECT family_id::text FROM families ORDER BY family_id"
    let ids = try await database.read(families, as: worker)
    #expect(ids.count == database.sample.count + 1)
    #expect(try await ids == database.read(families, as: database.owner))
    #expect(try await database.read("SELECT id::text FROM members", as: worker) == [])
  }

  @Test(
    "A worker is refused",
    arguments: [
      "SELECT name FROM families", "SELECT * FROM accounts", "SELECT * FROM sessions", "SELECT * FROM invitations",
      "SELECT * FROM join_requests", "SELECT own_join_requests()", "SELECT address FROM messages",
    ])
  func workerRefused(_ query: String) async throws {
    let database = try await Self.database.value
    let error = await #expect(throws: StatementError.self) {
      try await database.read("\(unescaped: query)", as: database.superuser.user("hatched_worker"))
    }
    #expect(error?.reason == .statement(.insufficientPrivilege))
  }

  @Test(
    "The server's role reads no secret",
    arguments: [
      "SELECT token_hash FROM refresh_tokens", "SELECT code_hash FROM invitations", "SELECT count FROM attempts",
      "SELECT hash FROM used_identity_tokens", "SELECT address FROM messages", "SELECT claim_message(NULL, NULL, 1)",
      "SELECT claim_pushes(NULL, NULL, 1, 1, NULL)", "SELECT finish_pushes(NULL, NULL)", "SELECT token FROM push_device(NULL)",
      "SELECT hash FROM used_identity_tokens", "SELECT hash FROM passwords", "SELECT token_hash FROM known_devices",
      "SELECT id FROM address_codes", "SELECT address FROM sign_in_addresses",
      "SELECT code_hash FROM staff_invitation_codes", "SELECT stamp FROM place_versions", "SELECT text FROM published_terms",
    ])
  func appRefused(_ query: String) async throws {
    let database = try await Self.database.value
    let error = await #expect(throws: StatementError.self) {
      try await database.read("\(unescaped: query)", as: database.app)
    }
    #expect(error?.reason == .statement(.insufficientPrivilege))
  }

  @Test("The server's role changes nobody's role, family or account, and opens no invitation again")
  func unchangeable() async throws {
    let database = try await Self.database.value
    let columns: SQL = """
      SELECT relname || '.' || attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT attisdropped
        AND attname IN ('id', 'family_id', 'role', 'subject', 'token_hash', 'code_hash', 'disabled_at', 'session_id')
        AND has_column_privilege('hatched_app', attrelid, attnum, 'UPDATE')
        AND NOT EXISTS (
          SELECT FROM pg_trigger
          WHERE tgrelid = attrelid AND tgfoid = 'refuse_fixed_columns'::regproc AND tgenabled = 'O' AND attnum = ANY (tgattr))
      """
    #expect(try await database.read(columns, as: database.superuser) == [])
  }

  @Test("The columns that mutations name are columns of their tables")
  func namedColumns() async throws {
    let database = try await Self.database.value
    let named = try WalkedSchema.recipe.map.namedColumns
    #expect(named.count > 10)
    for (table, columns) in named {
      let query: SQL = "SELECT attname::text FROM pg_attribute WHERE attrelid = \(bind: .text(table))::regclass"
      let known = try await database.read(query, as: database.superuser)
      #expect(columns.subtracting(known) == [], "\(table)")
    }
  }

  @Test("No scope but a UUID is taken: the statement fails")
  func malformedScope() async throws {
    let database = try await Self.database.value
    let error = await #expect(throws: StatementError.self) {
      try await database.read(
        "SELECT name FROM members", as: database.app, scope: ["hatched.family_id": "' OR true --"])
    }
    #expect(error?.reason == .statement(.invalidTextRepresentation))
  }
}

extension SQLState {
  fileprivate static let insufficientPrivilege = SQLState(rawValue: "42501")
  fileprivate static let invalidTextRepresentation = SQLState(rawValue: "22P02")
}

extension SchoolDatabase {
  /// The tables that the server's role may read, but the records of migrations and function files, and the epoch, which is the same for all.
  fileprivate var tables: [String] {
    get async throws {
      try await read(
        """
        SELECT relname::text FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND relname NOT IN ('schema_migrations', 'function_files', 'version_epochs')
          AND has_table_privilege('hatched_app', oid, 'SELECT')
        """, as: superuser)
    }
  }

  fileprivate func mayRead(_ table: String, _ role: String) async throws -> Bool {
    try await read(
      "SELECT has_table_privilege(\(bind: .text(role)), \(bind: .text(table)), 'SELECT')::text", as: superuser) == ["true"]
  }

  fileprivate var familyTables: [String] {
    get async throws { try await read("SELECT name FROM \(CatalogRule.familyTables) AS scoped", as: superuser) }
  }

  /// The first column of a query, which must be text, in a transaction with these settings.
  @discardableResult
  fileprivate func read(
    _ query: SQL, as address: DatabaseAddress, scope: [String: String] = [:]
  ) async throws -> [String] {
    let settings = scope.map { name, value -> SQL in
      "SELECT set_config(\(bind: .text(name)), \(bind: .text(value)), true)"
    }
    let connection = try await Connection.connect(ConnectionConfiguration(address: address), reactor: Reactor())
    let results = try await connection.snapshot((settings + [query]).map(\.statement))
    return try #require(results.last).texts
  }
}
