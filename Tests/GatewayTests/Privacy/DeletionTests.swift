import GraphQL
import Gateway
import Planning
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How a family and an account end: nothing is left of them, and nothing of others is touched.
@Suite struct DeletionTests {
  private static let database = Task { try await SchoolDatabase("deletions", families: 2) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  private static func deleteFamily(_ name: String) -> String {
    #"mutation { deleteFamily(input: {familyName: "\#(name)"}) { id session { token } viewer { role family { id } } } }"#
  }

  private static func deleteAccount(_ confirmation: String) -> String {
    #"mutation { deleteAccount(input: {confirmation: "\#(confirmation)"}) { accountId } }"#
  }

  // MARK: A family

  @Test func `Of a family nothing is left in any table, and of others everything`() async throws {
    // A database of its own, with rows of the demonstration family in every table.
    let database = try await WalkedSchema.recipe.database("deletion_of_a_family", families: 2)
    let gateway = try TestGateway(database.app, of: database.walked)
    let talk = Conversation(gateway: gateway, database: database)
    let family = try #require(talk.elena.membership).familyID
    let tables = try await database.run("SELECT name FROM \(CatalogRule.familyTables) AS scoped").texts
    func state(_ isDeleted: Bool) async throws -> [String: String] {
      var state: [String: String] = [:]
      for table in tables {
        let condition: SQL = isDeleted ? "family_id = \(bind: .uuid(family))" : "family_id <> \(bind: .uuid(family))"
        state[table] = try await talk.text(
          """
          SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' ORDER BY t::text)), '')
          FROM \(identifier: table) AS t WHERE \(condition)
          """)
      }
      return state
    }
    for (table, rows) in try await state(true) { #expect(!rows.hasPrefix("0 "), "\(table) has rows") }
    let others = try await state(false)
    let accounts = try await talk.text("SELECT count(*)::text FROM accounts")

    let answer = try await talk.answer(Self.deleteFamily("Rivera"), as: talk.elena)
    #expect(answer.at("errors") == nil)
    #expect(answer.at("data", "deleteFamily", "id")?.string == family.description)
    #expect(answer.at("data", "deleteFamily", "viewer", "role") == .null)
    #expect(answer.at("data", "deleteFamily", "viewer", "family") == .null)
    for (table, rows) in try await state(true) { #expect(rows == "0 ", "\(table)") }
    #expect(try await state(false) == others)
    #expect(try await talk.text("SELECT count(*)::text FROM accounts") == accounts)

    // A former member is refused from the next request on.
    for viewer in [talk.elena, talk.mateo, talk.ada, talk.leo] {
      #expect(await gateway.send("{ family { id } }", as: viewer).outcome == .unauthenticated)
      var account = viewer
      account.membership = nil
      #expect(try await talk.ask("{ viewer { role family { id } } }", as: account).at("viewer", "role") == .null)
    }
    await gateway.pool.shutdown()
  }

  @Test func `Of a student who is removed with "cascade" no table has a row, and of others everything`() async throws {
    let database = try await WalkedSchema.recipe.database("deletion_of_a_student", families: 1)
    try await database.fillListTables()
    let gateway = try TestGateway(database.app, of: database.walked)
    let talk = Conversation(gateway: gateway, database: database)
    let (student, other) = try (#require(talk.ada.membership).memberID, #require(talk.leo.membership).memberID)
    // Columns of every foreign key to members, as `assignments.student_id`.
    let keys = try await database.run(
      """
      SELECT conrelid::regclass::text, attname::text
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
      WHERE contype = 'f' AND confrelid = 'members'::regclass AND attname <> 'family_id' AND atttypid = 'uuid'::regtype
      """)
    func counts(of member: UUIDValue) async throws -> [String: Int] {
      var counts: [String: Int] = [:]
      for key in 0..<keys.count {
        let (table, column) = try (#require(keys.text(row: key, column: 0)), #require(keys.text(row: key, column: 1)))
        counts["\(table).\(column)"] = try await database.run(
          "SELECT 1 FROM \(identifier: table) WHERE \(identifier: column) = \(bind: .uuid(member))").count
      }
      return counts
    }
    let before = try await counts(of: student)
    let dependents = try database.walked.map.dependents(of: "Student")
    #expect(dependents.count >= 4)
    for dependent in dependents {
      #expect(before["\(dependent.table).\(dependent.foreignKey)"] ?? 0 > 0, "\(dependent.table) has no rows of the student")
    }
    // Notifications that are of both go.
    func work(of member: UUIDValue) async throws -> [String: Int] {
      try await counts(of: member).filter { key, _ in dependents.contains { "\($0.table).\($0.foreignKey)" == key } }
    }
    let others = try await work(of: other)
    let answer = try await talk.answer(
      #"mutation { removeMember(input: {id: "\#(student)", cascade: true}) { id } }"#, as: talk.elena)
    #expect(answer.at("errors") == nil)
    #expect(try await counts(of: student).filter { $0.value > 0 } == [:])
    #expect(try await work(of: other) == others)
    await gateway.pool.shutdown()
  }

  @Test func `A family is removed by a parent who types its name, and by nobody else`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      for name in ["", "family", "Family!", "Families", "FAMILY", "F amily"] {
        let answer = try await parent.ask(Self.deleteFamily(name))
        #expect(answer.code == "BAD_USER_INPUT")
        #expect(answer.inputPath == "input.familyName")
      }
      #expect(try await student.ask(Self.deleteFamily("Family")).code == "FORBIDDEN")
      #expect(try await household.newcomer(.parent).ask(Self.deleteFamily("Family")).code == "FORBIDDEN")
      #expect(try await student.ask("{ family { name } }").at("data", "family", "name")?.string == "Family")
      let refreshToken = student.refreshToken
      #expect(try await parent.ask(Self.deleteFamily(" Family ")).at("errors") == nil)
      #expect(await student.response("{ family { name } }").outcome == .unauthenticated)
      // The session goes on, without a family; and so does the parent's.
      let refreshed = try await student.refresh(with: refreshToken, selecting: "viewer { role family { id } }")
      #expect(refreshed.at("data", "refreshSession", "viewer", "family") == .null)
      #expect(try await parent.ask("{ family { id } }").at("data", "family") == .null)
      #expect(
        try await parent.ask(#"mutation { createFamily(input: {name: "Next"}) { session { token } family { name } } }"#)
          .at("errors") == nil)
    }
  }

  @Test func `A name that is composed otherwise is the same name`() async throws {
    try await run { household in
      let parent = try await household.newcomer(.parent)
      try await parent.ask(#"mutation { createFamily(input: {name: "Núñez"}) { session { token } } }"#)
      #expect(try await parent.ask(Self.deleteFamily("Nu\u{301}n\u{303}ez")).at("errors") == nil)
    }
  }

  @Test func `What somebody writes while the family goes goes with it, or is refused`() async throws {
    try await run { household in
      for _ in 0..<5 {
        let (ada, _) = try await household.parent()
        let ben = try await household.newcomer(.parent)
        try await ben.accept(try await household.invitation(of: ada, "role: PARENT"))
        let student = try await household.student(of: ada)
        let family = try #require(try await ada.ask("{ family { id } }").at("data", "family", "id")?.string)
        let member = try await student.memberID
        let code = try await household.invitation(of: ada, "role: STUDENT")
        let late = try await household.newcomer(.student)
        let work = #"mutation { createAssignment(input: {studentId: "\#(member)", title: "T"}) { assignment { id } } }"#
        let answers = await household.sendAtOnce([
          (ben.token, work), (ada.token, Self.deleteFamily("Family")), (ben.token, work),
          (late.token, #"mutation { acceptInvitation(input: {code: "\#(code)"}) { session { token } } }"#),
        ])
        #expect(answers[1]?.at("errors") == nil)
        for answer in answers {
          let code = answer?.code
          #expect(code == nil || ["UNAUTHENTICATED", "NOT_FOUND"].contains(code), "\(answer as Any)")
        }
        let left = try await household.database.run(
          "SELECT 1 FROM members WHERE family_id = \(bind: .text(family))::uuid UNION ALL SELECT 1 FROM assignments WHERE family_id = \(bind: .text(family))::uuid")
        #expect(left.count == 0)
      }
    }
  }

  @Test func `The server's role removes families and accounts by those functions alone`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let family = try #require(try await parent.ask("{ family { id } }").at("data", "family", "id")?.string)
      let account = try #require(try await student.ask("{ viewer { id } }").at("data", "viewer", "id")?.string)
      let connection = try await Connection.connect(
        ConnectionConfiguration(address: household.database.app), reactor: Reactor())
      func asServer(_ statement: SQL, account: String) async throws -> Rows {
        try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
          let scope: SQL = """
            SELECT set_config('hatched.family_id', \(bind: .text(family)), true),
              set_config('hatched.account_id', \(bind: .text(account)), true)
            """
          return try await transaction.run([scope.statement, statement.statement])[1]
        }
      }
      for table in ["families", "accounts", "sessions", "invitations", "join_requests", "audit_entries", "used_ids"] {
        let error = await #expect(throws: StatementError.self) {
          try await asServer("DELETE FROM \(identifier: table)", account: account)
        }
        #expect(error?.reason == .statement(SQLState(rawValue: "42501")), "\(table)")
      }
      // A student's scope, a stranger's and none remove no family.
      for other in [account, newID(), ""] {
        #expect(try await asServer("SELECT * FROM delete_family()", account: other).count == 0)
      }
      #expect(try await parent.ask("{ family { id } }").at("data", "family", "id")?.string == family)
    }
  }

  // MARK: An account

  @Test func `Of an account nothing is left, and its tokens are worth nothing`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let member = try await student.memberID
      try await student.ask(#"mutation { updateViewer(input: {email: "cy@example.org"}) { viewer { id } } }"#)
      try await student.ask(#"mutation { registerDevice(input: {platform: IOS, token: "aa"}) { device { id } } }"#)
      try await parent.ask(
        #"mutation { createAssignment(input: {studentId: "\#(member)", title: "T", pointsPossible: 5}) { assignment { id } } }"#)
      let asked = try await household.parent()
      let other = try await household.newcomer(.student, name: "Asker")
      try await other.requestToJoin(asked.code)
      for person in [student, other] {
        let account = try #require(try await person.ask("{ viewer { id name } }").at("data", "viewer"))
        let id = try #require(account.at("id")?.string)
        let name = try #require(account.at("name")?.string)
        #expect(try await rows(of: id, household.database).count > 3)
        for wrong in ["", "x", id, name.lowercased()] {
          let refused = try await person.ask(Self.deleteAccount(wrong))
          #expect(refused.code == "BAD_USER_INPUT" && refused.inputPath == "input.confirmation")
        }
        let gone = try await person.ask(Self.deleteAccount(name))
        #expect(gone.at("data", "deleteAccount", "accountId")?.string == id)
        #expect(try await rows(of: id, household.database) == [:])
        #expect(await person.response("{ viewer { id } }").outcome == .unauthenticated)
        #expect(try await person.refresh().code == "UNAUTHENTICATED")
        // The same identity at Apple makes a new account.
        let again = try await person.signIn(role: "STUDENT", name: "Again", selecting: "viewer { id family { id } }")
        #expect(again.at("data", "signInWithApple", "isNewAccount") == .bool(true))
        #expect(again.at("data", "signInWithApple", "viewer", "id")?.string != id)
        #expect(again.at("data", "signInWithApple", "viewer", "family") == .null)
      }
      // The profile and the work are the family's; the address and the devices were the account's.
      let stays = try await parent.ask(#"{ student(id: "\#(member)") { name email hasAccount assignments { title } } }"#)
      #expect(stays.at("data", "student", "name")?.string == "Student")
      #expect(stays.at("data", "student", "email") == .null)
      #expect(stays.at("data", "student", "hasAccount") == .bool(false))
      #expect(stays.at("data", "student", "assignments")?.array?.count == 1)
      let devices = try await household.database.run(
        "SELECT 1 FROM devices WHERE member_id = \(bind: .text(member))::uuid")
      #expect(devices.count == 0)
    }
  }

  /// How many rows of each table name an account; those without any are left out.
  private func rows(of account: String, _ database: SchoolDatabase) async throws -> [String: Int32] {
    let columns = try await database.run(
      """
      SELECT relname || '.' || attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND NOT attisdropped
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND (attname = 'account_id' OR relname = 'accounts' AND attname = 'id')
      """).texts
    #expect(columns.count > 5)
    var rows: [String: Int32] = [:]
    for column in columns {
      let names = column.split(separator: ".").map(String.init)
      let count = try await database.run(
        """
        SELECT count(*)::int4 FROM \(identifier: names[0]) WHERE \(identifier: names[1]) = \(bind: .text(account))::uuid
        """).int4(row: 0, column: 0)
      if let count, count > 0 { rows[names[0]] = count }
    }
    return rows
  }

  @Test func `The last parent removes the family first, or lets another parent in`() async throws {
    try await run { household in
      let (ada, _) = try await household.parent()
      try await ada.ask(#"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#)
      let refused = try await ada.ask(Self.deleteAccount("Parent"))
      #expect(refused.code == "CONFLICT")
      #expect(refused.at("errors", 0, "message")?.string?.contains("deleteFamily") == true)
      let ben = try await household.newcomer(.parent, name: "Ben")
      try await ben.accept(try await household.invitation(of: ada, "role: PARENT"))
      #expect(try await ada.ask(Self.deleteAccount("Parent")).at("errors") == nil)
      let left = try await ben.ask("{ family { parents { name } auditTrail(first: 1) { nodes { action actorName actor { id } } } } }")
      #expect(left.at("data", "family", "parents")?.array?.count == 1)
      let entry = left.at("data", "family", "auditTrail", "nodes", 0)
      #expect(entry?.at("action")?.string == "MEMBER_LEFT")
      #expect(entry?.at("actorName")?.string == "Parent")
      #expect(entry?.at("actor") == .null)
      #expect(try await ben.ask(Self.deleteFamily("Family")).at("errors") == nil)
      #expect(try await ben.ask(Self.deleteAccount("Ben")).at("errors") == nil)
    }
  }

  @Test func `Of two parents who remove their accounts at the same time one stays with the students`() async throws {
    try await run { household in
      for _ in 0..<5 {
        let (ada, _) = try await household.parent()
        let ben = try await household.newcomer(.parent, name: "Ben")
        try await ben.accept(try await household.invitation(of: ada, "role: PARENT"))
        try await ada.ask(#"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#)
        let answers = await household.sendAtOnce([
          (ada.token, Self.deleteAccount("Parent")), (ben.token, Self.deleteAccount("Ben")),
        ])
        #expect(answers.map { $0?.code ?? "" }.sorted() == ["", "CONFLICT"])
      }
    }
  }

  @Test func `A family goes with its last member, and an account without a name is named by its id`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let family = try #require(try await parent.ask("{ family { id } }").at("data", "family", "id")?.string)
      try await parent.ask(#"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#)
      #expect(try await parent.ask(Self.deleteAccount("Parent")).at("errors") == nil)
      for table: SQL in ["families", "members", "subjects", "audit_entries"] {
        let rows = try await household.database.run("SELECT 1 FROM \(table) WHERE family_id = \(bind: .text(family))::uuid")
        #expect(rows.count == 0)
      }
      let nameless = try await household.newcomer(.parent, name: nil)
      let id = try #require(try await nameless.ask("{ viewer { id } }").at("data", "viewer", "id")?.string)
      #expect(try await nameless.ask(Self.deleteAccount("null")).code == "BAD_USER_INPUT")
      #expect(try await nameless.ask(Self.deleteAccount(id)).at("errors") == nil)
    }
  }

  @Test func `Who leaves or loses an account loses its devices`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      for isRemoved in [true, false] {
        let student = try await household.student(of: parent)
        let member = try await student.memberID
        try await student.ask(#"mutation { registerDevice(input: {platform: IOS, token: "aa"}) { device { id } } }"#)
        if isRemoved {
          try await parent.ask(#"mutation { removeMember(input: {id: "\#(member)", keepProfile: true}) { id } }"#)
        } else {
          try await student.ask("mutation { leaveFamily { session { token } } }")
        }
        let devices = try await household.database.run(
          "SELECT 1 FROM devices WHERE member_id = \(bind: .text(member))::uuid")
        #expect(devices.count == 0)
      }
    }
  }
}
