import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The posts of the demonstration's school, for tests that change them. Mia is in the Owls, of grade 2, with Thea Becker; Leo, who has an
/// account, in the Foxes, of grade 5, with Omar Nasser. Both parents have an account, and another family is enrolled in the Owls.
struct PostGround {
  static let school = DemonstrationFamily.schoolID
  static let (owls, foxes) = (DemonstrationClass.owls.id, DemonstrationClass.foxes.id)

  let pickup: PickupGround
  /// A parent of another family, with a student in the Owls.
  let neighbour: AccountViewer

  static func run(_ name: String, postsBy: String = "EVERYONE", _ body: (PostGround) async throws -> Void) async throws {
    try await PickupGround.run("posts_\(name)") { ground in
      for table in ["school_posts", "school_reports", "content_hidings", "school_albums"] { try await ground.database.run(SQL("DELETE FROM \(identifier: table)")) }
      try await ground.database.run("UPDATE schools SET posts_by = \(bind: .text(postsBy))")
      try await ground.database.run("UPDATE consents SET withdrawn_at = NULL WHERE kind = 'MESSAGES'")
      let neighbour = try await ground.stranger()
      let family = try #require(neighbour.membership).familyID
      try await ground.database.run(
        """
        INSERT INTO enrolments (family_id, id, student_id, school_id, staff_school_id, class_id, state, student_name, student_number)
        SELECT members.family_id, gen_random_uuid(), members.id, \(bind: .uuid(school)), \(bind: .uuid(school)), \(bind: .uuid(owls)),
          'CONFIRMED', members.name, '777' FROM members
        WHERE members.family_id = \(bind: .uuid(family)) AND members.role = 'STUDENT' ORDER BY members.id LIMIT 1
        """)
      try await body(PostGround(pickup: ground, neighbour: neighbour))
    }
  }

  var administrator: AccountViewer { pickup.administrator }
  var teacher: AccountViewer { pickup.teacher }
  var otherTeacher: AccountViewer { pickup.otherTeacher }
  var dispatcher: AccountViewer { pickup.dispatcher }
  var parent: AccountViewer { pickup.parent }
  var otherParent: AccountViewer { pickup.otherParent }
  var database: SchoolDatabase { pickup.database }

  /// An account without a family or a place.
  func outsider() async throws -> AccountViewer {
    let viewer = AccountViewer(accountID: .random(), sessionID: .random(), membership: nil)
    try await database.run("INSERT INTO accounts (id, name) VALUES (\(bind: .uuid(viewer.accountID)), 'Outsider')")
    try await database.run(
      """
      INSERT INTO sessions (account_id, id, expires_at)
      VALUES (\(bind: .uuid(viewer.accountID)), \(bind: .uuid(viewer.sessionID)), now() + interval '1 day')
      """)
    return viewer
  }

  func ask(_ query: String, as viewer: AccountViewer) async throws -> JSONValue { try await pickup.ask(query, as: viewer) }

  func write(_ text: String, _ fields: String = "", as viewer: AccountViewer) async throws -> JSONValue {
    try await ask(
      #"mutation { createSchoolPost(input: {schoolId: "\#(Self.school)", text: "\#(text)"\#(fields)}) { schoolPost { id state version authorKind author { id name kind } } } }"#,
      as: viewer)
  }

  /// The id of a new post.
  func post(_ text: String, _ fields: String = "", as viewer: AccountViewer) async throws -> String {
    let answer = try await write(text, fields, as: viewer)
    return try #require(answer.at("data", "createSchoolPost", "schoolPost", "id")?.string, "\(answer)")
  }

  /// The id of a new comment.
  func comment(_ text: String, on post: String, as viewer: AccountViewer) async throws -> String {
    let answer = try await ask(
      #"mutation { createSchoolComment(input: {postId: "\#(post)", text: "\#(text)"}) { schoolComment { id } } }"#, as: viewer)
    return try #require(answer.at("data", "createSchoolComment", "schoolComment", "id")?.string, "\(answer)")
  }

  /// Runs a mutation of one content.
  func act(_ mutation: String, _ id: String, _ fields: String = "", as viewer: AccountViewer) async throws -> JSONValue {
    let payload = ["approvePost", "rejectPost", "updateSchoolPost"].contains(mutation) ? "schoolPost { state }" : "id"
    return try await ask(#"mutation { \#(mutation)(input: {id: "\#(id)"\#(fields)}) { \#(payload) } }"#, as: viewer)
  }

  func texts(as viewer: AccountViewer) async throws -> [String] {
    let answer = try await ask("{ schools { posts { text } } }", as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    return (answer.at("data", "schools")?.array ?? []).flatMap { $0.at("posts")?.array ?? [] }.compactMap { $0.at("text")?.string }
  }

  /// A stored file of the school.
  func file(_ kind: String = "PICTURE", of viewer: AccountViewer) async throws -> UUIDValue {
    let id = UUIDValue.random()
    try await database.run(
      """
      INSERT INTO files (
        home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes, unused_since)
      VALUES (\(bind: .uuid(Self.school)), \(bind: .uuid(id)), \(bind: .uuid(viewer.accountID)), 'f', 'image/png', \(bind: .text(kind)),
        1, sha256('p'), \(unescaped: kind == "PICTURE" ? "1, 1" : "NULL, NULL"), 1, 1, now())
      """)
    return id
  }

  /// Whether the address of a file, as a viewer reads it in a row, is good.
  func opens(_ file: UUIDValue, _ place: String, _ row: String, as viewer: AccountViewer) async throws -> Bool {
    let found = try await database.run(
      """
      SELECT FROM file_of_address(\(bind: .uuid(viewer.accountID)), \(bind: .text(place)), \(bind: .uuid(try #require(UUIDValue(row)))), \
      \(bind: .uuid(file)))
      """)
    return found.count == 1
  }

  func state(of table: String, _ id: String) async throws -> String? {
    let found = try await database.run("SELECT state FROM \(identifier: table) WHERE id = \(bind: .uuid(try #require(UUIDValue(id))))")
    return found.count == 1 ? found.text(row: 0, column: 0) : nil
  }

  /// Leo, with an account.
  func student() async throws -> AccountViewer {
    let found = try await database.run(
      """
      SELECT members.account_id, members.id, sessions.id FROM members JOIN sessions ON sessions.account_id = members.account_id
      WHERE members.family_id = \(bind: .uuid(DemonstrationFamily.id)) AND members.name LIKE 'Leo%' LIMIT 1
      """)
    return AccountViewer(
      accountID: try #require(found.uuid(row: 0, column: 0)), sessionID: try #require(found.uuid(row: 0, column: 2)),
      membership: Membership(familyID: DemonstrationFamily.id, memberID: try #require(found.uuid(row: 0, column: 1)), role: .student))
  }
}

func code(_ answer: JSONValue) -> String? { answer.at("errors", 0, "extensions", "code")?.string }
