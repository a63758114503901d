import Gateway
import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// A parent whom a school has barred from a student neither ends, hides nor moves the student, puts nobody out and lets nobody in; and
/// what a school keeps outlasts what a family deletes.
@Suite struct BarredParentTests {
  private static let school = DemonstrationFamily.schoolID.description

  /// The parts of a sentence that must stay as it is: the student, its enrolment, the other parent and the bar.
  private func kept(_ ground: PickupGround) async throws -> String {
    let parts = try await ground.database.run(
      """
      SELECT concat_ws(' / ',
        (SELECT string_agg(concat_ws(' ', rows.id, rows.state, rows.staff_school_id, rows.class_id, rows.student_id), ', ' ORDER BY rows.id)
          FROM enrolments rows WHERE rows.student_name = 'Mia Rivera'),
        (SELECT string_agg(concat_ws(' ', members.id, members.role, members.account_id), ', ' ORDER BY members.id) FROM members
          WHERE members.family_id = \(bind: .uuid(DemonstrationFamily.id)) AND members.name IN ('Mia Rivera', 'Mateo Rivera')),
        (SELECT string_agg(concat_ws(' ', guardians.enrolment_id, guardians.name, guardians.is_barred), ', ' ORDER BY guardians.id)
          FROM pickup_guardians guardians JOIN enrolments rows ON rows.id = guardians.enrolment_id AND rows.student_name = 'Mia Rivera'),
        (SELECT count(*) FROM pickup_bars bars WHERE bars.student_number = '2041'),
        (SELECT families.join_policy FROM families WHERE families.family_id = \(bind: .uuid(DemonstrationFamily.id))),
        (SELECT count(*) FROM members WHERE members.family_id = \(bind: .uuid(DemonstrationFamily.id)) AND members.role = 'PARENT'))
      """)
    return try #require(parts.text(row: 0, column: 0))
  }

  // MARK: Each way that there is

  /// The mutations that end, hide or move a student, put a member out, or let somebody in, with their input. The walk below finds any
  /// other that does.
  private static let endings: [(name: String, input: String)] = [
    ("endEnrolment", #"id: "$enrolment""#),
    ("leaveSchool", #"schoolId: "$school""#),
    ("removeMember", #"id: "$mia", cascade: true"#),
    ("removeMember of an account", #"id: "$leo", keepProfile: true"#),
    ("deleteFamily", #"familyName: "Rivera""#),
    ("enrollStudent", #"studentId: "$mia", schoolId: "$other", studentNumber: "1""#),
    ("createInvitation", "role: PARENT"),
    ("createInvitation of a student", "role: STUDENT"),
    ("updateFamily", "joinPolicy: AUTOMATIC"),
    ("confirmJoinRequest", #"id: "$request""#),
  ]

  @Test("Who is barred does none of what ends, hides or moves a student; another parent does", arguments: endings)
  func ending(_ name: String, _ input: String) async throws {
    try await PickupGround.run("barred_\(name.lowercased().replacing(" ", with: "_"))") { ground in
      let (mia, leo) = try await ground.students()
      let other = newID()
      try await ground.database.run("INSERT INTO schools (id, name, time_zone) VALUES (\(bind: .text(other))::uuid, 'Lake School', 'UTC')")
      try await ground.database.run(
        """
        INSERT INTO school_families (family_id, school_id) VALUES (\(bind: .uuid(DemonstrationFamily.id)), \(bind: .text(other))::uuid)
        """)
      let request = try await ground.database.run(
        """
        SELECT id::text FROM join_requests WHERE family_id = \(bind: .uuid(DemonstrationFamily.id)) AND state = 'PENDING' LIMIT 1
        """)
      try await ground.bar("Elena Rivera")
      let names = [
        "$enrolment": try await ground.enrolment(of: "Mia"), "$school": Self.school, "$mia": mia, "$leo": leo, "$other": other,
        "$request": request.text(row: 0, column: 0) ?? newID(),
      ]
      let filled = names.reduce(input) { $0.replacing($1.key, with: $1.value) }
      let mutation = "mutation { \(name.prefix { $0 != " " })(input: {\(filled)}) { __typename } }"
      let before = try await kept(ground)
      let refused = try await ground.ask(mutation, as: ground.parent)
      #expect(["FORBIDDEN"].contains(refused.code), "\(refused)")
      #expect(try await kept(ground) == before)
      let done = try await ground.ask(mutation, as: ground.otherParent)
      #expect(done.at("errors") == nil, "\(done)")
    }
  }

  @Test func `Who is barred does not put the other parent out, may go itself, and stays barred`() async throws {
    try await PickupGround.run("barred_leaves") { ground in
      let mia = try await ground.students().mia
      try await ground.bar("Elena Rivera")
      let mateo = try #require(ground.otherParent.membership).memberID
      let removed = try await ground.ask(#"mutation { removeMember(input: {id: "\#(mateo)"}) { id } }"#, as: ground.parent)
      #expect(removed.code == "FORBIDDEN")
      let left = try await ground.ask("mutation { leaveFamily { __typename } }", as: ground.parent)
      #expect(left.at("errors") == nil, "\(left)")
      #expect(try await ground.request([mia], as: ground.otherParent).ids.count == 1)
      // The school still knows whom it barred.
      let records = try await ground.ask("{ schools { pickupRecords { kind studentName personName } } }", as: ground.administrator)
      let bar = records.at("data", "schools", 0, "pickupRecords")?.array?.first {
        $0.at("kind")?.string == "BAR" && $0.at("studentName")?.string == "Mia Rivera"
      }
      #expect(bar?.at("personName")?.string == "Elena Rivera")
    }
  }

  @Test func `A second account of a barred person ends nothing and lets nobody in until the school confirms it`() async throws {
    try await PickupGround.run("barred_second_account") { ground in
      let mia = try await ground.students().mia
      let mateo = try #require(ground.otherParent.membership).memberID
      // It came in before the bar.
      let second = try await ground.newParent(invitedBy: ground.parent)
      try await ground.bar("Elena Rivera")
      let before = try await kept(ground)
      for mutation in [
        #"removeMember(input: {id: "\#(mia)", cascade: true}) { id }"#,
        #"removeMember(input: {id: "\#(mateo)"}) { id }"#,
        #"deleteFamily(input: {familyName: "Rivera"}) { id }"#,
        "createInvitation(input: {role: PARENT}) { code }",
        "updateFamily(input: {joinPolicy: AUTOMATIC}) { __typename }",
      ] {
        let refused = try await ground.ask("mutation { \(mutation) }", as: second)
        #expect(refused.code == "FORBIDDEN", "\(mutation): \(refused)")
        #expect(try await kept(ground) == before, "\(mutation)")
      }
      let guardian = try await ground.guardian("New")
      let confirmed = try await ground.ask(
        #"mutation { confirmGuardian(input: {id: "\#(guardian)"}) { guardian { isConfirmed } } }"#, as: ground.administrator)
      #expect(confirmed.at("errors") == nil, "\(confirmed)")
      let invited = try await ground.ask("mutation { createInvitation(input: {role: PARENT}) { code } }", as: second)
      #expect(invited.at("errors") == nil, "\(invited)")
    }
  }

  @Test func `A barred person that takes another name, and leaves, is known by the one that the school knew`() async throws {
    try await PickupGround.run("barred_renamed") { ground in
      let mia = try await ground.students().mia
      try await ground.bar("Elena Rivera")
      let open = try #require(try await ground.request([mia], as: ground.otherParent).ids.first)
      func rename(_ name: String) async throws {
        let renamed = try await ground.ask(#"mutation { updateViewer(input: {name: "\#(name)"}) { viewer { name } } }"#, as: ground.parent)
        #expect(renamed.at("errors") == nil, "\(renamed)")
      }
      try await rename("Mateo Rivera")
      #expect(try await ground.request([mia]).answer.code == "FORBIDDEN")
      #expect(try await ground.notices("BARRED_REQUEST") == ["Elena Rivera"])
      try await rename("Karl Fox")
      let left = try await ground.ask("mutation { leaveFamily { __typename } }", as: ground.parent)
      #expect(left.at("errors") == nil, "\(left)")
      func hand(_ name: String) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { handOver(input: {id: "\#(open)", to: "\#(name)"}) { dismissal { state } } }"#, as: ground.teacher)
      }
      for name in ["Elena Rivera", "Karl Fox"] {
        #expect(try await hand(name).at("errors", 0, "extensions", "reason")?.string == "BARRED_NAME", "\(name)")
      }
      #expect(try await hand("Rosa Klein").at("data", "handOver", "dismissal", "state")?.string == "CONFIRMED")
      // The records copied when the barred parent left take over the later steps.
      let enrolment = DemonstrationFamily.enrolmentID
      let ended = try await ground.ask(
        #"mutation { endEnrolment(input: {id: "\#(enrolment)"}) { enrolment { state } } }"#, as: ground.otherParent)
      #expect(ended.at("errors") == nil, "\(ended)")
      let records = try await ground.database.run(
        "SELECT concat_ws(' ', state, handed_to, class_name) FROM pickup_records WHERE id = \(bind: .text(open))::uuid").texts
      #expect(records == ["CONFIRMED Rosa Klein Owls"])
    }
  }

  @Test func `No mutation of a barred parent, with any id that it knows, ends, hides or moves the student`() async throws {
    try await PickupGround.run("barred_walk") { ground in
      let (mia, leo) = try await ground.students()
      let open = try await ground.request([mia], as: ground.otherParent).ids
      let enrolment = try await ground.enrolment(of: "Mia")
      let guardian = try await ground.guardian("Elena Rivera")
      try await ground.bar("Elena Rivera")
      let (mateo, elena) = (try #require(ground.otherParent.membership).memberID, try #require(ground.parent.membership).memberID)
      let ids = [mia, leo, "\(mateo)", "\(elena)", enrolment, guardian, open[0], Self.school, "\(DemonstrationFamily.id)", "\(DemonstrationClass.owls.id)"]
      let before = try await kept(ground)
      let schema = try WalkedSchema.domain.schema
      var answered = 0
      // It may go itself: what the school knows then is in the test above.
      for mutation in ContractMutation.all where !["leaveFamily", "deleteAccount"].contains(mutation.name) {
        for id in ids {
          let input = mutation.input.map { "(input: \(literal(of: $0, schema, id: id)))" } ?? ""
          let answer = await ground.gateway.send("mutation { \(mutation.name)\(input) { __typename } }", as: ground.parent)
          #expect(answer.outcome != .internalError, "\(mutation.name)\(input): \(answer.text)")
          #expect(answer.outcome != .invalid, "\(mutation.name)\(input): \(answer.text)")
          if answer.outcome != .unauthenticated { answered += 1 }
          #expect(try await kept(ground) == before, "\(mutation.name)\(input): \(answer.text)")
          try await restore(ground)
          if mutation.input == nil { break }
        }
      }
      #expect(answered > ContractMutation.all.count * 5)
    }
  }

  /// An input with all its fields: ids are the one given.
  private func literal(of input: InputObjectType, _ schema: Schema, id: String) -> String {
    func value(of type: TypeReference, _ name: String) -> String? {
      if let item = type.itemType { return value(of: item, name).map { "[\($0)]" } }
      switch (type.namedType, name) {
      case ("ID", _): return "\"\(id)\""
      case ("String", "familyName"): return "\"Rivera\""
      case ("String", "confirmation"): return "\"Elena Rivera\""
      default: break
      }
      if case .inputObject(let item)? = schema.types[type.namedType] { return literal(of: item, schema, id: id) }
      return schema.literal(of: type)
    }
    let fields = input.fields.compactMap { field -> String? in
      // Other fields that need not be given are as they are.
      guard field.isRequired || field.type.namedType == "ID" || field.name.hasSuffix("Ids") || field.name == "cascade" else { return nil }
      if field.name == "id", !field.isRequired { return nil }
      return value(of: field.type, field.name).map { "\(field.name): \($0)" }
    }
    return "{\(fields.joined(separator: ", "))}"
  }

  /// Brings back what a parent may do to itself.
  private func restore(_ ground: PickupGround) async throws {
    let parent = ground.parent
    let member = try #require(parent.membership)
    try await ground.database.run(
      "INSERT INTO accounts (id, name) VALUES (\(bind: .uuid(parent.accountID)), 'Elena Rivera') ON CONFLICT DO NOTHING")
    try await ground.database.run(
      """
      INSERT INTO sessions (account_id, id, expires_at)
      VALUES (\(bind: .uuid(parent.accountID)), \(bind: .uuid(parent.sessionID)), now() + interval '1 day')
      ON CONFLICT (account_id, id) DO UPDATE SET ended_at = NULL
      """)
    try await ground.database.run(
      """
      INSERT INTO members (family_id, id, account_id, role, name, created_at)
      VALUES (\(bind: .uuid(member.familyID)), \(bind: .uuid(member.memberID)), \(bind: .uuid(parent.accountID)), 'PARENT', 'Elena Rivera',
        now() - interval '2 days') ON CONFLICT DO NOTHING
      """)
    try await ground.database.run("DELETE FROM attempts")
  }

  // MARK: Records

  @Test("What a school keeps outlasts what a family ends or deletes", arguments: [
    "endEnrolment", "removeMember", "deleteFamily", "leaveSchool",
  ])
  func records(_ name: String) async throws {
    try await PickupGround.run("records_\(name.lowercased())") { ground in
      let mia = try await ground.students().mia
      let enrolment = try await ground.enrolment(of: "Mia")
      try await ground.bar("Elena Rivera")
      #expect(try await ground.request([mia]).answer.code == "FORBIDDEN")
      let first = try await ground.request([mia], as: ground.otherParent).ids
      let handed = try await ground.ask(
        #"mutation { handOver(input: {id: "\#(first[0])", to: "Rosa Rivera"}) { dismissal { state } } }"#, as: ground.teacher)
      #expect(handed.at("errors") == nil)
      let called = try await ground.run("callStudents", [enrolment], as: ground.teacher)
      #expect(called.at("errors") == nil)
      let inputs = [
        "endEnrolment": #"id: "\#(enrolment)""#, "removeMember": #"id: "\#(mia)", cascade: true"#, "deleteFamily": #"familyName: "Rivera""#,
        "leaveSchool": #"schoolId: "\#(Self.school)""#,
      ]
      let done = try await ground.ask("mutation { \(name)(input: {\(inputs[name] ?? "")}) { __typename } }", as: ground.otherParent)
      #expect(done.at("errors") == nil, "\(done)")
      let query = """
        { schools { pickupRecords(first: 100) { kind studentName studentNumber className personName state notice day handedTo confirmedBy requestedBy } } }
        """
      for viewer in [ground.teacher, ground.dispatcher, ground.administrator] {
        let list = try await ground.ask(query, as: viewer).at("data", "schools", 0, "pickupRecords")?.array ?? []
        let own = list.filter { $0.at("studentName")?.string == "Mia Rivera" }
        #expect(own.contains { $0.at("kind")?.string == "BAR" && $0.at("personName")?.string == "Elena Rivera" }, "\(name): \(list)")
        #expect(own.contains { $0.at("notice")?.string == "BARRED_REQUEST" && $0.at("personName")?.string == "Elena Rivera" })
        #expect(own.contains { $0.at("state")?.string == "CONFIRMED" && $0.at("handedTo")?.string == "Rosa Rivera" && $0.at("confirmedBy")?.string == "Thea Becker" })
        // The child that is called, and whose family is gone.
        let isEnded = ["endEnrolment", "leaveSchool"].contains(name)
        #expect(own.contains { $0.at("state")?.string == (isEnded ? "CANCELLED" : "READY") && $0.at("requestedBy")?.string == "Thea Becker" }, "\(own)")
        #expect(own.allSatisfy { $0.at("className")?.string == "Owls" && $0.at("studentNumber")?.string == "2041" })
      }
      let others = try await ground.ask(query, as: ground.otherTeacher).at("data", "schools", 0, "pickupRecords")?.array ?? []
      #expect(!others.contains { $0.at("studentName")?.string == "Mia Rivera" })
      // 90 days, but for whom the school has barred.
      try await ground.database.run("UPDATE pickup_records SET happened_at = now() - interval '91 days'")
      try await ground.database.run("SELECT forget_pickup_records(1000)")
      let left = try await ground.database.run("SELECT DISTINCT kind FROM pickup_records").texts
      #expect(left == ["BAR"])
    }
  }

  @Test func `An administrator does not lift a bar of its own account`() async throws {
    try await PickupGround.run("barred_administrator") { ground in
      try await ground.bar("Elena Rivera")
      try await ground.database.run(
        """
        INSERT INTO school_staff (school_id, id, account_id, name, role)
        VALUES (\(bind: .uuid(DemonstrationFamily.schoolID)), gen_random_uuid(), \(bind: .uuid(ground.parent.accountID)), 'Elena', 'ADMINISTRATOR')
        """)
      let id = try await ground.guardian("Elena Rivera")
      let lift = #"mutation { barGuardian(input: {id: "\#(id)", isBarred: false}) { guardian { isBarred } } }"#
      #expect(try await ground.ask(lift, as: ground.parent).code == "FORBIDDEN")
      #expect(try await ground.ask(lift, as: ground.administrator).at("data", "barGuardian", "guardian", "isBarred") == .bool(false))
    }
  }
}
