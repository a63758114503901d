import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The steps of a dismissal: at several schools, of days that have ended, by people with several names, of absent students.
@Suite struct DismissalCourseTests {
  // MARK: Several schools

  @Test func `A student with an open dismissal at one school is asked for at another as if there were none`() async throws {
    try await PickupGround.run("course_two_schools") { ground in
      let mia = try await ground.students().mia
      let other = try await OtherSchool(ground)
      func request(_ school: UUIDValue) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { requestPickup(input: {studentIds: ["\#(mia)"], schoolId: "\#(school)"}) { dismissals { id state schoolId } } }"#,
          as: ground.parent)
      }
      let first = try await request(DemonstrationFamily.schoolID)
      #expect(first.at("errors") == nil)
      let second = try await request(other.school)
      #expect(second.at("errors") == nil)
      #expect(second.at("data", "requestPickup", "dismissals", 0, "schoolId")?.string == other.school.description)
      let open = try #require(second.at("data", "requestPickup", "dismissals", 0, "id")?.string)
      // Staff of the other school send the student, and take a confirmation back.
      #expect(try await ground.run("markReady", [open], as: ground.teacher).at("errors") == nil)
      #expect(try await ground.run("confirmPickups", [open], as: ground.parent).at("errors") == nil)
      let reopened = try await ground.ask(
        #"mutation { reopenDismissal(input: {id: "\#(open)", reason: "Wrong child"}) { dismissal { state } } }"#, as: ground.teacher)
      #expect(reopened.at("data", "reopenDismissal", "dismissal", "state")?.string == "READY")
      #expect(try await ground.run("cancelDismissals", [open], #", reason: "Gone""#, as: ground.teacher).at("errors") == nil)
      let called = try await ground.run("callStudents", [other.enrolment.description], as: ground.teacher)
      #expect(called.at("data", "callStudents", "dismissals", 0, "state")?.string == "READY")
      // The staff of one school read nothing of the other.
      let seen = try await ground.ask("{ schools { name dismissals { id } } }", as: ground.dispatcher)
      #expect(seen.at("data", "schools")?.array?.count == 1)
      #expect(seen.at("data", "schools", 0, "dismissals")?.array?.count == 1)
    }
  }

  @Test func `A card asks at one school for a student who is asked for at another`() async throws {
    try await CardGround.run("course_two_cards") { cards in
      let ground = cards.pickup
      let other = try await OtherSchool(ground)
      let mia = try await ground.students().mia
      _ = try await ground.ask(
        #"mutation { requestPickup(input: {studentIds: ["\#(mia)"], schoolId: "\#(other.school)"}) { dismissals { id } } }"#, as: ground.parent)
      #expect(
        try await ground.ask(
          #"mutation { linkCard(input: {cardId: "04:11:22:33:44:55:66", schoolId: "\#(DemonstrationFamily.schoolID)"}) { card { id } } }"#,
          as: ground.otherParent
        ).at("errors") == nil)
      let seen = try await cards.checkIn("04112233445566")
      #expect(seen.at("errors") == nil)
      #expect(Set(cards.names(in: seen)) == ["Leo Rivera", "Mia Rivera"])
    }
  }

  @Test(arguments: [true, false])
  func `Staff act under the name that they have at the student's school`(isFirst: Bool) async throws {
    try await PickupGround.run("course_names_\(isFirst)") { ground in
      let other = try await OtherSchool(ground, isFirst: isFirst)
      for (enrolment, name) in [(other.enrolment, other.name), (DemonstrationFamily.enrolmentID, "Thea Becker")] {
        let called = try await ground.ask(
          #"mutation { callStudents(input: {ids: ["\#(enrolment)"]}) { dismissals { id requestedBy readyBy } } }"#, as: ground.teacher)
        #expect(called.at("data", "callStudents", "dismissals", 0, "requestedBy")?.string == name)
        #expect(called.at("data", "callStudents", "dismissals", 0, "readyBy")?.string == name)
        let id = try #require(called.at("data", "callStudents", "dismissals", 0, "id")?.string)
        let back = try await ground.ask(
          #"mutation { markNotReady(input: {ids: ["\#(id)"]}) { dismissals { notReadyBy } } }"#, as: ground.teacher)
        #expect(back.at("data", "markNotReady", "dismissals", 0, "notReadyBy")?.string == name)
        let handed = try await ground.ask(
          #"mutation { handOver(input: {id: "\#(id)", to: "Ivo Sand"}) { dismissal { confirmedBy handedTo } } }"#, as: ground.teacher)
        #expect(handed.at("data", "handOver", "dismissal", "confirmedBy")?.string == name)
        let reopened = try await ground.ask(
          #"mutation { reopenDismissal(input: {id: "\#(id)", reason: "Wrong"}) { dismissal { reopenedBy } } }"#, as: ground.teacher)
        #expect(reopened.at("data", "reopenDismissal", "dismissal", "reopenedBy")?.string == name)
        let cancelled = try await ground.ask(
          #"mutation { cancelDismissals(input: {ids: ["\#(id)"], reason: "Bus"}) { dismissals { cancelledBy } } }"#, as: ground.teacher)
        #expect(cancelled.at("data", "cancelDismissals", "dismissals", 0, "cancelledBy")?.string == name)
        let sent = try await ground.ask(
          #"mutation { sendClassMessage(input: {studentId: "\#(enrolment)", text: "Hello"}) { message { authorName } } }"#, as: ground.teacher)
        #expect(sent.at("data", "sendClassMessage", "message", "authorName")?.string == name)
        let absent = try await ground.ask(
          #"mutation { markAbsent(input: {ids: ["\#(enrolment)"]}) { students { absentOn } } }"#, as: ground.teacher)
        #expect(absent.at("errors") == nil)
        let told = try await ground.ask("{ viewer { notifications(first: 1) { body } } }", as: ground.parent)
        #expect(told.at("data", "viewer", "notifications", 0, "body")?.string == "\(name) marked Mia Rivera absent today.")
      }
      // Several schools in one request.
      _ = try await ground.ask(
        #"mutation { markAbsent(input: {ids: ["\#(other.enrolment)", "\#(DemonstrationFamily.enrolmentID)"], isAbsent: false}) { students { id } } }"#,
        as: ground.teacher)
      let both = try await ground.ask(
        #"mutation { callStudents(input: {ids: ["\#(other.enrolment)", "\#(DemonstrationFamily.enrolmentID)"]}) { dismissals { readyBy } } }"#,
        as: ground.teacher)
      #expect(both.at("data", "callStudents", "dismissals")?.array?.compactMap { $0.at("readyBy")?.string } == [other.name, "Thea Becker"])
      // The administrator of the other school turns the student down.
      let removed = try await ground.ask(
        #"mutation { removeStudentFromSchool(input: {id: "\#(other.enrolment)"}) { id } }"#, as: ground.teacher)
      #expect(removed.at("errors") == nil)
      let family = try await ground.ask(
        #"{ family { dismissals(first: 1, where: {schoolId: {eq: "\#(other.school)"}}) { cancelledBy cancellationReason } } }"#, as: ground.parent)
      #expect(family.at("data", "family", "dismissals", 0, "cancelledBy")?.string == other.name)
    }
  }

  // MARK: Steps

  /// The fields of `Mutation` that change a dismissal, each as a request.
  private static func steps(_ ground: PickupGround, _ mia: String, _ id: String) -> [DismissalAction: (String, AccountViewer)] {
    let enrolment = DemonstrationFamily.enrolmentID
    return [
      .request: (#"requestPickup(input: {studentIds: ["\#(mia)"], note: "N"}) { dismissals { id } }"#, ground.parent),
      .call: (#"callStudents(input: {ids: ["\#(enrolment)"]}) { dismissals { id } }"#, ground.teacher),
      .markReady: (#"markReady(input: {ids: ["\#(id)"]}) { dismissals { id } }"#, ground.teacher),
      .markNotReady: (#"markNotReady(input: {ids: ["\#(id)"]}) { dismissals { id } }"#, ground.teacher),
      .confirm: (#"confirmPickups(input: {ids: ["\#(id)"]}) { dismissals { id } }"#, ground.parent),
      .handOver: (#"handOver(input: {id: "\#(id)", to: "Ivo Sand"}) { dismissal { id } }"#, ground.teacher),
      .cancel: (#"cancelPickups(input: {ids: ["\#(id)"]}) { dismissals { id } }"#, ground.parent),
      .cancelByStaff: (#"cancelDismissals(input: {ids: ["\#(id)"], reason: "Bus"}) { dismissals { id } }"#, ground.teacher),
      .markAbsent: (#"markAbsent(input: {ids: ["\#(enrolment)"]}) { students { id } }"#, ground.teacher),
      .reopen: (#"reopenDismissal(input: {id: "\#(id)", reason: "Wrong"}) { dismissal { id } }"#, ground.teacher),
    ]
  }

  /// Ways to each state. A dismissal may be handed over, and so be reopened, without ever being ready.
  private static let ways: [[DismissalAction]] = [
    [], [.markReady], [.markReady, .markNotReady], [.markReady, .confirm], [.handOver], [.handOver, .reopen],
    [.markReady, .confirm, .reopen], [.handOver, .reopen, .handOver, .reopen, .cancelByStaff], [.cancel],
  ]

  @Test func `Every step from every state does what the table says, and erases no stamp`() async throws {
    try await PickupGround.run("course_steps") { ground in
      let mia = try await ground.students().mia
      let columns = DismissalStamp.allCases.flatMap(\.columns)
      func stamps(_ id: String) async throws -> [String: String] {
        let list: SQL = columns.map { "\(identifier: $0)::text" as SQL }.joined(separator: ", ")
        let rows = try await ground.database.run("SELECT \(list) FROM dismissals WHERE id = \(bind: .text(id))::uuid")
        return Dictionary(uniqueKeysWithValues: columns.enumerated().compactMap { index, name in
          rows.text(row: 0, column: index).map { (name, $0) }
        })
      }
      for way in Self.ways {
        for action in DismissalAction.allCases where action != .expire && action != .checkIn {
          try await ground.database.run("DELETE FROM dismissals WHERE day_ends_at > now()")
          try await ground.database.run("UPDATE enrolments SET absent_on = NULL")
          let id = try #require(try await ground.request([mia]).ids.first)
          var state = DismissalState.requested
          // The notification of the request.
          var made = 1
          for (index, step) in (way + [action]).enumerated() {
            let before = try await stamps(id)
            let former = state
            let outcome = DismissalTable.outcome(of: step, in: state)
            let (mutation, viewer) = try #require(Self.steps(ground, mia, id)[step])
            let answer = try await ground.ask("mutation { \(mutation) }", as: viewer)
            let what = "\(way), \(action), step \(index)"
            #expect(answer.code == (outcome == .conflict ? "CONFLICT" : nil), "\(what): \(answer)")
            if case .new = outcome {} else { state = outcome.written ?? state }
            #expect(try await ground.state(of: id) == state.rawValue, "\(what)")
            // A step that is done again renews its own stamp, and touches no other. The former one stays among the steps.
            let after = try await stamps(id)
            for (column, value) in before where after[column] != value {
              #expect(Self.isOwn(column, of: step), "\(what): \(column)")
            }
            let isWritten = DismissalTable.stamps(of: step, in: former) != nil
            if case .new = outcome {} else if isWritten { made += 1 }
            let kept = try await ground.ask(
              #"{ dismissal(id: "\#(id)") { steps { kind personName } } }"#, as: ground.parent
            ).at("data", "dismissal", "steps")?.array
            #expect(kept?.count == made, "\(what): \(String(describing: kept))")
          }
        }
      }
    }
  }

  /// Whether a step records itself in a column.
  private static func isOwn(_ column: String, of step: DismissalAction) -> Bool {
    DismissalState.allCases.contains { state in
      DismissalTable.stamps(of: step, in: state)?.sets.contains { $0.columns.contains(column) } == true
    }
  }

  @Test func `However often staff flip a dismissal, its steps say who had the student`() async throws {
    try await PickupGround.run("course_flips") { ground in
      let mia = try await ground.students().mia
      let id = try #require(try await ground.request([mia]).ids.first)
      try await ground.database.run(
        """
        INSERT INTO dismissal_steps (family_id, dismissal_id, enrolment_id, staff_school_id, class_id, kind)
        SELECT family_id, id, enrolment_id, staff_school_id, class_id, 'NOT_READY' FROM dismissals, generate_series(1, 199)
        WHERE id = \(bind: .text(id))::uuid
        """)
      func count(_ kind: String) async throws -> Int32? {
        try await ground.database.run(
          "SELECT count(*)::int4 FROM dismissal_steps WHERE dismissal_id = \(bind: .text(id))::uuid AND kind = \(bind: .text(kind))"
        ).int4(row: 0, column: 0)
      }
      #expect(try await ground.run("markReady", [id], as: ground.teacher).at("errors") == nil)
      #expect(try await count("READY") == 0)
      #expect(try await ground.run("confirmPickups", [id], as: ground.parent).at("errors") == nil)
      #expect(try await count("CONFIRMED") == 1)
    }
  }

  @Test func `A dismissal of a day that has ended takes no step, before and after it is marked as expired`() async throws {
    try await PickupGround.run("course_ended") { ground in
      let mia = try await ground.students().mia
      for way in Self.ways {
        try await ground.database.run("DELETE FROM dismissals")
        let id = try #require(try await ground.request([mia]).ids.first)
        for step in way {
          let (mutation, viewer) = try #require(Self.steps(ground, mia, id)[step])
          #expect(try await ground.ask("mutation { \(mutation) }", as: viewer).at("errors") == nil)
        }
        try await ground.database.execute(
          script: """
            ALTER TABLE dismissals DISABLE TRIGGER fixed_columns;
            UPDATE dismissals SET day = day - 4, day_ends_at = day_ends_at - interval '4 days';
            ALTER TABLE dismissals ENABLE TRIGGER fixed_columns;
            """)
        for isMarked in [false, true] {
          if isMarked { try await ground.database.run("SELECT expire_dismissals(100)") }
          let before = try await ground.row(of: id)
          for action in [DismissalAction.markReady, .markNotReady, .confirm, .handOver, .cancel, .cancelByStaff, .reopen] {
            let (mutation, viewer) = try #require(Self.steps(ground, mia, id)[action])
            let answer = try await ground.ask("mutation { \(mutation) }", as: viewer)
            #expect(answer.code == "CONFLICT", "\(way), \(action)")
            #expect(answer.at("errors", 0, "extensions", "reason")?.string == "DAY_ENDED", "\(way), \(action)")
            #expect(try await ground.row(of: id) == before, "\(way), \(action)")
          }
        }
      }
    }
  }

  @Test func `A second request changes the note and the minutes until the student is ready`() async throws {
    try await PickupGround.run("course_amended") { ground in
      let mia = try await ground.students().mia
      func request(_ fields: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await ground.ask(
          """
          mutation { requestPickup(input: {studentIds: ["\(mia)"]\(fields)}) {
            dismissals { id state note estimatedMinutes requestedBy amendedBy }
          } }
          """, as: viewer)
      }
      func first(_ answer: JSONValue) -> JSONValue? { answer.at("data", "requestPickup", "dismissals", 0) }
      let asked = try await request(#", note: "North gate", estimatedMinutes: 10"#, as: ground.parent)
      let id = try #require(first(asked)?.at("id")?.string)
      let changed = try await request(#", note: "South gate", estimatedMinutes: 25"#, as: ground.otherParent)
      #expect(first(changed)?.at("id")?.string == id)
      #expect(first(changed)?.at("note")?.string == "South gate")
      #expect(first(changed)?.at("estimatedMinutes") == .number("25"))
      #expect(first(changed)?.at("requestedBy")?.string == "Elena Rivera")
      #expect(first(changed)?.at("amendedBy")?.string == "Mateo Rivera")
      // The same again, as after a lost answer, is no change.
      let again = try await request(#", note: "South gate", estimatedMinutes: 25"#, as: ground.parent)
      #expect(first(again)?.at("amendedBy")?.string == "Mateo Rivera")
      // Fields omitted from the input stay; null clears them.
      #expect(first(try await request(", estimatedMinutes: 5", as: ground.parent))?.at("note")?.string == "South gate")
      #expect(first(try await request("", as: ground.parent))?.at("note")?.string == "South gate")
      #expect(first(try await request(", note: null", as: ground.parent))?.at("note") == .null)
      let staff = try await ground.ask(#"{ classDismissal(id: "\#(id)") { note estimatedMinutes amendedBy } }"#, as: ground.teacher)
      #expect(staff.at("data", "classDismissal", "estimatedMinutes") == .number("5"))
      #expect(try await ground.run("markReady", [id], as: ground.teacher).at("errors") == nil)
      let late = try await request(#", note: "Too late""#, as: ground.parent)
      #expect(late.at("errors") == nil)
      #expect(first(late)?.at("note") == .null)
      #expect(first(late)?.at("state")?.string == "READY")
    }
  }

  @Test func `Nobody empties the record of former days by asking and cancelling`() async throws {
    try await PickupGround.run("course_many") { ground in
      let mia = try await ground.students().mia
      for _ in 0..<30 {
        let id = try #require(try await ground.request([mia]).ids.first)
        #expect(try await ground.run("cancelPickups", [id], as: ground.parent).at("errors") == nil)
      }
      #expect(try await ground.request([mia]).answer.code == "LIMIT_EXCEEDED")
      let called = try await ground.run("callStudents", [DemonstrationFamily.enrolmentID.description], as: ground.teacher)
      #expect(called.code == "LIMIT_EXCEEDED")
    }
  }

  // MARK: Absence

  @Test func `Marking a student absent ends what is open, and parents hear of it and read it`() async throws {
    try await PickupGround.run("course_absent") { ground in
      let mia = try await ground.students().mia
      let enrolment = DemonstrationFamily.enrolmentID.description
      func mark(_ isAbsent: Bool) async throws {
        let marked = try await ground.ask(
          #"mutation { markAbsent(input: {ids: ["\#(enrolment)"], isAbsent: \#(isAbsent)}) { students { absentOn } } }"#, as: ground.teacher)
        #expect(marked.at("errors") == nil)
      }
      func absentOn(_ viewer: AccountViewer) async throws -> JSONValue? {
        try await ground.ask(#"{ enrolment(id: "\#(enrolment)") { absentOn } }"#, as: viewer).at("data", "enrolment", "absentOn")
      }
      let id = try #require(try await ground.request([mia]).ids.first)
      try await mark(true)
      let ended = try await ground.ask(#"{ dismissal(id: "\#(id)") { state cancelledBy cancellationReason } }"#, as: ground.parent)
      #expect(ended.at("data", "dismissal", "state")?.string == "CANCELLED")
      #expect(ended.at("data", "dismissal", "cancelledBy")?.string == "Thea Becker")
      #expect(ended.at("data", "dismissal", "cancellationReason")?.string == "The student is absent.")
      #expect(try await absentOn(ground.parent)?.string?.count == 10)
      for viewer in [ground.parent, ground.otherParent] {
        #expect(try await ground.titles(viewer).first == "Mia Rivera was marked absent")
      }
      // Marked again, nobody hears of it again.
      let told = try await ground.titles(ground.parent).count
      try await mark(true)
      #expect(try await ground.titles(ground.parent).count == told)
      for answer in [
        try await ground.run("callStudents", [enrolment], as: ground.teacher), try await ground.run("markReady", [id], as: ground.teacher),
        try await ground.request([mia]).answer,
      ] {
        #expect(answer.code == "CONFLICT")
        #expect(answer.at("errors", 0, "extensions", "reason")?.string == "ABSENT")
      }
      try await mark(false)
      #expect(try await absentOn(ground.parent) == .null)
      #expect(try await ground.titles(ground.parent).first == "Mia Rivera is not absent")
      #expect(try await ground.run("callStudents", [enrolment], as: ground.teacher).at("errors") == nil)
      // One who was picked up before stays so, and is not made ready again.
      let ready = try #require(
        try await ground.ask("{ family { dismissals(open: true) { id } } }", as: ground.parent).at("data", "family", "dismissals", 0, "id")?
          .string)
      #expect(try await ground.run("confirmPickups", [ready], as: ground.parent).at("errors") == nil)
      try await mark(true)
      #expect(try await ground.state(of: ready) == "CONFIRMED")
      let reopened = try await ground.ask(
        #"mutation { reopenDismissal(input: {id: "\#(ready)", reason: "Wrong"}) { dismissal { id } } }"#, as: ground.teacher)
      #expect(reopened.at("errors", 0, "extensions", "reason")?.string == "ABSENT")
      try await ground.bar("Mateo Rivera")
      #expect(try await absentOn(ground.otherParent) == .null)
      #expect(try await absentOn(ground.parent) != .null)
    }
  }

  @Test func `Absence and who comes are over when their day is`() async throws {
    try await PickupGround.run("course_days") { ground in
      let enrolment = DemonstrationFamily.enrolmentID.description
      let rosa = try #require(
        try await ground.ask(#"{ enrolment(id: "\#(enrolment)") { collectors { id } } }"#, as: ground.parent)
          .at("data", "enrolment", "collectors", 0, "id")?.string)
      _ = try await ground.ask(
        #"mutation { sayWhoComes(input: {enrolmentId: "\#(enrolment)", collectorId: "\#(rosa)"}) { enrolment { id } } }"#, as: ground.parent)
      _ = try await ground.ask(#"mutation { markAbsent(input: {ids: ["\#(enrolment)"]}) { students { id } } }"#, as: ground.teacher)
      let family = #"{ enrolment(id: "\#(enrolment)") { absentOn collectedBy collectedOn } }"#
      let staff = #"{ classStudent(id: "\#(enrolment)") { absentOn collectedBy collectedOn } }"#
      func fields(_ query: String, _ viewer: AccountViewer) async throws -> [JSONValue?] {
        let data = try await ground.ask(query, as: viewer)
        return ["absentOn", "collectedBy", "collectedOn"].map { data.at("data", "enrolment", .key($0)) ?? data.at("data", "classStudent", .key($0)) }
      }
      #expect(try await fields(family, ground.parent).allSatisfy { $0 != .null })
      #expect(try await fields(staff, ground.teacher).allSatisfy { $0 != .null })
      try await ground.database.run("UPDATE enrolments SET absent_on = absent_on - 1, collected_on = collected_on - 1")
      #expect(try await fields(family, ground.parent) == [.null, .null, .null])
      #expect(try await fields(staff, ground.teacher) == [.null, .null, .null])
    }
  }

  // MARK: Collectors

  @Test func `Staff read who comes as it is now: renamed, with other days, or removed`() async throws {
    try await PickupGround.run("course_collectors") { ground in
      let enrolment = DemonstrationFamily.enrolmentID.description
      func create(_ name: String) async throws -> String {
        let made = try await ground.ask(
          #"mutation { createCollector(input: {enrolmentId: "\#(enrolment)", name: "\#(name)"}) { collector { id } } }"#, as: ground.parent)
        return try #require(made.at("data", "createCollector", "collector", "id")?.string)
      }
      func say(_ id: String) async throws {
        let said = try await ground.ask(
          #"mutation { sayWhoComes(input: {enrolmentId: "\#(enrolment)", collectorId: "\#(id)"}) { enrolment { collectedBy } } }"#,
          as: ground.parent)
        #expect(said.at("errors") == nil)
      }
      func seen() async throws -> JSONValue? {
        try await ground.ask(#"{ classStudent(id: "\#(enrolment)") { collectedBy } }"#, as: ground.teacher)
          .at("data", "classStudent", "collectedBy")
      }
      let aunt = try await create("Ana Sol")
      try await say(aunt)
      #expect(try await seen()?.string == "Ana Sol")
      _ = try await ground.ask(
        #"mutation { updateCollector(input: {id: "\#(aunt)", name: "Ana Luz"}) { collector { id } } }"#, as: ground.otherParent)
      #expect(try await seen()?.string == "Ana Luz")
      _ = try await ground.ask(
        #"mutation { updateCollector(input: {id: "\#(aunt)", untilDay: "2020-01-01"}) { collector { id } } }"#, as: ground.parent)
      #expect(try await seen() == .null)
      let uncle = try await create("Tom Sol")
      try await say(uncle)
      #expect(try await ground.ask(#"mutation { deleteCollector(input: {id: "\#(uncle)"}) { id } }"#, as: ground.parent).at("errors") == nil)
      #expect(try await seen() == .null)
      // Another of the same name is another person.
      try await say(try await create("Tom Sol"))
      #expect(try await seen()?.string == "Tom Sol")
    }
  }

  // MARK: Barred names

  @Test func `A barred person gets a child by no name, unless staff say that it is another person`() async throws {
    try await PickupGround.run("course_hand_over") { ground in
      let mia = try await ground.students().mia
      try await ground.bar("Mateo Rivera")
      let id = try #require(try await ground.request([mia]).ids.first)
      func hand(_ fields: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { handOver(input: {id: "\#(id)", \#(fields)}) { dismissal { state handedTo } } }"#, as: viewer ?? ground.teacher)
      }
      for name in ["Mateo Rivera", "  mateo   RIVERA ", "Mâteo Rivera", "Rivera, Mateo", "Herr Mateo Rivera", "Mateo"] {
        let refused = try await hand(#"to: "\#(name)""#)
        #expect(refused.code == "CONFLICT", "\(name)")
        #expect(refused.at("errors", 0, "extensions", "reason")?.string == "BARRED_NAME", "\(name)")
        #expect(refused.inputPath == "input.to")
      }
      #expect(try await ground.notices("BARRED_HAND_OVER").contains("Mateo Rivera"))
      let (elena, mateo) = (try await ground.guardian("Elena Rivera"), try await ground.guardian("Mateo Rivera"))
      let barred = try await hand(#"guardianId: "\#(mateo)", isAnotherPerson: true"#)
      #expect(barred.code == "FORBIDDEN" && barred.inputPath == "input.guardianId")
      #expect(try await ground.state(of: id) == "REQUESTED")
      // Exactly one of the three.
      #expect(try await hand("isAnotherPerson: true").code == "BAD_USER_INPUT")
      #expect(try await hand(#"to: "Ivo", guardianId: "\#(elena)""#).code == "BAD_USER_INPUT")
      #expect(try await hand(#"guardianId: "\#(newID())""#).code == "NOT_FOUND")
      #expect(try await hand(#"collectorId: "\#(newID())""#).code == "NOT_FOUND")
      // The father's own father has his name.
      let other = try await hand(#"to: "Mateo Rivera", isAnotherPerson: true"#)
      #expect(other.at("data", "handOver", "dismissal", "state")?.string == "CONFIRMED")
      _ = try await ground.ask(#"mutation { reopenDismissal(input: {id: "\#(id)", reason: "Wrong"}) { dismissal { id } } }"#, as: ground.teacher)
      let mother = try await hand(#"guardianId: "\#(elena)""#)
      #expect(mother.at("data", "handOver", "dismissal", "handedTo")?.string == "Elena Rivera")
      _ = try await ground.ask(#"mutation { reopenDismissal(input: {id: "\#(id)", reason: "Wrong"}) { dismissal { id } } }"#, as: ground.teacher)
      let rosa = try #require(
        try await ground.ask(#"{ classStudent(id: "\#(DemonstrationFamily.enrolmentID)") { collectors { id hasBarredName } } }"#, as: ground.teacher)
          .at("data", "classStudent", "collectors", 0))
      #expect(rosa.at("hasBarredName") == .bool(false))
      let aunt = try await hand(#"collectorId: "\#(try #require(rosa.at("id")?.string))""#)
      #expect(aunt.at("data", "handOver", "dismissal", "handedTo")?.string == "Rosa Rivera")
    }
  }

  @Test func `A barred person is no collector whom parents name without a word to staff`() async throws {
    try await PickupGround.run("course_barred_collector") { ground in
      let enrolment = DemonstrationFamily.enrolmentID.description
      try await ground.bar("Mateo Rivera")
      let made = try await ground.ask(
        #"mutation { createCollector(input: {enrolmentId: "\#(enrolment)", name: "Matéo  rivera"}) { collector { id } } }"#, as: ground.parent)
      let id = try #require(made.at("data", "createCollector", "collector", "id")?.string)
      #expect(try await ground.notices("BARRED_COLLECTOR").count == 1)
      let seen = try await ground.ask(
        #"{ classStudent(id: "\#(enrolment)") { collectors { id hasBarredName } } }"#, as: ground.teacher)
      #expect(
        seen.at("data", "classStudent", "collectors")?.array?.first { $0.at("id")?.string == id }?.at("hasBarredName") == .bool(true))
      let said = try await ground.ask(
        #"mutation { sayWhoComes(input: {enrolmentId: "\#(enrolment)", collectorId: "\#(id)"}) { enrolment { id } } }"#, as: ground.parent)
      #expect(said.code == "FORBIDDEN" && said.inputPath == "input.collectorId")
      #expect(
        try await ground.ask(#"{ classStudent(id: "\#(enrolment)") { collectedBy } }"#, as: ground.teacher)
          .at("data", "classStudent", "collectedBy") == .null)
      // Renamed to it later, when staff read already that the person comes.
      let rosa = try await ground.ask(#"{ enrolment(id: "\#(enrolment)") { collectors { id name } } }"#, as: ground.parent)
      let known = try #require(
        rosa.at("data", "enrolment", "collectors")?.array?.first { $0.at("name")?.string == "Rosa Rivera" }?.at("id")?.string)
      func collectedBy() async throws -> JSONValue? {
        try await ground.ask(#"{ classStudent(id: "\#(enrolment)") { collectedBy } }"#, as: ground.teacher)
          .at("data", "classStudent", "collectedBy")
      }
      _ = try await ground.ask(
        #"mutation { sayWhoComes(input: {enrolmentId: "\#(enrolment)", collectorId: "\#(known)"}) { enrolment { id } } }"#, as: ground.parent)
      #expect(try await collectedBy()?.string == "Rosa Rivera")
      _ = try await ground.ask(
        #"mutation { updateCollector(input: {id: "\#(known)", name: "Rivera Mateo"}) { collector { id } } }"#, as: ground.parent)
      #expect(try await collectedBy() == .null)
      #expect(try await ground.notices("BARRED_COLLECTOR").count == 2)
      // An account that has left the family is barred nevertheless.
      try await ground.database.run("DELETE FROM pickup_guardians WHERE is_barred")
      let kept = try await ground.ask(
        #"mutation { createCollector(input: {enrolmentId: "\#(enrolment)", name: "Mateo Rivera Díaz"}) { collector { id } } }"#,
        as: ground.parent)
      #expect(kept.at("errors") == nil)
      #expect(try await ground.notices("BARRED_COLLECTOR").count == 3)
    }
  }

  // MARK: Notices

  @Test func `A step and its undoing within a minute are one notice, and a student has a bound`() async throws {
    try await PickupGround.run("course_notices") { ground in
      let mia = try await ground.students().mia
      let id = try #require(try await ground.request([mia], as: ground.otherParent).ids.first)
      for _ in 0..<47 {
        #expect(try await ground.run("markReady", [id], as: ground.teacher).at("errors") == nil)
        #expect(try await ground.run("markNotReady", [id], as: ground.teacher).at("errors") == nil)
      }
      #expect(try await ground.titles(ground.parent) == ["Mia Rivera is not ready yet", "Mia Rivera was asked for"])
      #expect(try await ground.run("markReady", [id], as: ground.teacher).at("errors") == nil)
      #expect(try await ground.titles(ground.parent) == ["Mia Rivera is ready", "Mia Rivera was asked for"])
      // A change after a read notification makes a new one.
      _ = try await ground.ask("mutation { markAllNotificationsRead(input: {}) { viewer { id } } }", as: ground.parent)
      #expect(try await ground.run("markNotReady", [id], as: ground.teacher).at("errors") == nil)
      #expect(
        try await ground.titles(ground.parent) == ["Mia Rivera is not ready yet", "Mia Rivera is ready", "Mia Rivera was asked for"])
      // Read each time, at most 20 in an hour; the latest says how things are.
      for _ in 0..<20 {
        for mutation in ["markReady", "markNotReady"] {
          _ = try await ground.ask("mutation { markAllNotificationsRead(input: {}) { viewer { id } } }", as: ground.parent)
          #expect(try await ground.run(mutation, [id], as: ground.teacher).at("errors") == nil)
        }
      }
      let titles = try await ground.titles(ground.parent)
      #expect(titles.count == 20)
      #expect(titles.first == "Mia Rivera is not ready yet")
      let unread = try await ground.ask("{ viewer { unreadNotificationCount } }", as: ground.parent)
      #expect(unread.at("data", "viewer", "unreadNotificationCount") == .number("1"))
      // Another student has a bound of its own.
      let leo = try #require(try await ground.request([try await ground.students().leo], as: ground.otherParent).ids.first)
      #expect(try await ground.state(of: leo) == "REQUESTED")
      #expect(try await ground.titles(ground.parent).first == "Leo Rivera was asked for")
    }
  }
}
