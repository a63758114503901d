import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// How people come to work at a school, what administrators change there, and the bounds of it.
@Suite(.serialized) struct StaffTests {
  private static let school = DemonstrationFamily.schoolID.description
  private static let owls = DemonstrationClass.owls.id.description

  private func with(_ name: String, _ body: (Conversation) async throws -> Void) async throws {
    let database = Task { try await SchoolDatabase(name, families: 2) }
    try await Conversation.with(database) { talk in
      // Other families are at no school.
      try await talk.database.run("DELETE FROM school_families WHERE family_id <> \(bind: .uuid(DemonstrationFamily.id))")
      try await body(talk)
    }
  }

  private func invite(_ fields: String, _ talk: Conversation) async throws -> (code: String, id: String) {
    let payload = try await talk.ask(
      """
      mutation { createStaffInvitation(input: {schoolId: "\(Self.school)", \(fields)}) { code invitation { id status } } }
      """, as: talk.administrator
    ).at("createStaffInvitation")
    #expect(payload?.at("invitation", "status")?.string == "OPEN")
    return (
      try #require(payload?.at("code")?.string), try #require(payload?.at("invitation", "id")?.string)
    )
  }

  private func accept(_ code: String, name: String? = nil) -> String {
    let name = name.map { ", name: \"\($0)\"" } ?? ""
    return """
      mutation { acceptStaffInvitation(input: {code: "\(code)"\(name)}) {
        school { name code classes { name } } viewer { schoolPlaces { role name classIds } } } }
      """
  }

  // MARK: Invitations

  @Test func `An invitation lets one person in, once, with its role and its classes`() async throws {
    try await with("staff_invitations") { talk in
      let (code, id) = try await invite("role: TEACHER, classIds: [\"\(Self.owls)\"]", talk)
      let (first, second) = (try await talk.newcomer(), try await talk.newcomer())
      // In any case, without hyphens.
      let spelled = code.replacing("-", with: "").lowercased()
      let answer = try await talk.answer(accept(spelled, name: "Tess"), as: first)
      #expect(answer.at("data", "acceptStaffInvitation", "school", "name")?.string == "Hill School")
      #expect(answer.at("data", "acceptStaffInvitation", "school", "classes")?.array?.count == 2)
      let place = answer.at("data", "acceptStaffInvitation", "viewer", "schoolPlaces", 0)
      #expect(place?.at("name")?.string == "Tess" && place?.at("classIds", 0)?.string == Self.owls)
      // The families' code is for administrators.
      #expect(answer.at("data", "acceptStaffInvitation", "school", "code") == .null)
      #expect(try await talk.answer(accept(code), as: second).code == "NOT_FOUND")
      let used = try await talk.answer(
        #"mutation { revokeStaffInvitation(input: {id: "\#(id)"}) { invitation { status } } }"#, as: talk.administrator)
      #expect(used.code == "CONFLICT")
    }
  }

  @Test func `An administrator comes in with the code of an operator`() async throws {
    try await with("staff_operator") { talk in
      let code = SchoolSetup.InvitationCode()
      let id = UUIDValue.random()
      let owner = try await Connection.connect(ConnectionConfiguration(address: talk.database.owner), reactor: Reactor())
      let (isMade, outcome) = try await owner.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        let isMade = try await SchoolSetup.create(id, name: "Dale", timeZone: "UTC", address: nil, on: transaction)
        return (isMade, try await SchoolSetup.invite(.administrator, to: id, with: code, on: transaction))
      }
      #expect(isMade && outcome == .done)
      let answer = try await talk.answer(accept(code.text), as: talk.mateo)
      let payload = answer.at("data", "acceptStaffInvitation")
      #expect(answer.at("errors") == nil && payload?.at("school", "name")?.string == "Dale")
      // As the account is called.
      #expect(payload?.at("viewer", "schoolPlaces", 0, "name")?.string == "Mateo Rivera")
      #expect(payload?.at("viewer", "schoolPlaces", 0, "role")?.string == "ADMINISTRATOR")
      #expect(payload?.at("school", "code")?.string?.count == 11)
    }
  }

  @Test func `A code that is unknown, expired or taken back lets nobody in, in the same words`() async throws {
    try await with("staff_codes") { talk in
      let newcomer = try await talk.newcomer()
      let (revoked, id) = try await invite("role: DISPATCHER", talk)
      let (expired, other) = try await invite("role: DISPATCHER", talk)
      let taken = try await talk.ask(
        #"mutation { revokeStaffInvitation(input: {id: "\#(id)"}) { invitation { status } } }"#, as: talk.administrator)
      #expect(taken.at("revokeStaffInvitation", "invitation", "status")?.string == "REVOKED")
      try await talk.database.run(
        "UPDATE staff_invitations SET expires_at = now() - interval '1 s' WHERE id = \(bind: .text(other))::uuid")
      var words: Set<String> = []
      for code in [revoked, expired, "ZZZZ-ZZZZ-ZZZZ-ZZZZ", "no code", DemonstrationFamily.schoolCode] {
        let answer = try await talk.answer(accept(code), as: newcomer)
        #expect(answer.code == "NOT_FOUND" && answer.inputPath == "input.code")
        words.insert(answer.at("errors", 0, "message")?.string ?? "")
      }
      #expect(words.count == 1)
    }
  }

  @Test func `Whoever works there comes in no second time, and the code stays good`() async throws {
    try await with("staff_known") { talk in
      let (code, _) = try await invite("role: DISPATCHER", talk)
      #expect(try await talk.answer(accept(code), as: talk.teacher).code == "CONFLICT")
      let place = try await talk.answer(accept(code), as: try await talk.newcomer())
      #expect(place.at("data", "acceptStaffInvitation", "viewer", "schoolPlaces")?.array?.count == 1)
    }
  }

  // MARK: Staff

  @Test func `The last administrator stays, in its role and in its place`() async throws {
    try await with("staff_last") { talk in
      let last = DemonstrationStaff.administrator.id
      func change(_ id: String) -> String {
        #"mutation { updateSchoolStaff(input: {id: "\#(id)", role: DISPATCHER}) { staffMember { role } } }"#
      }
      func remove(_ id: String) -> String { #"mutation { removeSchoolStaff(input: {id: "\#(id)"}) { id } }"# }
      for query in [change("\(last)"), remove("\(last)")] {
        #expect(try await talk.answer(query, as: talk.administrator).code == "CONFLICT")
      }
      let second = try await talk.addStaff(try await talk.newcomer(), "ADMINISTRATOR")
      _ = try await talk.ask(remove("\(last)"), as: talk.administrator)
      #expect(
        try await talk.text("SELECT id::text FROM school_staff WHERE role = 'ADMINISTRATOR'") == second)
    }
  }

  @Test func `Of two administrators who remove each other at once one stays`() async throws {
    try await with("staff_each_other") { talk in
      for _ in 0..<5 {
        let newcomer = try await talk.newcomer()
        let place = try await talk.addStaff(newcomer, "ADMINISTRATOR")
        let first = try await talk.text(
          """
          SELECT id::text FROM school_staff WHERE role = 'ADMINISTRATOR'
            AND account_id = \(bind: .uuid(talk.administrator.accountID))
          """)
        async let one = talk.answer(#"mutation { removeSchoolStaff(input: {id: "\#(place)"}) { id } }"#, as: talk.administrator)
        async let other = talk.answer(#"mutation { removeSchoolStaff(input: {id: "\#(first)"}) { id } }"#, as: newcomer)
        let refusals = try await [one.code, other.code].compactMap(\.self)
        #expect(refusals.count == 1)
        let count = try await talk.text("SELECT count(*)::text FROM school_staff WHERE role = 'ADMINISTRATOR'")
        #expect(count == "1")
        try await talk.database.run("DELETE FROM school_staff WHERE role = 'ADMINISTRATOR'")
        try await talk.addStaff(talk.administrator, "ADMINISTRATOR")
      }
    }
  }

  @Test func `A role and classes are changed together, and only teachers have classes`() async throws {
    try await with("staff_roles") { talk in
      let id = DemonstrationStaff.teacher.id
      func change(_ fields: String) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { updateSchoolStaff(input: {id: "\#(id)", \#(fields)}) { staffMember { role classIds version } } }"#,
          as: talk.administrator)
      }
      let both = try await change("role: TEACHER, classIds: [\"\(Self.owls)\", \"\(DemonstrationClass.foxes.id)\"]")
      let member = both.at("data", "updateSchoolStaff", "staffMember")
      #expect(member?.at("classIds")?.array?.count == 2 && member?.at("version")?.number == 2)
      #expect(try await change("role: DISPATCHER, classIds: [\"\(Self.owls)\"]").inputPath == "input.classIds")
      #expect(try await change("role: TEACHER, classIds: [\"\(newID())\"]").code == "NOT_FOUND")
      let dispatcher = try await change("role: DISPATCHER")
      #expect(dispatcher.at("data", "updateSchoolStaff", "staffMember", "classIds") == .array([]))
    }
  }

  // MARK: Classes and the record

  @Test func `Classes are made, renamed and removed, and their teachers lose them`() async throws {
    try await with("staff_classes") { talk in
      let made = try await talk.ask(
        #"mutation { createSchoolClass(input: {schoolId: "\#(Self.school)", name: "Bears", grade: "1"}) { schoolClass { id name grade school { name } } } }"#,
        as: talk.administrator
      ).at("createSchoolClass", "schoolClass")
      #expect(made?.at("grade")?.string == "1" && made?.at("school", "name")?.string == "Hill School")
      for mutation in [
        #"createSchoolClass(input: {schoolId: "\#(Self.school)", name: "Bears"}) { schoolClass { id } }"#,
        #"updateSchoolClass(input: {id: "\#(Self.owls)", name: "Bears"}) { schoolClass { id } }"#,
      ] {
        let answer = try await talk.answer("mutation { \(mutation) }", as: talk.administrator)
        #expect(answer.code == "CONFLICT" && answer.inputPath == "input.name")
      }
      let full = try await talk.answer(
        #"mutation { deleteSchoolClass(input: {id: "\#(Self.owls)"}) { id } }"#, as: talk.administrator)
      #expect(full.code == "CONFLICT" && full.inputPath == "input.id")
      for table in ["dismissals", "collectors", "pickup_guardians", "enrolments"] {
        try await talk.database.run("DELETE FROM \(identifier: table)")
      }
      try await talk.database.run("DELETE FROM school_students")
      let removed = try await talk.ask(
        #"mutation { deleteSchoolClass(input: {id: "\#(Self.owls)"}) { id } }"#, as: talk.administrator)
      #expect(removed.at("deleteSchoolClass", "id")?.string == Self.owls)
      let places = try await talk.ask("{ viewer { schoolPlaces { classIds } } }", as: talk.teacher)
      #expect(places.at("viewer", "schoolPlaces", 0, "classIds") == .array([]))
    }
  }

  @Test func `Coordinates and hours stand together`() async throws {
    try await with("staff_record") { talk in
      func update(_ fields: String) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { updateSchool(input: {id: "\#(Self.school)", \#(fields)}) { school { latitude pickupFrom version } } }"#,
          as: talk.administrator)
      }
      #expect(try await update("latitude: null").inputPath == "input.latitude")
      #expect(try await update("longitude: null").inputPath == "input.longitude")
      #expect(try await update("latitude: 91").inputPath == "input.latitude")
      #expect(try await update(#"pickupUntil: "01:00""#).inputPath == "input.pickupUntil")
      #expect(try await update(#"pickupFrom: "16:30""#).inputPath == "input.pickupFrom")
      let changed = try await update("latitude: null, longitude: null, pickupFrom: null, pickupUntil: null")
      let school = changed.at("data", "updateSchool", "school")
      #expect(school?.at("latitude") == .null && school?.at("pickupFrom") == .null && school?.at("version")?.number == 2)
    }
  }

  // MARK: Families

  @Test func `A parent registers the family with the school's code, as often as it likes`() async throws {
    try await with("staff_families") { talk in
      let register = #"mutation { registerAtSchool(input: {code: "7qx2m-9kdpa"}) { school { name code classes { name } } } }"#
      for _ in 0..<2 {
        let answer = try await talk.answer(register, as: talk.stranger)
        #expect(answer.at("data", "registerAtSchool", "school", "classes")?.array?.count == 2)
        #expect(answer.codes == ["registerAtSchool": "FORBIDDEN"])
      }
      #expect(try await talk.ask("{ schools { name } }", as: talk.stranger).at("schools", 0, "name")?.string == "Hill School")
      let wrong = try await talk.answer(
        #"mutation { registerAtSchool(input: {code: "ZZZZZ-ZZZZZ"}) { school { name } } }"#, as: talk.stranger)
      #expect(wrong.code == "NOT_FOUND" && wrong.inputPath == "input.code")
      for viewer in [talk.ada, try await talk.newcomer()] {
        #expect(try await talk.answer(register, as: viewer).code == "FORBIDDEN")
      }
    }
  }

  // MARK: Viewers

  /// Changes of a school; whether staff that is no administrator sees what is changed.
  static let changes: [(change: String, isSeen: Bool)] = [
    (#"updateSchool(input: {id: "$s", name: "Else"}) { school { id } }"#, true),
    (#"createSchoolClass(input: {schoolId: "$s", name: "Else"}) { schoolClass { id } }"#, true),
    (#"updateSchoolClass(input: {id: "$c", name: "Else"}) { schoolClass { id } }"#, true),
    (#"deleteSchoolClass(input: {id: "$c"}) { id }"#, true),
    (#"createStaffInvitation(input: {schoolId: "$s", role: ADMINISTRATOR}) { code }"#, true),
    (#"revokeStaffInvitation(input: {id: "$i"}) { invitation { id } }"#, false),
    (#"updateSchoolStaff(input: {id: "$m", role: ADMINISTRATOR}) { staffMember { id } }"#, false),
    (#"removeSchoolStaff(input: {id: "$m"}) { id }"#, false),
  ]

  @Test("Only administrators change a school: other staff is refused, and for everybody else there is none", arguments: changes)
  func refused(_ change: String, _ isSeen: Bool) async throws {
    let ground = try await Self.ground.value
    let gateway = try TestGateway(ground.database.app)
    let talk = Conversation(gateway: gateway, database: ground.database)
    let own = SchoolGround.ownIDs
    let document = "mutation { "
      + change.replacing("$s", with: own["School"] ?? "").replacing("$c", with: own["SchoolClass"] ?? "")
      .replacing("$i", with: own["StaffInvitation"] ?? "").replacing("$m", with: own["SchoolStaffMember"] ?? "") + " }"
    func content() async throws -> String {
      try await talk.text(
        """
        SELECT concat((SELECT string_agg(t::text, ',' ORDER BY id) FROM schools t),
          (SELECT string_agg(t::text, ',' ORDER BY id) FROM school_classes t),
          (SELECT string_agg(t::text, ',' ORDER BY id) FROM school_staff t),
          (SELECT string_agg(t::text, ',' ORDER BY id) FROM staff_invitations t))
        """)
    }
    let before = try await content()
    for viewer in [talk.dispatcher, talk.teacher] {
      #expect(try await talk.answer(document, as: viewer).code == (isSeen ? "FORBIDDEN" : "NOT_FOUND"))
    }
    // As a parent nobody changes a school, whatever it sees.
    for viewer in [talk.elena, talk.ada, ground.stranger, talk.stranger, try await talk.newcomer()] {
      #expect(try await talk.answer(document, as: viewer).code == "NOT_FOUND")
    }
    #expect(await talk.gateway.send(document, as: nil).outcome == .unauthenticated)
    #expect(try await content() == before)
    await gateway.pool.shutdown()
  }

  private static let ground = Task { try await SchoolGround("staff_refused") }

  // MARK: Bounds

  @Test func `A school has at most 200 classes and 200 open invitations`() async throws {
    try await with("staff_bounds") { talk in
      try await talk.database.run(
        """
        INSERT INTO school_classes (school_id, id, name)
        SELECT \(bind: .text(Self.school))::uuid, gen_random_uuid(), 'Class ' || n FROM generate_series(1, 197) AS n
        """)
      func create(_ name: String) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { createSchoolClass(input: {schoolId: "\#(Self.school)", name: "\#(name)"}) { schoolClass { id } } }"#,
          as: talk.administrator)
      }
      #expect(try await create("Class 198").at("errors") == nil)
      #expect(try await create("Class 199").code == "LIMIT_EXCEEDED")
      // One is open.
      try await talk.database.run(
        """
        INSERT INTO staff_invitations (school_id, id, role, expires_at)
        SELECT \(bind: .text(Self.school))::uuid, gen_random_uuid(), 'TEACHER', now() + interval '1 day'
        FROM generate_series(1, 199) AS n
        """)
      let invitation = try await talk.answer(
        #"mutation { createStaffInvitation(input: {schoolId: "\#(Self.school)", role: TEACHER}) { code } }"#,
        as: talk.administrator)
      #expect(invitation.code == "LIMIT_EXCEEDED")
    }
  }

  @Test func `An account teaches at most 20 classes and works at 20 schools, and a family is registered at 20`() async throws {
    try await with("staff_twenty") { talk in
      let newcomer = try await talk.newcomer()
      let family = try #require(talk.stranger.membership).familyID
      let schools = try await talk.database.run(
        """
        WITH made AS (
          INSERT INTO schools (id, name, time_zone) SELECT gen_random_uuid(), 'School ' || n, 'UTC' FROM generate_series(1, 20) AS n
          RETURNING id), known AS (
          INSERT INTO school_staff (school_id, id, account_id, name, role)
          SELECT id, gen_random_uuid(), \(bind: .uuid(newcomer.accountID)), 'N', 'DISPATCHER' FROM made), registered AS (
          INSERT INTO school_families (family_id, school_id) SELECT \(bind: .uuid(family)), id FROM made)
        SELECT id::text FROM made
        """)
      #expect(schools.count == 20)
      let (code, _) = try await invite("role: DISPATCHER", talk)
      #expect(try await talk.answer(accept(code), as: newcomer).code == "LIMIT_EXCEEDED")
      let register = #"mutation { registerAtSchool(input: {code: "7QX2M-9KDPA"}) { school { name } } }"#
      #expect(try await talk.answer(register, as: talk.stranger).code == "LIMIT_EXCEEDED")
      #expect(try await talk.ask("{ schools(first: 50) { id } }", as: talk.stranger).at("schools")?.array?.count == 20)

      let classes = try await talk.database.run(
        """
        INSERT INTO school_classes (school_id, id, name)
        SELECT \(bind: .text(Self.school))::uuid, gen_random_uuid(), 'Class ' || n FROM generate_series(1, 20) AS n
        RETURNING id::text
        """).texts
      func change(_ ids: [String]) async throws -> JSONValue {
        let list = ids.map { "\"\($0)\"" }.joined(separator: ", ")
        return try await talk.answer(
          """
          mutation { updateSchoolStaff(input: {id: "\(DemonstrationStaff.teacher.id)", role: TEACHER, classIds: [\(list)]}) {
            staffMember { classIds } } }
          """, as: talk.administrator)
      }
      #expect(try await change(classes).at("errors") == nil)
      #expect(try await change(classes + [Self.owls]).inputPath == "input.classIds")
      // Also those of another school count.
      let other = try #require(schools.text(row: 0, column: 0))
      let elsewhere = newID()
      try await talk.database.run(
        """
        WITH made AS (
          INSERT INTO school_classes (school_id, id, name) VALUES (\(bind: .text(other))::uuid, \(bind: .text(elsewhere))::uuid, 'C')
          RETURNING id), staff AS (
          INSERT INTO school_staff (school_id, id, account_id, name, role) VALUES (\(bind: .text(other))::uuid,
            \(bind: .text(elsewhere))::uuid, \(bind: .uuid(talk.otherTeacher.accountID)), 'T', 'TEACHER') RETURNING id)
        INSERT INTO school_staff_classes (school_id, staff_id, account_id, class_id)
        SELECT \(bind: .text(other))::uuid, staff.id, \(bind: .uuid(talk.otherTeacher.accountID)), made.id FROM made, staff
        """)
      let list = classes.map { "\"\($0)\"" }.joined(separator: ", ")
      let many = try await talk.answer(
        """
        mutation { updateSchoolStaff(input: {id: "\(DemonstrationStaff.otherTeacher.id)", role: TEACHER, classIds: [\(list)]}) {
          staffMember { classIds } } }
        """, as: talk.administrator)
      #expect(many.code == "LIMIT_EXCEEDED")
    }
  }
}
