import Domain
import GraphQL
import Gateway
import Logging
import Postgres
import SQL
import SampleData
import SessionTokens
import SignedPaths
import TestSupport
import Testing

/// The addresses of report cards, and what their holders may read.
@Suite(.serialized) struct ReportCardAddressTests {
  private static let database = Task { try await SchoolDatabase("report_card_addresses", families: 2) }
  private static let signer = Result {
    ReportCardAddress.Signer(try SecretKeys(TestGateway.secrets.map { Array($0.utf8) }))
  }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database, body)
  }

  private func id(_ viewer: AccountViewer) -> String { viewer.membership?.memberID.description ?? "" }

  /// - Parameter arguments: of the field, in parentheses; empty for none.
  private func address(_ arguments: String = "", of student: AccountViewer, as viewer: AccountViewer, _ talk: Conversation) async throws
    -> String?
  {
    let data = try await talk.ask("{ student(id: \"\(id(student))\") { reportCardAddress\(arguments) } }", as: viewer)
    return data.at("student", "reportCardAddress")?.string
  }

  /// The claim of an address, by the clock of the database.
  private func claim(_ address: String?, _ talk: Conversation) async throws -> ReportCardAddress? {
    let parts = try #require(address).split(separator: "?").map(String.init)
    let now = try #require(Int64(try await talk.text("SELECT extract(epoch FROM now())::bigint::text")))
    return try Self.signer.get().read(path: parts[0], query: parts.last, at: now)?.address
  }

  private func term(_ talk: Conversation) async throws -> (term: String, year: String) {
    let data = try await talk.ask("{ family { schoolYears(first: 1) { id terms(first: 1) { id } } } }", as: talk.elena)
    return (
      try #require(data.at("family", "schoolYears", 0, "terms", 0, "id")?.string),
      try #require(data.at("family", "schoolYears", 0, "id")?.string)
    )
  }

  @Test func `An address has the account, the membership and the student, and what was asked for`() async throws {
    try await with { talk in
      let (term, year) = try await term(talk)
      let plain = try await address(of: talk.ada, as: talk.elena, talk)
      let path = try #require(plain)
      #expect(path.hasPrefix("/report-cards/\(id(talk.ada)).pdf?"))
      #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      let claimed = try #require(try await claim(path, talk))
      #expect(claimed.viewer.accountID == talk.elena.accountID && claimed.viewer.membership == talk.elena.membership)
      #expect(claimed.viewer.holdsAddress && claimed.format == .pdf && claimed.termID == nil && claimed.schoolYearID == nil)
      #expect(claimed.paper == nil && claimed.language == nil)
      let full = try await claim(
        try await address(
          "(termId: \"\(term)\", schoolYearId: \"\(year)\", format: CSV, paper: A4, language: \"de-AT\")", of: talk.ada, as: talk.leo, talk),
        talk)
      #expect(full?.termID?.description == term && full?.schoolYearID?.description == year)
      #expect(full?.format == .csv && full?.paper == "A4" && full?.language == "de-AT")
      #expect(full?.viewer.membership == talk.leo.membership)
      let byNull = try await claim(try await address("(format: null, paper: null, language: null)", of: talk.ada, as: talk.leo, talk), talk)
      #expect(byNull?.format == .pdf && byNull?.paper == nil && byNull?.language == nil)
      let byYear = try await claim(try await address("(schoolYearId: \"\(year)\", termId: null)", of: talk.ada, as: talk.leo, talk), talk)
      #expect(byYear?.termID == nil && byYear?.schoolYearID?.description == year)
    }
  }

  @Test func `An address is the same within its slot, and another one for each account`() async throws {
    try await with { talk in
      let addresses = [
        try await address(of: talk.ada, as: talk.elena, talk), try await address(of: talk.ada, as: talk.elena, talk),
        try await address(of: talk.ada, as: talk.mateo, talk), try await address(of: talk.leo, as: talk.elena, talk),
      ]
      let slots = try await talk.text("SELECT (extract(epoch FROM now())::bigint % 900)::text")
      // Not across the end of a slot.
      if let second = Int(slots), second > 2 { #expect(addresses[0] == addresses[1]) }
      #expect(Set(addresses).count == (addresses[0] == addresses[1] ? 3 : 4))
    }
  }

  @Test func `A term that the family does not have has no address`() async throws {
    try await with { talk in
      for arguments in ["(termId: \"nothing\")", "(termId: \"\(newID())\")", "(schoolYearId: \"\(newID())\")"] {
        #expect(try await address(arguments, of: talk.ada, as: talk.elena, talk) == nil)
      }
      let others = try await talk.text(
        "SELECT id::text FROM terms WHERE family_id <> \(bind: .uuid(DemonstrationFamily.id)) LIMIT 1")
      #expect(try await address("(termId: \"\(others)\")", of: talk.ada, as: talk.elena, talk) == nil)
    }
  }

  @Test func `A strange language is kept, up to 35 characters`() async throws {
    try await with { talk in
      let language = "x y\\u0009ü" + String(repeating: "z", count: 60)
      let claimed = try await claim(try await address("(language: \"\(language)\")", of: talk.ada, as: talk.elena, talk), talk)
      #expect(claimed?.language == "x y\tü" + String(repeating: "z", count: 30))
      #expect(try await claim(try await address("(language: \"\")", of: talk.ada, as: talk.elena, talk), talk)?.language == nil)
    }
  }

  // MARK: The holder of an address

  private static let log = RequestLog(Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), requestID: "test")

  private func ask(_ document: String, as viewer: AccountViewer, _ talk: Conversation) async -> GraphQLResponse {
    await talk.gateway.gateway.respond(to: GraphQLRequest(query: document), as: .account(viewer), authorization: nil, log: Self.log)
  }

  private func holder(of viewer: AccountViewer) -> AccountViewer {
    AccountViewer(holdingAddress: viewer.accountID, membership: viewer.membership)
  }

  private static let names = "{ viewer { name } family { name students { name } } }"

  @Test func `The holder of an address reads what its account reads, and nothing else`() async throws {
    try await with { talk in
      for viewer in [talk.elena, talk.leo] {
        let own = try await talk.answer(Self.names, as: viewer)
        let held = try await ask(Self.names, as: holder(of: viewer), talk).json
        #expect(held.indented() == own.indented())
        let code = "{ family { code } }"
        #expect(try await ask(code, as: holder(of: viewer), talk).json.indented() == (try await talk.answer(code, as: viewer)).indented())
      }
      // Another one's family.
      var mixed = holder(of: talk.elena)
      mixed.membership = talk.stranger.membership
      #expect(await ask(Self.names, as: mixed, talk).outcome == .unauthenticated)
      mixed.membership = talk.leo.membership
      #expect(await ask(Self.names, as: mixed, talk).outcome == .unauthenticated)
    }
  }

  @Test func `A sign-out does not end an address; the account's end and the membership's end do`() async throws {
    try await with { talk in
      let viewer = holder(of: talk.mateo)
      try await talk.database.run(
        "UPDATE sessions SET ended_at = now() WHERE account_id = \(bind: .uuid(talk.mateo.accountID))")
      #expect(await ask(Self.names, as: viewer, talk).outcome == .executed)
      #expect(await talk.gateway.send(Self.names, as: talk.mateo).outcome == .unauthenticated)
      try await talk.database.run("UPDATE sessions SET ended_at = NULL WHERE account_id = \(bind: .uuid(talk.mateo.accountID))")
      try await talk.database.run("UPDATE accounts SET disabled_at = now() WHERE id = \(bind: .uuid(talk.mateo.accountID))")
      #expect(await ask(Self.names, as: viewer, talk).outcome == .unauthenticated)
      try await talk.database.run("UPDATE accounts SET disabled_at = NULL WHERE id = \(bind: .uuid(talk.mateo.accountID))")
      #expect(await ask(Self.names, as: viewer, talk).outcome == .executed)
      // The role that the address names counts.
      var student = viewer
      student.membership?.role = .student
      #expect(await ask(Self.names, as: student, talk).outcome == .unauthenticated)
    }
  }

  @Test func `The holder of an address changes nothing`() async throws {
    try await with { talk in
      let viewer = holder(of: talk.elena)
      for mutation in [
        "mutation { createSubject(input: {name: \"Held\"}) { subject { id } } }",
        "mutation { updateMemberSettings(input: {language: \"fr\"}) { settings { language } } }", "mutation { signOut { __typename } }",
      ] {
        let answer = await ask(mutation, as: viewer, talk)
        #expect(answer.outcome == .unauthenticated, "\(mutation) \(answer.text)")
      }
      let count = try await talk.text("SELECT count(*)::text FROM subjects WHERE name = 'Held'")
      #expect(count == "0")
    }
  }

  @Test func `A document of this program is trusted, also where only trusted ones are`() async throws {
    let database = try await Self.database.value
    var documents = DocumentOptions()
    documents.acceptsTrustedOnly = true
    let gateway = try TestGateway(database.app, documents: documents)
    let viewer = AccountViewer(database.demonstration.accounts[0])
    let own = await gateway.gateway.answer(
      toOwn: "{ family { name } }", .object([]), as: .account(holder(of: viewer)), log: Self.log, memory: nil, network: { nil })
    guard case .data(let data) = own else {
      Issue.record("\(own)")
      return
    }
    #expect(data.at("family", "name")?.string == "Rivera")
    #expect(await gateway.send("{ family { name } }", as: viewer).outcome == .invalid)
    let change = await gateway.gateway.answer(
      toOwn: "mutation { signOut { __typename } }", .object([]), as: .account(viewer), log: Self.log, memory: nil, network: { nil })
    if case .data = change { Issue.record("a document of this program changed something") }
    await gateway.pool.shutdown()
  }

  // MARK: The claim

  @Test func `Bytes that are no claim have no address`() throws {
    let signer = try Self.signer.get()
    let id = [UInt8](repeating: 7, count: 16)
    let words = Array("PARENT PDF - ".utf8)
    func address(_ flags: UInt8, _ ids: Int, _ words: [UInt8]) -> String? {
      signer.address(signing: [0, 0, 0, 1, flags] + (0..<ids).flatMap { _ in id } + words)
    }
    #expect(address(0, 4, words) != nil && address(1, 5, words) != nil && address(2, 5, words) != nil && address(3, 6, words) != nil)
    // With an id too few, the words are read as one.
    #expect(address(3, 5, words) == nil && address(0, 3, words) == nil && address(4, 4, words) == nil)
    for words in ["PARENT PDF -", "TEACHER PDF - ", "PARENT HTML - ", "", "PARENT  - "] {
      #expect(address(0, 4, Array(words.utf8)) == nil, "\(words)")
    }
    #expect(address(0, 4, words + [0xFF]) == nil)
    #expect(signer.address(signing: []) == nil && signer.address(signing: [0, 0, 0, 1]) == nil)
  }

  @Test func `An address is read at its own path alone, until its slot has ended`() throws {
    let signer = try Self.signer.get()
    let now: Int64 = 1_790_000_000
    let id = [UInt8](repeating: 7, count: 16)
    let path = SignedPath(slot: PathSlot(at: now), subject: [0] + (0..<4).flatMap { _ in id } + Array("PARENT CSV A4 fr".utf8))
    let address = try #require(signer.address(signing: path.bytes))
    let parts = address.split(separator: "?").map(String.init)
    let read = try #require(signer.read(path: parts[0], query: parts[1], at: now))
    #expect(read.address.format == .csv && read.address.language == "fr" && read.secondsLeft > 900)
    #expect(signer.read(path: parts[0], query: parts[1], at: path.slot.end) == nil)
    #expect(signer.read(path: parts[0].replacing(".csv", with: ".pdf"), query: parts[1], at: now) == nil)
    #expect(signer.read(path: parts[0].replacing("0707-", with: "0708-"), query: parts[1], at: now) == nil)
    #expect(signer.read(path: parts[0].uppercased(), query: parts[1], at: now) == nil)
    #expect(signer.read(path: parts[0], query: nil, at: now) == nil)
    #expect(signer.read(path: parts[0], query: parts[1] + "&a=b", at: now) == nil)
    let other = PathSigner(try SecretKeys(TestGateway.secrets.map { Array($0.utf8) }), for: "files").text(of: path)
    #expect(signer.read(path: parts[0], query: other, at: now) == nil)
  }
}
