import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Terms of use: their versions, their acceptance, and what is refused without it (TT-12).
@Suite struct TermsOfUseTests {
  private struct Ground {
    let pickup: PickupGround

    /// Publishes a version that takes effect in so many seconds.
    @discardableResult
    func publish(
      _ version: String, _ kind: String = "TERMS", language: String = "en", in seconds: Int32 = -1
    ) async throws -> String {
      try await pickup.database.run(
        """
        INSERT INTO published_terms (id, kind, version, language, text, effective_at)
        VALUES (gen_random_uuid(), \(bind: .text(kind)), \(bind: .text(version)), \(bind: .text(language)),
          \(bind: .text("Text of \(version)")), now() + make_interval(secs => \(bind: .int4(seconds)))) RETURNING id::text
        """
      ).text(row: 0, column: 0) ?? ""
    }

    func toAccept(_ viewer: AccountViewer) async throws -> [String] {
      let answer = try await pickup.ask("{ viewer { termsToAccept { version language } } }", as: viewer)
      #expect(answer.at("errors") == nil, "\(answer)")
      return (answer.at("data", "viewer", "termsToAccept")?.array ?? []).compactMap { $0.at("version")?.string }
    }

    func accept(_ ids: [String], as viewer: AccountViewer) async throws -> JSONValue {
      let list = ids.map { "\"\($0)\"" }.joined(separator: ", ")
      return try await pickup.ask(
        "mutation { acceptTerms(input: {ids: [\(list)]}) { viewer { termsToAccept { version } } } }", as: viewer)
    }

    /// The code with which a creation of the community is refused; nil for none.
    func announce(_ viewer: AccountViewer) async throws -> String? {
      try await pickup.ask(
        #"mutation { createAnnouncement(input: {schoolId: "\#(DemonstrationFamily.schoolID)", title: "News"}) { announcement { id } } }"#,
        as: viewer
      ).code
    }

    func report(_ viewer: AccountViewer) async throws -> String? {
      try await AbsenceGround(pickup: pickup, enrolment: try await pickup.enrolment(of: "Mia")).report(3...3, as: viewer).code
    }
  }

  private func run(_ name: String, _ body: (Ground) async throws -> Void) async throws {
    try await PickupGround.run("terms_of_use_\(name)") { pickup in
      try await pickup.database.run("DELETE FROM absence_reports")
      try await pickup.database.run("DELETE FROM published_terms")
      try await body(Ground(pickup: pickup))
    }
  }

  @Test func `Anyone reads the terms, by kind`() async throws {
    try await run("anyone") { ground in
      try await ground.publish("1")
      try await ground.publish("1", language: "de")
      try await ground.publish("2", in: 3600)
      try await ground.publish("7", "LICENCES")
      let all = try await ground.pickup.gateway.answer("{ terms { kind version language text } }", as: nil)
      #expect(all.at("data", "terms")?.array?.count == 4, "\(all)")
      #expect(all.at("data", "terms", 0, "version")?.string == "2")
      let licences = try await ground.pickup.gateway.answer("{ terms(kind: LICENCES) { id version text } }", as: nil)
      #expect(licences.at("data", "terms")?.array?.count == 1)
      #expect(licences.at("data", "terms", 0, "text")?.string == "Text of 7")
      let id = try #require(licences.at("data", "terms", 0, "id")?.string)
      let node = try await ground.pickup.ask(#"{ node(id: "\#(id)") { id ... on Terms { version } } }"#, as: ground.pickup.parent)
      #expect(node.at("data", "node", "version")?.string == "7", "\(node)")
    }
  }

  @Test func `Writes to schools are refused until the terms in effect are accepted, and again when they change`() async throws {
    try await run("refused") { ground in
      let (parent, admin) = (ground.pickup.parent, ground.pickup.administrator)
      #expect(try await ground.report(parent) == nil)
      let first = try await ground.publish("1")
      try await ground.publish("1", language: "de")
      #expect(try await ground.toAccept(parent) == ["1", "1"])
      #expect(try await ground.report(parent) == "TERMS_NOT_ACCEPTED")
      #expect(try await ground.announce(admin) == "TERMS_NOT_ACCEPTED")
      let accepted = try await ground.accept([first], as: parent)
      #expect(accepted.at("data", "acceptTerms", "viewer", "termsToAccept") == .array([]), "\(accepted)")
      #expect(try await ground.accept([first], as: parent) == accepted)
      #expect(try await ground.report(parent) == "CONFLICT")
      // Each account for itself.
      #expect(try await ground.announce(admin) == "TERMS_NOT_ACCEPTED")
      #expect(try await ground.accept([first], as: admin).at("errors") == nil)
      #expect(try await ground.announce(admin) == nil)
      // A version to come can be accepted, and counts from when it takes effect.
      let second = try await ground.publish("2", in: 3600)
      #expect(try await ground.toAccept(admin) == ["2"])
      #expect(try await ground.announce(admin) == nil)
      try await ground.pickup.database.run("UPDATE published_terms SET effective_at = now() WHERE version = '2'")
      #expect(try await ground.announce(admin) == "TERMS_NOT_ACCEPTED")
      #expect(try await ground.accept([second], as: admin).at("errors") == nil)
      #expect(try await ground.announce(admin) == nil)
      // An account that accepted none has to accept the last alone.
      #expect(try await ground.toAccept(ground.pickup.teacher) == ["2"])
      let privacy = try await ground.publish("A", "PRIVACY")
      #expect(try await ground.announce(admin) == "TERMS_NOT_ACCEPTED")
      #expect(try await ground.accept([privacy], as: admin).at("errors") == nil)
      #expect(try await ground.announce(admin) == nil)
    }
  }

  @Test func `Terms that there are not cannot be accepted`() async throws {
    try await run("unknown") { ground in
      let first = try await ground.publish("1")
      #expect(try await ground.accept([first, newID()], as: ground.pickup.parent).code == "NOT_FOUND")
      #expect(try await ground.accept([], as: ground.pickup.parent).code == "BAD_USER_INPUT")
      #expect(try await ground.toAccept(ground.pickup.parent) == ["1"])
      // Consents stay open.
      let mia = try await ground.pickup.students().mia
      let withdrawn = try await ground.pickup.ask(
        #"mutation { withdrawConsent(input: {studentId: "\#(mia)", kind: PHOTOGRAPHS}) { student { id } } }"#, as: ground.pickup.parent)
      #expect(withdrawn.at("errors") == nil, "\(withdrawn)")
    }
  }
}
