import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The audiences of a school's texts, and their writers (TT-03, TT-04, TT-07). Mia is in the Owls, of grade 2, with Thea Becker; Leo in the
/// Foxes, of grade 5, with Omar Nasser.
@Suite struct AudienceTests {
  private static let school = DemonstrationFamily.schoolID
  private static let (owls, foxes) = (DemonstrationClass.owls.id, DemonstrationClass.foxes.id)

  private func with(_ name: String, _ body: (PickupGround) async throws -> Void) async throws {
    try await PickupGround.run("audience_\(name)") { ground in
      try await ground.database.run("DELETE FROM announcements")
      try await ground.database.run("DELETE FROM school_events")
      try await body(ground)
    }
  }

  private func announce(
    _ title: String, _ fields: String = "", as viewer: AccountViewer, in ground: PickupGround
  ) async throws -> JSONValue {
    try await ground.ask(
      #"mutation { createAnnouncement(input: {schoolId: "\#(Self.school)", title: "\#(title)"\#(fields)}) { announcement { id title } } }"#,
      as: viewer)
  }

  private func titles(_ viewer: AccountViewer, _ arguments: String = "", in ground: PickupGround) async throws -> [String] {
    let answer = try await ground.ask("{ schools { announcements\(arguments) { title } } }", as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    let schools = answer.at("data", "schools")?.array ?? []
    return schools.flatMap { $0.at("announcements")?.array ?? [] }.compactMap { $0.at("title")?.string }
  }

  private func code(_ answer: JSONValue) -> String? { answer.at("errors", 0, "extensions", "code")?.string }

  /// A student of the family, with an account.
  private func student(_ name: String, in ground: PickupGround) async throws -> AccountViewer {
    let account = try await ground.newAccount(name: name)
    let found = try await ground.database.run(
      """
      UPDATE members SET account_id = \(bind: .uuid(account.accountID))
      WHERE family_id = \(bind: .uuid(DemonstrationFamily.id)) AND name LIKE \(bind: .text(name + "%")) RETURNING id
      """)
    return AccountViewer(
      accountID: account.accountID, sessionID: account.sessionID,
      membership: Membership(familyID: DemonstrationFamily.id, memberID: try #require(found.uuid(row: 0, column: 0)), role: .student))
  }

  @Test func `Each viewer sees what is for all, for its classes, and for their grades exactly`() async throws {
    try await with("seen") { ground in
      let admin = ground.administrator
      for (title, fields) in [
        ("all", ""), ("owls", #", classIds: ["\#(Self.owls)"]"#), ("grade 5", #", grades: ["5"]"#), ("grade 55", #", grades: ["55"]"#),
        ("both", #", grades: ["5"], classIds: ["\#(Self.owls)"]"#),
      ] {
        let answer = try await announce(title, fields, as: admin, in: ground)
        #expect(answer.at("errors") == nil, "\(answer)")
      }
      func seen(_ viewer: AccountViewer) async throws -> Set<String> { Set(try await titles(viewer, in: ground)) }
      #expect(try await seen(admin) == ["all", "owls", "grade 5", "grade 55", "both"])
      #expect(try await seen(ground.dispatcher) == ["all", "owls", "grade 5", "grade 55", "both"])
      #expect(try await seen(ground.teacher) == ["all", "owls", "both"])
      #expect(try await seen(ground.otherTeacher) == ["all", "grade 5", "both"])
      #expect(try await seen(ground.parent) == ["all", "owls", "grade 5", "both"])
      // A family that is only registered sees nothing of the area.
      let stranger = try await ground.stranger()
      #expect(try await seen(stranger) == [])
      let information = try await ground.ask("{ schools { information { title } } }", as: stranger)
      #expect(information.at("data", "schools", 0, "information") == .array([]))
    }
  }

  @Test func `A parent whom the school has barred hears of the other child alone`() async throws {
    try await with("barred") { ground in
      _ = try await announce("owls", #", classIds: ["\#(Self.owls)"]"#, as: ground.administrator, in: ground)
      _ = try await announce("foxes", #", classIds: ["\#(Self.foxes)"]"#, as: ground.administrator, in: ground)
      #expect(Set(try await titles(ground.otherParent, in: ground)) == ["owls", "foxes"])
      let member = try await ground.ask("{ viewer { member { name } } }", as: ground.otherParent)
      try await ground.bar(try #require(member.at("data", "viewer", "member", "name")?.string), from: "Mia")
      #expect(try await titles(ground.otherParent, in: ground) == ["foxes"])
    }
  }

  @Test func `Teachers write to their own classes alone, and change what is only theirs`() async throws {
    try await with("teachers") { ground in
      let own = #", classIds: ["\#(Self.owls)"]"#
      let mine = try await announce("mine", own, as: ground.teacher, in: ground)
      let id = try #require(mine.at("data", "createAnnouncement", "announcement", "id")?.string, "\(mine)")
      for fields in ["", #", classIds: ["\#(Self.foxes)"]"#, #", grades: ["2"]"#, own + #", grades: ["2"]"#] {
        #expect(code(try await announce("no", fields, as: ground.teacher, in: ground)) == "FORBIDDEN", "\(fields)")
      }
      #expect(code(try await announce("no", own, as: ground.dispatcher, in: ground)) == "FORBIDDEN")
      #expect(code(try await announce("no", own, as: ground.parent, in: ground)) == "FORBIDDEN")
      let stranger = try await ground.stranger()
      #expect(code(try await announce("no", own, as: stranger, in: ground)) == "NOT_FOUND")
      let unknown = try await announce("no", #", classIds: ["\#(UUIDValue.random())"]"#, as: ground.administrator, in: ground)
      #expect(code(unknown) == "NOT_FOUND")
      func update(_ id: String, _ fields: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await ground.ask(#"mutation { updateAnnouncement(input: {id: "\#(id)"\#(fields)}) { announcement { title } } }"#, as: viewer)
      }
      #expect(try await update(id, #", title: "changed""#, as: ground.teacher).at("errors") == nil)
      #expect(code(try await update(id, ", classIds: []", as: ground.teacher)) == "FORBIDDEN")
      #expect(code(try await update(id, #", title: "x""#, as: ground.dispatcher)) == "FORBIDDEN")
      #expect(code(try await update(id, #", title: "x""#, as: ground.parent)) == "FORBIDDEN")
      #expect(code(try await update(id, #", title: "x""#, as: stranger)) == "NOT_FOUND")
      #expect(code(try await update(id, #", title: "x""#, as: ground.otherTeacher)) == "NOT_FOUND")
      // For another class too, it is the administrator's: its author sees it, and changes it no more.
      #expect(try await update(id, #", classIds: ["\#(Self.owls)", "\#(Self.foxes)"]"#, as: ground.administrator).at("errors") == nil)
      #expect(code(try await update(id, #", title: "x""#, as: ground.teacher)) == "FORBIDDEN")
      #expect(try await update(id, #", classIds: ["\#(Self.foxes)"]"#, as: ground.administrator).at("errors") == nil)
      #expect(try await titles(ground.teacher, in: ground) == ["changed"])
    }
  }

  @Test func `Announcements come by urgency, position and time, and are current from the one moment until the other`() async throws {
    try await with("order") { ground in
      let admin = ground.administrator
      for (title, fields) in [
        ("a", #", from: "2026-01-01T10:00:00Z""#), ("b", #", from: "2026-01-01T11:00:00Z""#),
        ("c", #", from: "2026-01-01T11:30:00Z", position: 1"#), ("d", ", priority: URGENT, position: 9"),
        ("past", #", from: "2025-01-01T00:00:00Z", until: "2025-01-02T00:00:00Z""#), ("later", #", from: "2999-01-01T00:00:00Z""#),
      ] {
        let answer = try await announce(title, fields, as: admin, in: ground)
        #expect(answer.at("errors") == nil, "\(answer)")
      }
      #expect(try await titles(ground.parent, "(current: true)", in: ground) == ["d", "b", "a", "c"])
      #expect(try await titles(ground.parent, "(current: false)", in: ground) == ["past"])
      #expect(try await titles(admin, "(current: false)", in: ground) == ["later", "past"])
      let wrong = try await announce("x", #", from: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z""#, as: admin, in: ground)
      #expect(code(wrong) == "BAD_USER_INPUT" && wrong.at("errors", 0, "message")?.string?.contains("until") == true)
    }
  }

  @Test func `A least age bars students alone, by their birthdays`() async throws {
    try await with("ages") { ground in
      let made = try await ground.ask(
        #"""
        mutation { createSchoolEvent(input: {schoolId: "\#(Self.school)", title: "Dance", category: OTHER, leastAge: 13,
          firstDay: "2031-03-08", lastDay: "2031-03-09"}) { schoolEvent { firstDay lastDay start } } }
        """#, as: ground.administrator)
      #expect(made.at("data", "createSchoolEvent", "schoolEvent", "firstDay")?.string == "2031-03-08", "\(made)")
      let mia = try await student("Mia", in: ground)
      func count(_ viewer: AccountViewer) async throws -> Int? {
        try await ground.ask("{ schools { events { title } } }", as: viewer).at("data", "schools", 0, "events")?.array?.count
      }
      func born(_ years: Int, _ days: Int) async throws {
        try await ground.database.run(
          """
          UPDATE members SET birthday = ((now() AT TIME ZONE 'America/New_York')::date
            - make_interval(years => \(bind: .int4(Int32(years)))) + make_interval(days => \(bind: .int4(Int32(days)))))::date
          WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))
          """)
      }
      #expect(try await count(ground.parent) == 1)
      #expect(try await count(mia) == 0)
      try await born(13, 2)
      #expect(try await count(mia) == 0)
      try await born(13, 0)
      #expect(try await count(mia) == 1)
      let birthday = #"mutation { updateViewer(input: {birthday: "2012-02-29"}) { viewer { birthday } } }"#
      #expect(code(try await ground.ask(birthday, as: mia)) == "FORBIDDEN")
      #expect(try await ground.ask(birthday, as: ground.parent).at("data", "updateViewer", "viewer", "birthday")?.string == "2012-02-29")
    }
  }

  @Test func `An event has a time or whole days, and both ends of a span in order`() async throws {
    try await with("events") { ground in
      func refusal(of fields: String) async throws -> String? {
        let input = #"{schoolId: "\#(Self.school)", title: "E", category: ARTS, \#(fields)}"#
        let mutation = "mutation { createSchoolEvent(input: \(input)) { schoolEvent { id } } }"
        return code(try await ground.ask(mutation, as: ground.administrator))
      }
      for fields in [
        #"firstDay: "2031-01-01""#, #"end: "2031-01-01T10:00:00Z""#, #"start: "2031-01-01T10:00:00Z", end: "2031-01-01T10:00:00Z""#,
        #"start: "2031-01-01T10:00:00Z", firstDay: "2031-01-01", lastDay: "2031-01-01""#, #"firstDay: "2031-01-02", lastDay: "2031-01-01""#,
        "text: null", #"start: "2031-01-01T10:00:00Z", latitude: 1"#,
      ] {
        let refusal = try await refusal(of: fields)
        #expect(refusal == "BAD_USER_INPUT", "\(fields)")
      }
      let accepted = try await refusal(of: #"start: "2031-01-01T10:00:00Z""#)
      #expect(accepted == nil)
    }
  }

  /// The versions of a viewer's answers change with the rows of its audience, and not with those of others.
  @Test func `A change wakes the audience alone`() async throws {
    try await with("woken") { ground in
      func stamps() async throws -> [String: String] {
        let rows = try await ground.database.run("SELECT id::text, stamp::text FROM place_versions")
        return (0..<rows.count).reduce(into: [:]) { $0[rows.text(row: $1, column: 0) ?? ""] = rows.text(row: $1, column: 1) }
      }
      func changed(_ fields: String) async throws -> Set<String> {
        let before = try await stamps()
        #expect(try await announce("t", fields, as: ground.administrator, in: ground).at("errors") == nil)
        return Set(try await stamps().filter { before[$0.key] != $0.value }.keys)
      }
      func version(_ id: UUIDValue) async throws -> String {
        try await ground.database.run("SELECT audience_key(\(bind: .uuid(id)), 'version')::text").text(row: 0, column: 0) ?? ""
      }
      let (owls, foxes) = (try await version(Self.owls), try await version(Self.foxes))
      #expect(try await changed("") == [Self.school.description])
      #expect(try await changed(#", classIds: ["\#(Self.owls)"]"#) == [owls])
      #expect(try await changed(#", grades: ["5"]"#) == [foxes])
    }
  }
}
