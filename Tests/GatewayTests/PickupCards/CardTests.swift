import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Parents' cards and the readers of a school (BG-08, BG-09).
@Suite struct CardTests {
  private static let card = "04:A2:2B:7C:1D:64:80"

  @Test func `A card that a parent has linked asks for its children at the reader, once`() async throws {
    try await CardGround.run("cards_check_in") { ground in
      let linked = try await ground.link(Self.card)
      #expect(linked.at("data", "linkCard", "card", "parent", "name")?.string == "Elena Rivera")
      #expect(!"\(linked)".lowercased().contains("a22b7c"))
      // However a reader writes it.
      for text in [Self.card, "04a22b7c1d6480", "04-A2-2B-7C-1D-64-80"] {
        let seen = try await ground.checkIn(text)
        #expect(ground.names(in: seen) == ["Leo Rivera", "Mia Rivera"], "\(seen)")
        #expect(seen.at("data", "checkInByCard", "checkIns", 0, "state")?.string == "REQUESTED")
      }
      let open = try await ground.pickup.ask("{ family { dismissals(open: true) { id state requestedBy } } }", as: ground.pickup.parent)
      #expect(open.at("data", "family", "dismissals")?.array?.count == 2)
      #expect(open.at("data", "family", "dismissals", 0, "requestedBy")?.string == "Elena Rivera")
      // The teacher has Mia; the card never confirms.
      let ids = (open.at("data", "family", "dismissals")?.array ?? []).compactMap { $0.at("id")?.string }
      #expect(try await ground.pickup.run("markReady", ids, as: ground.pickup.dispatcher).at("errors") == nil)
      #expect(try await ground.checkIn(Self.card).at("data", "checkInByCard", "checkIns", 0, "state")?.string == "READY")
      #expect(try await ground.pickup.run("confirmPickups", ids, as: ground.pickup.parent).at("errors") == nil)
      // A student who has gone is left out, without an error.
      #expect(try await ground.checkIn(Self.card).at("data", "checkInByCard", "checkIns") == .array([]))
    }
  }

  @Test func `An unknown card, a blocked one, that of a barred parent and another reader's order get one answer`() async throws {
    try await CardGround.run("cards_unknown") { ground in
      let unknown = try await ground.checkIn(Self.card)
      #expect(unknown.code == "NOT_FOUND")
      let id = try #require(try await ground.link(Self.card).at("data", "linkCard", "card", "id")?.string)
      #expect(try await ground.checkIn("80641D7C2BA204") == unknown)
      let blocked = try await ground.pickup.ask(
        #"mutation { blockCard(input: {id: "\#(id)"}) { card { blockedAt } } }"#, as: ground.pickup.otherParent)
      #expect(blocked.at("data", "blockCard", "card", "blockedAt") != .null)
      #expect(try await ground.checkIn(Self.card) == unknown)
      // Linked again, it works; and for a parent whom the school has barred from all children it is unknown again.
      _ = try await ground.link(Self.card)
      #expect(ground.names(in: try await ground.checkIn(Self.card)) == ["Leo Rivera", "Mia Rivera"])
      try await ground.bar("Elena Rivera")
      #expect(try await ground.checkIn(Self.card) == unknown)
      let notices = try await ground.pickup.ask(
        "{ schools(first: 1) { notices { kind personName student { name } } } }", as: ground.pickup.dispatcher)
      let told = (notices.at("data", "schools", 0, "notices")?.array ?? []).filter { $0.at("kind")?.string == "BARRED_CARD" }
      #expect(told.count == 2 && told.allSatisfy { $0.at("personName")?.string == "Elena Rivera" })
      // A teacher hears of the own class alone, and nobody is told twice at once.
      _ = try await ground.checkIn(Self.card)
      let own = try await ground.pickup.ask(
        "{ schools(first: 1) { notices { kind student { name } } } }", as: ground.pickup.teacher)
      let ownTold = (own.at("data", "schools", 0, "notices")?.array ?? []).filter { $0.at("kind")?.string == "BARRED_CARD" }
      #expect(ownTold.map { $0.at("student", "name")?.string } == ["Mia Rivera"])
    }
  }

  @Test func `A reader does nothing else, and nothing at all once it is revoked`() async throws {
    try await CardGround.run("cards_reader") { ground in
      _ = try await ground.link(Self.card)
      let token = try #require(
        try await ground.createReader().at("data", "createCardReader", "token")?.string)
      #expect(ground.names(in: try await ground.checkIn(Self.card, token)) == ["Leo Rivera", "Mia Rivera"])
      for query in ["{ schools { id } }", "{ family { id } }", "{ viewer { id } }", "mutation { signOut(input: {}) { id } }"] {
        let answer = try await ground.send(query, token)
        #expect(answer.at("data") == nil || answer.at("data") == .null, "\(query): \(answer)")
      }
      let other = try await ground.send("mutation { requestPickup(input: {studentIds: []}) { dismissals { id } } }", token)
      #expect(other.code == "FORBIDDEN" || other.code == "UNAUTHENTICATED")
      #expect(try await ground.send("{ __typename }", token).at("data", "__typename")?.string == "Query")
      // No account does what a reader does, and no reader of another token.
      let parent = try await ground.pickup.ask(CardGround.checkIn(Self.card), as: ground.pickup.parent)
      #expect(parent.code == "FORBIDDEN")
      #expect(try await ground.checkIn(Self.card, ReaderToken.random().text).code == "UNAUTHENTICATED")
      let id = try #require(
        try await ground.pickup.ask("{ schools { readers { id name } } }", as: ground.pickup.administrator)
          .at("data", "schools", 0, "readers")?.array?.first { $0.at("name")?.string == "Hall" }?.at("id")?.string)
      #expect(
        try await ground.pickup.ask(#"mutation { revokeCardReader(input: {id: "\#(id)"}) { reader { id } } }"#, as: ground.pickup.teacher)
          .code == "NOT_FOUND")
      let revoked = try await ground.pickup.ask(
        #"mutation { revokeCardReader(input: {id: "\#(id)"}) { reader { revokedAt } } }"#, as: ground.pickup.administrator)
      #expect(revoked.at("errors") == nil)
      let refused = try await ground.checkIn(Self.card, token)
      #expect(refused.code == "UNAUTHENTICATED")
      // A reader that is revoked does not learn that a card is malformed.
      #expect(try await ground.checkIn("nonsense", token).code == "UNAUTHENTICATED")
      #expect(try await ground.send("{ __typename }", token).code == "UNAUTHENTICATED")
    }
  }

  @Test func `A reader that reports bytes the other way round finds the same card, and wrong ids say why`() async throws {
    try await CardGround.run("cards_order") { ground in
      _ = try await ground.link(Self.card)
      let token = try #require(
        try await ground.createReader(order: "REVERSED").at("data", "createCardReader", "token")?.string)
      #expect(ground.names(in: try await ground.checkIn("80641D7C2BA204", token)) == ["Leo Rivera", "Mia Rivera"])
      #expect(try await ground.checkIn(Self.card, token).code == "NOT_FOUND")
      for text in ["", "04", "zz", "08A22B7C", "88A22B7C", String(repeating: "0", count: 100)] {
        let answer = try await ground.link(text)
        #expect(answer.code == "BAD_USER_INPUT" && answer.inputPath == "input.cardId", "\(text): \(answer)")
        #expect(try await ground.checkIn(text, DemonstrationFamily.cardReaderToken).code == "BAD_USER_INPUT")
      }
    }
  }

  @Test func `A card has one parent at a school, and a parent five cards`() async throws {
    try await CardGround.run("cards_limits") { ground in
      _ = try await ground.link(Self.card)
      let other = try await ground.link(Self.card, as: ground.pickup.otherParent)
      #expect(other.code == "CONFLICT")
      for number in 1...4 { #expect(try await ground.link("04A22B7C1D64F\(number)").at("errors") == nil) }
      #expect(try await ground.link("04A22B7C1D64F5").code == "LIMIT_EXCEEDED")
      let known = try await ground.pickup.ask(
        "{ family { pickupCards { id parent { name } } students { name hasPickupCard } } }", as: ground.pickup.parent)
      #expect(known.at("data", "family", "pickupCards")?.array?.count == 7)
      let students = known.at("data", "family", "students")?.array ?? []
      #expect(students.filter { $0.at("hasPickupCard") == .bool(true) }.compactMap { $0.at("name")?.string }.sorted() == ["Leo Rivera", "Mia Rivera"])
      let student = AccountViewer(try #require(ground.pickup.database.demonstration.accounts.first { $0.role == .student }))
      #expect(try await ground.pickup.ask("{ family { pickupCards { id } } }", as: student).code == "FORBIDDEN")
    }
  }

  @Test func `Two parents and a card at the same moment make one dismissal of each child`() async throws {
    try await CardGround.run("cards_race") { ground in
      _ = try await ground.link(Self.card)
      let (mia, leo) = try await ground.pickup.students()
      for round in 0..<10 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { _ = try await ground.pickup.request([mia, leo]) }
          group.addTask { _ = try await ground.pickup.request([leo, mia], as: ground.pickup.otherParent) }
          group.addTask { _ = try await ground.checkIn(Self.card) }
          group.addTask { _ = try await ground.checkIn(Self.card) }
          try await group.waitForAll()
        }
        let open = try await ground.pickup.database.run(
          "SELECT count(*)::int4, count(DISTINCT student_id)::int4 FROM dismissals WHERE state = 'REQUESTED'")
        #expect(open.int4(row: 0, column: 0) == 2 && open.int4(row: 0, column: 1) == 2, "round \(round)")
        try await ground.pickup.database.run("DELETE FROM dismissals WHERE state = 'REQUESTED'")
      }
    }
  }

  @Test func `A bar outlasts the membership and the enrolment, and who is barred ends neither`() async throws {
    try await CardGround.run("cards_bar") { ground in
      let pickup = ground.pickup
      let mia = try await pickup.students().mia
      try await ground.bar("Elena Rivera")
      #expect(try await pickup.request([mia]).answer.code == "FORBIDDEN")
      let notices = try await pickup.ask("{ schools(first: 1) { notices { kind personName } } }", as: pickup.teacher)
      #expect(notices.at("data", "schools", 0, "notices", 0, "kind")?.string == "BARRED_REQUEST")
      #expect(notices.at("data", "schools", 0, "notices", 0, "personName")?.string == "Elena Rivera")
      let enrolment = try #require(
        try await pickup.ask("{ family { enrolments { id student { name } state } } }", as: pickup.parent)
          .at("data", "family", "enrolments")?.array?
          .first { $0.at("student", "name")?.string == "Mia Rivera" && $0.at("state")?.string == "CONFIRMED" }?.at("id")?.string)
      let end = #"mutation { endEnrolment(input: {id: "\#(enrolment)"}) { enrolment { state } } }"#
      #expect(try await pickup.ask(end, as: pickup.parent).code == "FORBIDDEN")
      let school = DemonstrationFamily.schoolID.description
      let leave = #"mutation { leaveSchool(input: {schoolId: "\#(school)"}) { schoolId } }"#
      #expect(try await pickup.ask(leave, as: pickup.parent).code == "FORBIDDEN")
      // Nor does it learn who comes and when, by any way.
      let hidden = try await pickup.ask(
        #"{ enrolment(id: "\#(enrolment)") { collectors { id } pickupTimes { id } messages { id } collectedBy } family { dismissals { student { name } } } }"#,
        as: pickup.parent)
      for list in ["collectors", "pickupTimes", "messages"] {
        #expect(hidden.at("data", "enrolment", .key(list)) == .array([]), "\(list)")
      }
      #expect(!"\(hidden.at("data", "family") ?? .null)".contains("Mia"))
      let export = "mutation { exportFamily { document } }"
      #expect(try await pickup.ask(export, as: pickup.parent).code == "FORBIDDEN")
      #expect(try await pickup.ask(export, as: pickup.otherParent).at("errors") == nil)
      // The other parent ends it, and enrols the child anew: the first one stays barred.
      #expect(try await pickup.ask(end, as: pickup.otherParent).at("errors") == nil)
      let code = try await pickup.enrolmentCode()
      let again = try await pickup.ask(
        """
        mutation { enrollStudent(input: {studentId: "\(mia)", schoolId: "\(school)", studentNumber: "2041", code: "\(code)"}) {
          enrolment { state }
        } }
        """, as: pickup.otherParent)
      #expect(again.at("data", "enrollStudent", "enrolment", "state")?.string == "CONFIRMED")
      #expect(try await pickup.request([mia]).answer.code == "FORBIDDEN")
      #expect(try await pickup.request([mia], as: pickup.otherParent).ids.count == 1)
    }
  }

  @Test func `A family that leaves a school takes its cards along, and staff may leave but for the last administrator`() async throws {
    try await CardGround.run("cards_leave") { ground in
      let pickup = ground.pickup
      _ = try await ground.link(Self.card)
      let school = DemonstrationFamily.schoolID.description
      let left = try await pickup.ask(#"mutation { leaveSchool(input: {schoolId: "\#(school)"}) { schoolId } }"#, as: pickup.parent)
      #expect(left.at("data", "leaveSchool", "schoolId")?.string == school)
      #expect(try await ground.checkIn(Self.card).code == "NOT_FOUND")
      #expect(try await pickup.ask("{ schools { id } family { pickupCards { id } } }", as: pickup.parent).at("data", "schools") == .array([]))
      #expect(try await pickup.ask("{ schools { students { id } roll { id } } }", as: pickup.dispatcher)
        .at("data", "schools", 0, "students") == .array([]))
      let leave = #"mutation { leaveSchoolStaff(input: {schoolId: "\#(school)"}) { schoolId } }"#
      #expect(try await pickup.ask(leave, as: pickup.administrator).code == "CONFLICT")
      #expect(try await pickup.ask(leave, as: pickup.teacher).at("errors") == nil)
      #expect(try await pickup.ask("{ schools { id } }", as: pickup.teacher).at("data", "schools") == .array([]))
    }
  }

  @Test func `Whoever tries cards with a reader's token is stopped after 300`() async throws {
    try await CardGround.run("cards_guesses") { ground in
      _ = try await ground.link(Self.card)
      try await ground.pickup.database.run("UPDATE attempts SET count = 299 WHERE kind = 'unknownCards'")
      #expect(try await ground.checkIn("04A22B7C1D6499").code == "NOT_FOUND")
      try await ground.pickup.database.run("UPDATE attempts SET count = 300 WHERE kind = 'unknownCards'")
      #expect(try await ground.checkIn("04A22B7C1D6499").code == "LIMIT_EXCEEDED")
    }
  }
}
