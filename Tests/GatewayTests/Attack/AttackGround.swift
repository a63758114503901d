import GraphQL
import Postgres
import SQL
import SampleData
import School
import TestSupport
import Testing

/// Four families in one database: the viewer's; one that is attacked; one that has rows of the viewer's very ids, which
/// the database allows, since ids are of a family; and one that makes rows. Texts of the second and third are marked.
struct AttackGround {
  /// Stands in all texts of the families that are attacked.
  static let mark = "Leaked-5c1e"
  private static let shadow = 0
  private static let foreign = 1
  private static let maker = 2

  let database: SchoolDatabase
  /// The attacked family's rows, by their types.
  let foreignIDs: [String: String]
  /// Every id that is the attacked family's.
  let secrets: Set<String>
  /// What the attacked family lets people in with: a parent and a student by name, and whoever knows the family's.
  let invitationCodes: [String]
  let familyCode: String

  var viewerFamily: UUIDValue { DemonstrationFamily.id }
  /// A parent of the attacked family.
  var victim: AccountViewer { AccountViewer(database.sample.parentAccount(of: Self.foreign)) }
  var maker: AccountViewer { AccountViewer(database.sample.parentAccount(of: Self.maker)) }

  init(_ name: String) async throws {
    database = try await WalkedSchema.recipe.database(name)
    let (foreign, shadow) = (database.sample.familyID(Self.foreign), database.sample.familyID(Self.shadow))
    // Of every subject, every course and every assignment, so that there is a page of each connection, and a row for each filter.
    try await database.run(
      """
      INSERT INTO resources (family_id, id, title, subject_id)
      SELECT family_id, gen_random_uuid(), 'Resource', id FROM subjects
      """)
    try await database.run(
      """
      INSERT INTO questions (family_id, id, assignment_id, prompt, position)
      SELECT family_id, gen_random_uuid(), id, 'Question', 1 FROM assignments
      """)
    try await database.run(
      """
      INSERT INTO study_times (family_id, id, student_id, course_id, date, minutes, note)
      SELECT courses.family_id, gen_random_uuid(), members.id, courses.id, date '2026-01-01', 10, 'Note'
      FROM courses JOIN members ON members.family_id = courses.family_id AND members.role = 'STUDENT'
      """)
    try await database.run(
      """
      INSERT INTO grade_overrides (family_id, id, student_id, course_id, grade)
      SELECT courses.family_id, gen_random_uuid(), members.id, courses.id, 90
      FROM courses JOIN members ON members.family_id = courses.family_id AND members.role = 'STUDENT' ON CONFLICT DO NOTHING
      """)
    try await database.run(
      """
      INSERT INTO notes (family_id, id, author_id, course_id, assignment_id, title, text)
      SELECT family_id, gen_random_uuid(), (SELECT min(m.id::text)::uuid FROM members m WHERE m.family_id = places.family_id),
        course_id, assignment_id, 'Note', 'Text'
      FROM (SELECT family_id, id AS course_id, NULL::uuid AS assignment_id FROM courses
        UNION ALL SELECT family_id, NULL, id FROM assignments) places
      """)
    try await database.run(
      """
      INSERT INTO note_taggings (family_id, id, note_id, note_tag_id)
      SELECT notes.family_id, gen_random_uuid(), notes.id, note_tags.id
      FROM notes JOIN note_tags ON note_tags.family_id = notes.family_id ON CONFLICT DO NOTHING
      """)
    let connection = try await Connection.connect(
      ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    try await connection.execute(script: Self.shadows(of: DemonstrationFamily.id, in: shadow))
    try await connection.execute(script: Self.marks(in: [foreign, shadow]))
    foreignIDs = try await database.rows(of: AccountViewer(database.sample.parentAccount(of: Self.foreign)))
    secrets = try await database.ids(of: foreign).union(foreignIDs.values)
    (invitationCodes, familyCode) = try await Self.codes(
      of: AccountViewer(database.sample.parentAccount(of: Self.foreign)), database)
  }

  private static func codes(of parent: AccountViewer, _ database: SchoolDatabase) async throws -> ([String], String) {
    let gateway = try TestGateway(database.app, of: database.walked)
    let answer = try await gateway.answer(
      """
      mutation {
        a: createInvitation(input: {role: PARENT}) { code } b: createInvitation(input: {role: STUDENT}) { code }
        updateFamily(input: {}) { family { code } }
      }
      """, as: parent)
    await gateway.pool.shutdown()
    let invitations = ["a", "b"].compactMap { answer.at("data", .key($0), "code")?.string }
    return (invitations, try #require(answer.at("data", "updateFamily", "family", "code")?.string))
  }

  /// Gives a family the rows of another: under their ids, and without accounts.
  private static func shadows(of family: UUIDValue, in other: UUIDValue) -> String {
    """
    DO $$
    DECLARE t record;
    BEGIN
      PERFORM set_config('session_replication_role', 'replica', true);
      FOR t IN
        SELECT relname,
          CASE relname WHEN 'members' THEN '{"account_id": null, "role": "STUDENT"}' ELSE '{}' END AS changes,
          (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
           WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
        FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND 2 = (
          SELECT count(*) FROM pg_attribute
          WHERE attrelid = c.oid AND NOT attisdropped AND attname IN ('family_id', 'id'))
      LOOP
        EXECUTE format(
          'INSERT INTO %1$I (%2$s) SELECT %2$s FROM (SELECT (jsonb_populate_record(NULL::%1$I, '
          'to_jsonb(x) || %3$L || ''{"family_id": "\(other)"}'')).* FROM %1$I x '
          'WHERE family_id = ''\(family)'') s ON CONFLICT DO NOTHING', t.relname, t.columns, t.changes);
      END LOOP;
    END $$
    """
  }

  /// Marks each text column that takes any text.
  private static func marks(in families: [UUIDValue]) -> String {
    """
    DO $$
    DECLARE place record;
    BEGIN
      PERFORM set_config('session_replication_role', 'replica', true);
      FOR place IN
        SELECT relname, a.attname FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.atttypid = 'text'::regtype
          JOIN pg_attribute f ON f.attrelid = c.oid AND f.attname = 'family_id'
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND a.attgenerated = '' AND NOT a.attisdropped
      LOOP
        BEGIN
          EXECUTE format('UPDATE %I SET %I = %L WHERE family_id = ANY (%L)', place.relname, place.attname, '\(mark)',
            '{\(families.map(\.description).joined(separator: ","))}');
        EXCEPTION WHEN check_violation OR unique_violation OR invalid_parameter_value THEN
          -- One of a few values, or one of each.
        END;
      END LOOP;
    END $$
    """
  }

  /// Rows of the viewer's own family that it may not see, by their types.
  func hidden(from viewer: AccountViewer) async throws -> [String: String] {
    let membership = try #require(viewer.membership)
    var hidden: [String: String] = [:]
    for node in try NodeType.all(in: database.walked) where !node.isForAll {
      hidden[node.type] = try await database.ids("\(node.hiddenKeys(from: membership)) ORDER BY 1 LIMIT 1").first
    }
    return hidden
  }

  /// What all rows of the families that are attacked come to.
  func checksum() async throws -> String {
    let tables = try await database.run(
      """
      SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id'
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1
      """)
    let families: SQL = """
      (\(bind: .uuid(database.sample.familyID(Self.foreign))), \(bind: .uuid(database.sample.familyID(Self.shadow))))
      """
    let parts = try (0..<tables.count).map { row -> SQL in
      let table = try #require(tables.text(row: row, column: 0))
      return """
        (SELECT string_agg(t::text, ',' ORDER BY t::text) FROM \(identifier: table) t WHERE family_id IN \(families))
        """
    }
    let sum = try await database.run("SELECT md5(concat_ws(';', \(parts.joined(separator: ", "))))")
    return try #require(sum.text(row: 0, column: 0))
  }
}

extension SchoolDatabase {
  /// A row of each type that has an id, which a viewer sees; if there is one.
  func rows(of viewer: AccountViewer) async throws -> [String: String] {
    let membership = try #require(viewer.membership)
    var rows = ["Viewer": viewer.accountID.description]
    for node in try NodeType.all(in: walked) {
      let found = try await ids(
        """
        \(node.keys(in: "\(bind: .uuid(membership.familyID))", of: "\(bind: .uuid(membership.memberID))")) ORDER BY 1 LIMIT 1
        """)
      rows[node.type] = found.first
    }
    return rows
  }
}
