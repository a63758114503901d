import GraphQL
import Postgres
import SQL
import SampleData
import Domain
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
  /// The codes that admit people to the attacked family: an invitation for a parent and one for a student, and the
  /// family's code.
  let invitationCodes: [String]
  let familyCode: String

  var viewerFamily: UUIDValue { DemonstrationFamily.id }
  /// Where the attacked family is registered, and a parent of it is an administrator.
  static let foreignSchool = "0198f000-0000-7000-8fff-00000000a770"
  /// A parent of the attacked family.
  var victim: AccountViewer { AccountViewer(database.sample.parentAccount(of: Self.foreign)) }
  var maker: AccountViewer { AccountViewer(database.sample.parentAccount(of: Self.maker)) }

  init(_ name: String) async throws {
    database = try await WalkedSchema.recipe.database(name)
    let (foreign, shadow) = (database.sample.familyID(Self.foreign), database.sample.familyID(Self.shadow))
    // Resources of every subject, every course and every assignment, so that there is a page of each connection, and
    // a row for each filter.
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
    // A guest who is nobody here.
    try await database.run("INSERT INTO accounts (id, name) VALUES ('0198f000-0000-7000-8fff-00000000a771', 'Guest')")
    try await database.run(
      """
      INSERT INTO shopping_list_guests (family_id, id, shopping_list_id, account_id, name)
      SELECT family_id, gen_random_uuid(), id, '0198f000-0000-7000-8fff-00000000a771', 'Guest' FROM shopping_lists
      """)
    let connection = try await Connection.connect(
      ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    try await connection.execute(script: Self.shadows(of: DemonstrationFamily.id, in: shadow))
    try await connection.execute(script: Self.marks(in: [foreign, shadow]))
    let victim = database.sample.parentAccount(of: Self.foreign)
    foreignIDs = try await database.rows(of: AccountViewer(victim)).merging(
      Self.schoolRows(of: victim, in: database)) { $1 }
    secrets = try await database.ids(of: foreign).union(foreignIDs.values)
    (invitationCodes, familyCode) = try await Self.codes(
      of: AccountViewer(database.sample.parentAccount(of: Self.foreign)), database)
  }

  /// Attacks on the ways to sign in are more than an account may try in an hour.
  func forgetAttempts(_ attack: Attack) async throws {
    if attack.document.contains("unlinkSignIn") { try await database.run("DELETE FROM attempts") }
  }

  /// A school of the attacked family, with a row of each type.
  private static func schoolRows(of victim: SampleAccount, in database: SchoolDatabase) async throws -> [String: String] {
    let ids = [
      "School": foreignSchool, "SchoolClass": newID(), "SchoolStaffMember": newID(), "StaffInvitation": newID(),
      "SchoolStudent": newID(), "CardReader": newID(), "StaffDevice": newID(), "Upload": newID(), "File": newID(),
      "Announcement": newID(), "SchoolEvent": newID(), "SchoolActivity": newID(), "SchoolInformation": newID(),
      "SchoolPerson": newID(), "SchoolPost": newID(), "SchoolComment": newID(), "SchoolReport": newID(),
      "SchoolAlbum": newID(), "SchoolPicture": newID(), "Conversation": newID(), "ConversationMessage": newID(),
      "Ticket": newID(), "TicketMessage": newID(), "Provider": newID(), "Service": newID(), "BusyTime": newID(),
      "Group": newID(), "GroupFamily": newID(), "GroupRequest": newID(), "GroupPost": newID(), "GroupComment": newID(),
    ]
    func id(_ type: String) -> SQL { "\(bind: .text(ids[type] ?? ""))::uuid" }
    let rows: [SQL] = [
      "INSERT INTO schools (id, name, address, time_zone) VALUES (\(id("School")), \(bind: .text(mark)), \(bind: .text(mark)), 'UTC')",
      """
      INSERT INTO school_classes (school_id, id, name, grade)
      VALUES (\(id("School")), \(id("SchoolClass")), \(bind: .text(mark)), \(bind: .text(mark)))
      """,
      """
      INSERT INTO school_staff (school_id, id, account_id, name, role)
      VALUES (\(id("School")), \(id("SchoolStaffMember")), \(bind: .uuid(victim.account)), \(bind: .text(mark)), 'ADMINISTRATOR')
      """,
      """
      INSERT INTO staff_invitations (school_id, id, role, class_ids, expires_at)
      VALUES (\(id("School")), \(id("StaffInvitation")), 'TEACHER', ARRAY[\(id("SchoolClass"))], now() + interval '1 day')
      """,
      "INSERT INTO school_families (family_id, school_id) VALUES (\(bind: .uuid(victim.family)), \(id("School")))",
      """
      INSERT INTO school_students (school_id, id, class_id, student_number, name)
      VALUES (\(id("School")), \(id("SchoolStudent")), \(id("SchoolClass")), '1', \(bind: .text(mark)))
      """,
      """
      INSERT INTO card_readers (school_id, id, name)
      VALUES (\(id("School")), \(id("CardReader")), \(bind: .text(mark)))
      """,
      """
      INSERT INTO staff_devices (account_id, id, platform, token)
      VALUES (\(bind: .uuid(victim.account)), \(id("StaffDevice")), 'ANDROID', \(bind: .text(mark)))
      """,
      // A provider whom no operator has admitted.
      """
      INSERT INTO providers (account_id, id, name, text, area, languages, time_zone)
      VALUES (\(bind: .uuid(victim.account)), \(id("Provider")), \(bind: .text(mark)), \(bind: .text(mark)), \(bind: .text(mark)), '{en}', 'UTC')
      """,
      """
      INSERT INTO services (account_id, id, provider_id, kind, name, text, price, currency, per, input_hash)
      VALUES (\(bind: .uuid(victim.account)), \(id("Service")), \(id("Provider")), 'PETS', \(bind: .text(mark)), \(bind: .text(mark)), 5, 'EUR',
        'HOUR', sha256('s'))
      """,
      """
      INSERT INTO provider_slots (account_id, id, provider_id, kind, is_pending, starts_at, ends_at)
      VALUES (\(bind: .uuid(victim.account)), \(id("BusyTime")), \(id("Provider")), 'BUSY', false, '2031-03-08', '2031-03-09')
      """,
    ]
    let files: [SQL] = [
      """
      INSERT INTO uploads (account_id, id, home_id, name, bytes, state, received_bytes, expires_at)
      VALUES (\(bind: .uuid(victim.account)), \(id("Upload")), \(bind: .uuid(victim.family)), \(bind: .text(mark)), 3, 'WAITING', 0,
        now() + interval '1 day')
      """,
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes)
      VALUES (\(bind: .uuid(victim.family)), \(id("File")), \(bind: .uuid(victim.account)), \(bind: .text(mark)), 'text/plain', 'DOCUMENT',
        3, sha256('abc'), 3, 3)
      """,
    ]
    let texts: [SQL] = [
      """
      INSERT INTO announcements (school_id, id, title, priority, position, grades, class_ids)
      VALUES (\(id("School")), \(id("Announcement")), \(bind: .text(mark)), 'NORMAL', 0, '{}', '{}')
      """,
      """
      INSERT INTO school_events (school_id, id, title, category, first_day, last_day, grades, class_ids)
      VALUES (\(id("School")), \(id("SchoolEvent")), \(bind: .text(mark)), 'OTHER', '2031-03-08', '2031-03-09', '{}', '{}')
      """,
      """
      INSERT INTO school_activities (
        school_id, id, title, days, start_time, end_time, first_day, last_day, exceptions, grades, class_ids)
      VALUES (\(id("School")), \(id("SchoolActivity")), \(bind: .text(mark)), '{MONDAY}', '15:00', '16:00', '2031-03-08', '2031-03-09', '{}',
        '{}', '{}')
      """,
      """
      INSERT INTO school_information (school_id, id, section, title, position, links)
      VALUES (\(id("School")), \(id("SchoolInformation")), 'POLICIES', \(bind: .text(mark)), 0, '[]')
      """,
      """
      INSERT INTO tickets (family_id, id, school_id, author_id, kind, title, state)
      SELECT members.family_id, \(id("Ticket")), \(id("School")), members.id, 'QUESTION', \(bind: .text(mark)), 'OPEN'
      FROM members WHERE members.account_id = \(bind: .uuid(victim.account))
      """,
      """
      INSERT INTO ticket_messages (family_id, id, ticket_id, is_from_staff, author_name, text) VALUES (
        \(bind: .uuid(victim.family)), \(id("TicketMessage")), \(id("Ticket")), false, \(bind: .text(mark)), \(bind: .text(mark)))
      """,
    ]
    let content: [SQL] = [
      """
      INSERT INTO school_people (school_id, id, kind, name, member_id)
      VALUES (\(id("School")), \(id("SchoolPerson")), 'PARENT', \(bind: .text(mark)), \(bind: .uuid(victim.member)))
      """,
      """
      INSERT INTO school_posts (school_id, id, author_id, author_name, author_kind, grades, class_ids, state, is_held, text)
      VALUES (\(id("School")), \(id("SchoolPost")), \(id("SchoolPerson")), \(bind: .text(mark)), 'PARENT', '{}', '{}', 'PUBLISHED', false,
        \(bind: .text(mark)))
      """,
      """
      INSERT INTO school_comments (school_id, id, post_id, author_id, author_name, author_kind, state, is_held, text)
      VALUES (\(id("School")), \(id("SchoolComment")), \(id("SchoolPost")), \(id("SchoolPerson")), \(bind: .text(mark)), 'PARENT', 'PUBLISHED',
        false, \(bind: .text(mark)))
      """,
      """
      INSERT INTO school_reports (
        school_id, id, author_id, author_kind, grades, class_ids, subject_kind, subject_id, subject_by, reason, text, state)
      VALUES (\(id("School")), \(id("SchoolReport")), \(id("SchoolPerson")), 'PARENT', '{}', '{}', 'POST', \(id("SchoolPost")),
        \(bind: .text(mark)), 'OTHER', \(bind: .text(mark)), 'OPEN')
      """,
      """
      INSERT INTO school_albums (school_id, id, title, grades, class_ids)
      VALUES (\(id("School")), \(id("SchoolAlbum")), \(bind: .text(mark)), '{}', '{}')
      """,
      """
      WITH file AS (
        INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes)
        VALUES (\(id("School")), gen_random_uuid(), \(bind: .uuid(victim.account)), \(bind: .text(mark)), 'image/png', 'PICTURE', 1,
          sha256('p'), 1, 1, 1, 1)
        RETURNING id)
      INSERT INTO school_pictures (school_id, id, album_id, file_id, author_id, author_name, author_kind, state, is_held, text)
      SELECT \(id("School")), \(id("SchoolPicture")), \(id("SchoolAlbum")), file.id, \(id("SchoolPerson")), \(bind: .text(mark)), 'STAFF',
        'PUBLISHED', false, \(bind: .text(mark)) FROM file
      """,
      """
      INSERT INTO groups (id, name, text, join_policy)
      VALUES (\(id("Group")), \(bind: .text(mark)), \(bind: .text(mark)), 'INVITATION')
      """,
      """
      INSERT INTO group_families (group_id, id, display_name, is_moderator)
      VALUES (\(id("Group")), \(id("GroupFamily")), \(bind: .text(mark)), true)
      """,
      """
      INSERT INTO group_memberships (family_id, id, group_id, group_family_id, display_name, state, is_moderator)
      VALUES (\(bind: .uuid(victim.family)), gen_random_uuid(), \(id("Group")), \(id("GroupFamily")), \(bind: .text(mark)), 'MEMBER', true)
      """,
      """
      INSERT INTO group_requests (group_id, id, display_name) VALUES (\(id("Group")), \(id("GroupRequest")), \(bind: .text(mark)))
      """,
      """
      INSERT INTO group_posts (group_id, id, author_id, author_name, state, text)
      VALUES (\(id("Group")), \(id("GroupPost")), \(id("GroupFamily")), \(bind: .text(mark)), 'PUBLISHED', \(bind: .text(mark)))
      """,
      """
      INSERT INTO group_comments (group_id, id, post_id, post_author_id, post_state, author_id, author_name, state, text)
      VALUES (\(id("Group")), \(id("GroupComment")), \(id("GroupPost")), \(id("GroupFamily")), 'PUBLISHED', \(id("GroupFamily")),
        \(bind: .text(mark)), 'PUBLISHED', \(bind: .text(mark)))
      """,
      """
      INSERT INTO conversations (home_id, id, kind, title, audience)
      VALUES (\(id("School")), \(id("Conversation")), 'SCHOOL', \(bind: .text(mark)), ARRAY[\(id("SchoolPerson"))])
      """,
      """
      INSERT INTO conversation_people (home_id, id, conversation_id, person_id, is_reader, follows, audience)
      VALUES (\(id("School")), gen_random_uuid(), \(id("Conversation")), \(id("SchoolPerson")), false, false, '{}')
      """,
      """
      INSERT INTO conversation_messages (
        home_id, id, conversation_id, author_id, author_name, author_kind, state, is_held, text, audience)
      VALUES (\(id("School")), \(id("ConversationMessage")), \(id("Conversation")), \(id("SchoolPerson")), \(bind: .text(mark)), 'PARENT',
        'PUBLISHED', false, \(bind: .text(mark)), '{}')
      """,
    ]
    for row in rows + files + texts + content { try await database.run(row) }
    let added = try database.walked.addedTypesOfSchools
    try await database.execute(script: GeneratedRows.script(besides: database.knownTables, and: added.values.sorted()))
    var all = ids
    for (type, table) in added {
      all[type] = try await database.ids(
        "SELECT id FROM \(identifier: table) WHERE school_id = \(id("School")) ORDER BY 1 LIMIT 1").first
    }
    return all
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

  /// Gives a family the rows of another: under their ids, without accounts, and at no school, whose staff find students by their
  /// ids alone.
  private static func shadows(of family: UUIDValue, in other: UUIDValue) -> String {
    """
    DO $$
    DECLARE t record;
    BEGIN
      PERFORM set_config('session_replication_role', 'replica', true);
      FOR t IN
        SELECT relname,
          CASE
            WHEN relname = 'members' THEN '{"account_id": null, "role": "STUDENT"}'
            WHEN relname = 'enrolments'
              THEN '{"staff_school_id": null, "class_id": null, "state": "ENDED", "ended_at": "2026-01-01T00:00:00Z"}'
            WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'staff_school_id')
              THEN '{"staff_school_id": null, "class_id": null}'
            ELSE '{}' END AS changes,
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
          -- The value of an enum.
          AND (relname, a.attname) <> ('notifications', 'event')
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
    var hidden = DemonstrationFamily.administeredRows
    for node in try NodeType.all(in: database.walked) where !node.isForAll {
      hidden[node.type] = try await database.ids("\(node.hiddenKeys(from: membership)) ORDER BY 1 LIMIT 1").first
    }
    return hidden
  }

  /// A checksum of all rows of the attacked families.
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
    let ofSchools = try await database.run(
      """
      SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'school_id'
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'school_families' ORDER BY 1
      """).texts
    let school: SQL = "\(bind: .text(Self.foreignSchool))::uuid"
    let schoolParts = ofSchools.map { table -> SQL in
      "(SELECT string_agg(t::text, ',' ORDER BY t::text) FROM \(identifier: table) t WHERE school_id = \(school))"
    } + ["(SELECT t::text FROM schools t WHERE id = \(school))"]
    let sum = try await database.run("SELECT md5(array_to_string(ARRAY[\((parts + schoolParts).joined(separator: ", "))], ';', '-'))")
    return try #require(sum.text(row: 0, column: 0))
  }
}

extension DemonstrationFamily {
  /// A row of each type that only administrators of the demonstration school see.
  static var administeredRows: [String: String] {
    [
      "SchoolStaffMember": DemonstrationStaff.teacher.id.description,
      "StaffInvitation": openStaffInvitationID.description,
      "CardReader": cardReaderID.description,
    ]
  }
}

extension SchoolDatabase {
  /// A row of each type that has an id, which a viewer sees; if there is one.
  func rows(of viewer: AccountViewer) async throws -> [String: String] {
    let membership = try #require(viewer.membership)
    var rows = DemonstrationFamily.administeredRows
    rows["Viewer"] = viewer.accountID.description
    rows["School"] = DemonstrationFamily.schoolID.description
    rows["SchoolClass"] = DemonstrationClass.owls.id.description
    for node in try NodeType.all(in: walked) {
      let found = try await ids(
        """
        \(node.keys(in: "\(bind: .uuid(membership.familyID))", of: "\(bind: .uuid(membership.memberID))")) ORDER BY 1 LIMIT 1
        """)
      rows[node.type] = found.first
    }
    // The same rows as staff see them.
    for (own, staff) in try walked.map.views(in: .enrolment) { rows[staff] = rows[own] }
    let texts = [
      "Announcement": "announcements", "SchoolEvent": "school_events", "SchoolActivity": "school_activities",
      "SchoolInformation": "school_information", "SchoolAlbum": "school_albums", "SchoolPicture": "school_pictures",
    ]
    for (type, table) in try walked.addedTypesOfSchools.merging(texts, uniquingKeysWith: { $1 }) {
      rows[type] = try await ids(
        "SELECT id FROM \(identifier: table) WHERE school_id = \(bind: .uuid(DemonstrationFamily.schoolID)) ORDER BY 1 LIMIT 1").first
    }
    rows["ClassStudent"] = try await ids(
      "SELECT id FROM enrolments WHERE family_id = \(bind: .uuid(membership.familyID)) AND state <> 'ENDED' ORDER BY 1 LIMIT 1").first
    rows["ClassGuardian"] = try await ids(
      "SELECT id FROM pickup_guardians WHERE family_id = \(bind: .uuid(membership.familyID)) ORDER BY 1 LIMIT 1").first
    rows["SchoolNotice"] = try await ids(
      "SELECT id FROM school_notices WHERE family_id = \(bind: .uuid(membership.familyID)) ORDER BY 1 LIMIT 1").first
    let tickets: SQL = "FROM tickets WHERE family_id = \(bind: .uuid(membership.familyID)) AND author_id = \(bind: .uuid(membership.memberID))"
    rows["Ticket"] = try await ids("SELECT id \(tickets) ORDER BY 1 LIMIT 1").first
    rows["TicketMessage"] = try await ids(
      "SELECT told.id FROM ticket_messages told WHERE told.ticket_id IN (SELECT id \(tickets)) ORDER BY 1 LIMIT 1").first
    rows["SchoolStudent"] = DemonstrationFamily.rollEntryID.description
    rows["Provider"] = DemonstrationProvider.id.description
    rows["Service"] = DemonstrationProvider.lessonsID.description
    rows["ProviderBooking"] = rows["Booking"]
    rows["SchoolPost"] = DemonstrationFamily.postID.description
    rows["SchoolReport"] = DemonstrationFamily.openReportID.description
    rows["SchoolComment"] = try await ids("SELECT id FROM school_comments WHERE state = 'PUBLISHED' ORDER BY 1 LIMIT 1").first
    rows["Group"] = DemonstrationFamily.groupID.description
    rows["GroupFamily"] = DemonstrationFamily.groupFamilyID.description
    rows["GroupRequest"] = DemonstrationFamily.groupRequestID.description
    rows["GroupPost"] = DemonstrationFamily.groupPostID.description
    rows["GroupComment"] = DemonstrationFamily.groupCommentID.description
    rows["Conversation"] = DemonstrationFamily.conversationID.description
    rows["ConversationMessage"] = DemonstrationFamily.messageID.description
    rows["SchoolPerson"] = try await ids(
      "SELECT id FROM school_people WHERE account_id = \(bind: .uuid(viewer.accountID)) ORDER BY 1 LIMIT 1").first
    return rows
  }
}
