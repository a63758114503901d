import Domain
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// Consents of parents for students (TT-01).
@Suite struct ConsentTests {
  private struct Ground {
    let pickup: PickupGround

    func change(_ name: String, _ student: String, _ kind: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
      try await pickup.ask(
        """
        mutation { \(name)(input: {studentId: "\(student)", kind: \(kind)}) { student { name consents { kind givenBy withdrawnAt } } } }
        """, as: viewer ?? pickup.parent)
    }

    /// Those of a student that count, as a member of the family reads them.
    func counting(_ name: String, as viewer: AccountViewer? = nil) async throws -> [String] {
      let list = try await pickup.ask(
        "{ family { students { name consents { kind withdrawnAt } } } }", as: viewer ?? pickup.parent)
      let student = list.at("data", "family", "students")?.array?.first { $0.at("name")?.string == "\(name) Rivera" }
      return (student?.at("consents")?.array ?? []).filter { $0.at("withdrawnAt") == .null }.compactMap { $0.at("kind")?.string }
    }
  }

  private func run(_ name: String, _ body: (Ground) async throws -> Void) async throws {
    try await PickupGround.run("consents_\(name)") { pickup in
      try await pickup.database.run("DELETE FROM consents")
      try await body(Ground(pickup: pickup))
    }
  }

  @Test func `A parent gives a consent, withdraws it and gives it again`() async throws {
    try await run("changes") { ground in
      let mia = try await ground.pickup.students().mia
      let given = try await ground.change("giveConsent", mia, "MESSAGES")
      let consent = given.at("data", "giveConsent", "student", "consents", 0)
      #expect(consent?.at("kind")?.string == "MESSAGES", "\(given)")
      #expect(consent?.at("givenBy")?.string == "Elena Rivera")
      #expect(consent?.at("withdrawnAt") == .null)
      // One that counts stays that of the parent who gave it.
      let again = try await ground.change("giveConsent", mia, "MESSAGES", as: ground.pickup.otherParent)
      #expect(again.at("data", "giveConsent", "student", "consents", 0, "givenBy")?.string == "Elena Rivera", "\(again)")
      let withdrawn = try await ground.change("withdrawConsent", mia, "MESSAGES", as: ground.pickup.otherParent)
      #expect(withdrawn.at("data", "withdrawConsent", "student", "consents", 0, "withdrawnAt")?.string != nil, "\(withdrawn)")
      #expect(try await ground.counting("Mia") == [])
      let third = try await ground.change("giveConsent", mia, "MESSAGES", as: ground.pickup.otherParent)
      #expect(third.at("data", "giveConsent", "student", "consents")?.array?.count == 1)
      #expect(third.at("data", "giveConsent", "student", "consents", 0, "givenBy")?.string == "Mateo Rivera")
      // One that nobody gave is withdrawn without an effect.
      let none = try await ground.change("withdrawConsent", mia, "PHOTOGRAPHS")
      #expect(none.at("data", "withdrawConsent", "student", "consents")?.array?.count == 1, "\(none)")
      let trail = try await ground.pickup.database.run(
        "SELECT action FROM audit_entries WHERE action LIKE 'CONSENT%' AND record_id IN (SELECT id FROM consents) ORDER BY created_at, id")
      #expect(trail.texts == ["CONSENT_CREATED", "CONSENT_CHANGED", "CONSENT_CHANGED"])
    }
  }

  @Test func `Parents alone decide, a student sees its own, and others find no student`() async throws {
    try await run("access") { ground in
      let students = try await ground.pickup.students()
      _ = try await ground.change("giveConsent", students.mia, "ACCOUNT")
      _ = try await ground.change("giveConsent", students.leo, "MESSAGES")
      let leo = AccountViewer(ground.pickup.database.demonstration.accounts[3])
      #expect(try await ground.counting("Leo", as: leo) == ["MESSAGES"])
      #expect(try await ground.counting("Mia", as: leo) == [])
      #expect(try await ground.change("giveConsent", students.leo, "MESSAGES", as: leo).code == "FORBIDDEN")
      #expect(try await ground.change("giveConsent", students.leo, "MESSAGES", as: ground.pickup.teacher).code == "FORBIDDEN")
      let stranger = try await ground.pickup.stranger()
      for name in ["giveConsent", "withdrawConsent"] {
        #expect(try await ground.change(name, students.leo, "MESSAGES", as: stranger).code == "NOT_FOUND")
        #expect(try await ground.change(name, newID(), "MESSAGES").code == "NOT_FOUND")
      }
      try await ground.pickup.bar("Mateo Rivera", from: "Leo")
      let barred = try await ground.change("withdrawConsent", students.leo, "MESSAGES", as: ground.pickup.otherParent)
      #expect(barred.code == "FORBIDDEN")
      #expect(try await ground.counting("Leo") == ["MESSAGES"])
    }
  }

  @Test func `The invitation of a student is the consent to its account, and ends with it`() async throws {
    try await run("invitation") { ground in
      let pickup = ground.pickup
      let mia = try await pickup.students().mia
      func invite(_ fields: String) async throws -> String {
        let made = try await pickup.ask(
          "mutation { createInvitation(input: {role: STUDENT\(fields)}) { code invitation { id } } }", as: pickup.parent)
        return try #require(made.at("data", "createInvitation", "code")?.string, "\(made)")
      }
      func accept(_ code: String, _ account: AccountViewer) async throws -> JSONValue {
        try await pickup.ask(#"mutation { acceptInvitation(input: {code: "\#(code)"}) { viewer { id } } }"#, as: account)
      }
      let ofMia = try await invite(#", studentId: "\#(mia)""#)
      #expect(try await ground.counting("Mia") == ["ACCOUNT"])
      _ = try await ground.change("withdrawConsent", mia, "ACCOUNT")
      #expect(try await accept(ofMia, pickup.newAccount(name: "Mia")).code == "CONFLICT")
      // Somebody new has it once it comes.
      let new = try await invite("")
      let account = try await pickup.newAccount(name: "Zoe Rivera")
      let joined = try await accept(new, account)
      #expect(joined.at("errors") == nil, "\(joined)")
      #expect(try await ground.counting("Zoe") == ["ACCOUNT"])
      let given = try await pickup.database.run("SELECT given_by FROM consents WHERE withdrawn_at IS NULL")
      #expect(given.texts == ["Elena Rivera"])
      // Parents need none.
      _ = try await pickup.newParent(invitedBy: pickup.parent)
      #expect(try await pickup.database.run("SELECT 1 FROM consents").count == 2)
    }
  }

  @Test func `A student under age needs the consent to write, up to its birthday at its school`() async throws {
    try await run("age") { ground in
      let leo = AccountViewer(ground.pickup.database.demonstration.accounts[3])
      func isLacking(_ viewer: AccountViewer) async throws -> Bool {
        try await ground.pickup.refusal(of: .consentToMessages(nil), viewer) == "CONSENT_REQUIRED"
      }
      func born(_ birthday: SQL) async throws {
        try await ground.pickup.database.run(
          "UPDATE members SET birthday = \(birthday) WHERE id = \(bind: .uuid(try #require(leo.membership).memberID))")
      }
      let today: SQL = "(SELECT (now() AT TIME ZONE time_zone)::date FROM schools WHERE id = \(bind: .uuid(DemonstrationFamily.schoolID)))"
      #expect(try await isLacking(leo))
      try await born("(\(today) - interval '16 years' + interval '1 day')::date")
      #expect(try await isLacking(leo))
      try await born("(\(today) - interval '16 years')::date")
      #expect(try await !isLacking(leo))
      try await born("(\(today) - interval '9 years')::date")
      let student = try await ground.pickup.students().leo
      _ = try await ground.change("giveConsent", student, "MESSAGES")
      #expect(try await !isLacking(leo))
      _ = try await ground.change("withdrawConsent", student, "MESSAGES")
      #expect(try await isLacking(leo))
      #expect(try await !isLacking(ground.pickup.parent))
      #expect(try await !isLacking(ground.pickup.teacher))
    }
  }
}

extension PickupGround {
  /// The code with which a requirement refuses a viewer; nil where it holds.
  fileprivate func refusal(of requirement: MutationRequirement<Viewer>, _ account: AccountViewer) async throws -> String? {
    let viewer = Viewer.account(account)
    let statements = ScopedStatements(viewer: viewer, map: try EntityMap<Viewer>.shared)
    let connection = try await Connection.connect(ConnectionConfiguration(address: database.app), reactor: Reactor())
    return try await connection.withTransaction(isolation: .readCommitted) { transaction -> String? in
      _ = try await transaction.run([viewer.scopeStatement])
      do {
        try await requirement.check(ScopedRows(statements, transaction))
        return nil
      } catch let failure as MutationFailure {
        return failure.error(locations: [], path: [])?.code.rawValue
      }
    }
  }
}
