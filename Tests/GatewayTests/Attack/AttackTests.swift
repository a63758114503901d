import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Every place of the schema where an id, a text of a filter or a cursor can be given is tried with what another family
/// has, with what the viewer may not see, and with what is gone: each is answered as what nobody has, in as many round
/// trips, and nothing is changed. A place that no attack reaches fails the suite, too: a sample of the filters reaches every
/// place.
@Suite(.serialized) struct AttackTests {
  private static let ground = Task { try await AttackGround("attacks") }
  /// One filter in so many is tried where a run takes a sample.
  private static let shares = 4
  private let schema: Schema

  init() throws { schema = try WalkedSchema.recipe.schema }

  // MARK: The attacks

  @Test func `Whatever is given of others is answered as what nobody has`() async throws {
    let ground = try await Self.ground.value
    let before = try await ground.checksum()
    let report = try await report(ground)
    #expect(try await ground.checksum() == before, "other families are as they were")
    for kind in Attack.Kind.allCases {
      for finding in report.findings[kind, default: []].prefix(5) { Issue.record("\(finding)") }
      #expect(report.counts[kind, default: 0] > 10, "\(kind)")
    }
    let places = AttackPlaces.all(of: schema)
    #expect(places.count > 200)
    #expect(places.subtracting(report.covered).subtracting(AttackPlaces.exceptions.keys).sorted() == [])
    #expect(report.covered.intersection(AttackPlaces.exceptions.keys).sorted() == [], "is no exception")
    let filters = places.subtracting(AttackPlaces.exceptions.keys).filter { $0.hasSuffix("(where:)") }
    #expect(filters.subtracting(report.told).subtracting(AttackPlaces.empty.keys).sorted() == [], "finds nothing")
    #expect(report.told.intersection(AttackPlaces.empty.keys).sorted() == [], "is not empty")
    let counts = Attack.Kind.allCases.map { "\(report.counts[$0, default: 0]) of \($0)" }
    print("attacks: \(counts.joined(separator: ", ")); \(report.covered.intersection(places).count) places")
  }

  @Test func `With every lock off each kind of attack succeeds, so the test above can fail`() async throws {
    let report = try await report(AttackGround("attacks_without_locks"), isUnlocked: true)
    // The ids of new rows and the codes are no matter of the locks.
    for kind in [Attack.Kind.lookup, .filter, .cursor, .change] { #expect(report.findings[kind] != nil, "\(kind)") }
  }

  @Test func `Every type that has an id is attacked, and whatever is not seen is known here`() async throws {
    let ground = try await Self.ground.value
    // Terms are published for everyone: there are none of others.
    #expect(Set(ground.foreignIDs.keys) == Set(schema.possibleTypes["Node"] ?? []).subtracting(["Terms"]))
    let gateway = try TestGateway(ground.database.app, of: ground.database.walked)
    let talk = Conversation(gateway: gateway, database: ground.database)
    for viewer in [talk.elena, talk.ada] {
      for node in try NodeType.all() {
        let ids = try await ground.database.ids(
          "\(node.keys(for: try #require(viewer.membership))) ORDER BY 1 LIMIT 50")
        let list = JSONValue.array(ids.map { .string($0) })
        let answer = try await talk.gateway.answer(
          "query($ids: [ID!]!) { nodes(ids: $ids) { id } }", variables: .object([.init("ids", list)]), as: viewer)
        #expect(answer.at("data", "nodes")?.array?.contains(.null) == false, "\(node.type) is hidden in part")
      }
    }
    let hidden = try await ground.hidden(from: talk.ada)
    let expected = try NodeType.all().filter { !$0.isForAll }.map(\.type) + DemonstrationFamily.administeredRows.keys
    #expect(hidden.keys.sorted() == expected.sorted(), "there is no row that a student does not see")
    await talk.gateway.pool.shutdown()
  }

  // MARK: Report

  private struct Report {
    /// Whether one of each kind is enough.
    let isBrief: Bool
    var findings: [Attack.Kind: [String]] = [:]
    var counts: [Attack.Kind: Int] = [:]
    var covered: Set<String> = []
    /// The places of which some filter finds rows of the viewer's own.
    var told: Set<String> = []

    func needs(_ kind: Attack.Kind) -> Bool { !isBrief || findings[kind] == nil }

    mutating func add(_ kind: Attack.Kind, _ count: Int, _ found: [String], covering places: Set<String> = []) {
      counts[kind, default: 0] += count
      if !found.isEmpty { findings[kind, default: []] += found }
      if count > 0 { covered.formUnion(places) }
    }
  }

  /// - Parameter isUnlocked: whether no lock is on, and attacks are tried until one of each kind succeeds.
  private func report(_ ground: AttackGround, isUnlocked: Bool = false) async throws -> Report {
    // One document tries many fields: what they cost together is no matter here.
    let gateway = try TestGateway(
      isUnlocked ? ground.database.owner : ground.database.app, of: ground.database.walked,
      limits: RequestLimits(cost: 100_000_000), locks: isUnlocked ? [] : .all
    ) { $0.size = 1 }
    let talk = Conversation(gateway: gateway, database: ground.database)
    let twins = Twins(gateway: gateway, ground: ground)
    var report = Report(isBrief: isUnlocked)
    let gone = isUnlocked ? [:] : try await gone(talk)
    let newcomer = try await talk.newcomer()
    for viewer in [talk.elena, talk.ada] {
      let walk = AttackWalk(schema: schema, own: try await ground.database.rows(of: viewer))
      let hidden = try await ground.hidden(from: viewer)
      let filters =
        isUnlocked ? walk.filters : WalkSample.current.covering(walk.filters, oneOf: Self.shares, places: \.covers)
      for attack in walk.lookups + filters {
        try await add(attack, viewer, [ground.foreignIDs, hidden, gone], twins, &report)
        guard attack.kind == .filter, !isUnlocked, !attack.covers.isSubset(of: report.told) else { continue }
        if try await twins.tells(attack, of: walk.own, as: viewer) { report.told.formUnion(attack.covers) }
      }
      for cursor in walk.cursors where report.needs(.cursor) {
        let (count, findings) = try await cursor.findings(twins, of: ground.victim, as: viewer)
        report.add(.cursor, count, findings, covering: cursor.covers)
      }
    }
    let walk = AttackWalk(schema: schema, own: try await ground.database.rows(of: talk.elena))
    if !isUnlocked { try await addFiltersOfStaff(walk, twins, &report) }
    for attack in walk.lookups {
      for viewer in [newcomer, nil] { try await add(attack, viewer, [ground.foreignIDs], twins, &report) }
    }
    try await addChanges(walk, gone, newcomer, talk, twins, &report)
    if !isUnlocked {
      try await addCreations(walk, talk, twins, &report)
      try await addCodes(newcomer, talk, twins, &report)
    }
    await gateway.pool.shutdown()
    return report
  }

  /// Adds attacks on lists that staff of schools read, and no member of a family.
  private func addFiltersOfStaff(_ walk: AttackWalk, _ twins: Twins, _ report: inout Report) async throws {
    let administrator = PickupGround.staff(.administrator)
    let places = AttackPlaces.all(of: schema).filter { place in
      place.hasSuffix("(where:)") && ["School.", "SchoolClass.", "Class"].contains(where: place.hasPrefix)
    }
    let filters = walk.filters.filter { !$0.covers.isDisjoint(with: places) }
    for attack in WalkSample.current.covering(filters, oneOf: Self.shares, places: \.covers) {
      try await add(attack, administrator, [twins.ground.foreignIDs], twins, &report)
      guard !attack.covers.isSubset(of: report.told) else { continue }
      if try await twins.tells(attack, of: walk.own, as: administrator) { report.told.formUnion(attack.covers) }
    }
  }

  private func add(
    _ attack: Attack, _ viewer: AccountViewer?, _ rows: [[String: String]], _ twins: Twins, _ report: inout Report
  ) async throws {
    guard report.needs(attack.kind) else { return }
    let (count, findings) = try await twins.findings(attack, as: viewer, rows)
    report.add(attack.kind, count, findings, covering: attack.covers)
  }

  /// Adds attacks that change rows: sent by a parent, or by a student where only students may, and by viewers who may
  /// not.
  private func addChanges(
    _ walk: AttackWalk, _ gone: [String: String], _ newcomer: AccountViewer, _ talk: Conversation, _ twins: Twins,
    _ report: inout Report
  ) async throws {
    let parent = try await ContractViewer.parent(talk.elena, talk)
    let student = try await student(talk)
    let administrator = try await ContractViewer.administrator(talk)
    let changes = try walk.changes { mutation, field in
      // An attack that makes or changes a row has one foreign id, and nothing else that could be wrong.
      let viewer = ["requestHelp", "handInWork"].contains(mutation.name) ? student : mutation.isOfSchool ? administrator : parent
      var input = try viewer.input(of: mutation, schema, onlyRequired: field != "id")
      // Work in a weight group needs its course.
      if field == "weightGroupId", mutation.field("courseId") != nil {
        input["courseId"] = viewer.references["courseId"].map { .string($0) }
      }
      // A conversation is with people or of a class.
      if mutation.name == "startConversation", ["classId", "memberIds", "groupFamilyId", "providerId"].contains(field) {
        input["personIds"] = nil
      }
      if mutation.name == "startConversation", ["groupFamilyId", "providerId"].contains(field) {
        for name in ["text", "title", "schoolId"] { input[name] = nil }
      }
      if mutation.name == "startConversation", field == "memberIds" { input["schoolId"] = nil }
      return input
    }
    var hidden: [(AccountViewer, [String: String])] = []
    for viewer in [talk.elena, talk.ada] { hidden.append((viewer, try await twins.ground.hidden(from: viewer))) }
    for attack in changes where report.needs(.change) {
      for (viewer, hidden) in hidden {
        try await add(attack, viewer, [twins.ground.foreignIDs, hidden, gone], twins, &report)
      }
      let others = attack.isOfSchool ? [newcomer, nil, talk.administrator] : [newcomer, nil]
      for viewer in others { try await add(attack, viewer, [twins.ground.foreignIDs], twins, &report) }
      guard !report.isBrief else { continue }
      try await twins.ground.forgetAttempts(attack)
      let sender = attack.isOfSchool
        ? talk.administrator : attack.isOfStudent ? talk.ada : talk.elena
      let answer = try await talk.gateway.answer(
        attack.document, variables: .object(attack.nobodys.map { .init($0.key, .string($0.value)) }), as: sender)
      // An item that is gone is no error, and what nobody has is gone.
      if let ticked = answer.at("data", "tickShoppingItems") {
        #expect(ticked.at("items")?.array?.isEmpty == true && ticked.at("goneIds")?.array?.count == 1)
        continue
      }
      // Or the attack would be refused for another reason, and prove nothing.
      #expect(answer.code == "NOT_FOUND", "\(attack.document)")
      // An error in a list also names the position: `input.recipientIds.0`, `input.assignments.0.studentId`.
      let steps = try #require(answer.inputPath).split(separator: ".")
      let path = steps.count == 4 ? "Item.\(steps[3])" : steps.prefix(2).joined(separator: ".").replacing("input", with: "Input")
      #expect(attack.covers.contains { $0.hasSuffix(path) }, "\(path): \(attack.document)")
    }
  }

  private func addCreations(
    _ walk: AttackWalk, _ talk: Conversation, _ twins: Twins, _ report: inout Report
  ) async throws {
    let maker = try await ContractViewer.parent(twins.ground.maker, talk)
    let student = try await student(talk)
    let creations = try walk.creations { mutation, _ in
      try (["requestHelp", "handInWork"].contains(mutation.name) ? student : maker).input(of: mutation, schema)
    }
    for attack in creations {
      let isHelp = attack.isOfStudent
      try await addCreation(attack, as: isHelp ? talk.ada : twins.ground.maker, twins, &report)
    }
  }

  private func student(_ talk: Conversation) async throws -> ContractViewer {
    ContractViewer(
      viewer: talk.ada,
      references: [
        "assignmentId": try await talk.newAssignment(of: talk.ada),
        "fileId": try #require(try await talk.fileID(of: DemonstrationFamily.id)),
      ])
  }

  /// A row is made under an id that another family uses, as under one that nobody has.
  private func addCreation(
    _ attack: Attack, as viewer: AccountViewer, _ twins: Twins, _ report: inout Report
  ) async throws {
    var answers: [Twins.Answer] = []
    let fillings = [attack.nobodys] + attack.fillings(twins.ground.foreignIDs, text: "")
    for filling in fillings {
      // A student has one record a day, a name one tag, and help may be asked for once in a while.
      try await twins.ground.database.run("DELETE FROM attempts")
      try await twins.ground.database.run("DELETE FROM attendance_records WHERE note = 'Text'")
      try await twins.ground.database.run("DELETE FROM note_tags WHERE name LIKE 'Text %'")
      // A plan becomes one course.
      try await twins.ground.database.run("UPDATE degree_courses SET course_id = NULL WHERE name = 'Plan of a test'")
      // And several mutations make a course, under one id.
      let family: SQL = "\(bind: .uuid(try #require(viewer.membership).familyID))"
      try await twins.ground.database.run("DELETE FROM used_ids WHERE family_id = \(family)")
      try await twins.ground.database.run("DELETE FROM courses WHERE family_id = \(family) AND name = 'Text'")
      // There is one budget for a category, a month and a currency.
      try await twins.ground.database.run("DELETE FROM budgets WHERE amount = 12.5")
      // And days are of one school year and of one term.
      for table in ["terms", "school_years"] {
        try await twins.ground.database.run("DELETE FROM \(identifier: table) WHERE name = 'Text'")
      }
      var answer = await twins.answer(
        attack.document, .object(filling.map { .init($0.key, .string($0.value)) }), viewer)
      #expect(answer.outcome == .executed, "\(answer) \(attack.document)")
      for value in filling.values { answer.text = answer.text.replacing(value, with: "<id>") }
      answers.append(answer)
    }
    let isAlike = answers.allSatisfy { $0 == answers[0] && twins.leak(in: $0.text) == nil }
    report.add(
      .creation, fillings.count - 1, isAlike ? [] : ["creation differs: \(attack.document) \(answers)"],
      covering: attack.covers)
  }

  /// Codes of another family, in the hands of those who are in a family already.
  private func addCodes(
    _ newcomer: AccountViewer, _ talk: Conversation, _ twins: Twins, _ report: inout Report
  ) async throws {
    let (codes, family) = (twins.ground.invitationCodes, twins.ground.familyCode)
    for (field, codes, viewers) in [
      ("acceptInvitation", codes + [family], [talk.elena, talk.ada, nil]),
      ("requestToJoinFamily", codes + [family], [talk.elena, talk.ada, nil]),
      ("acceptInvitation", [family], [newcomer]), ("refreshSession", codes + [family], [nil]),
    ] {
      let input = field == "refreshSession" ? "refreshToken" : "code"
      let document = "mutation($code: String!) { \(field)(input: {\(input): $code}) { __typename viewer { id } } }"
      for viewer in viewers {
        for code in codes {
          // As long, of the same letters.
          let unknown = String(code.map { $0 == "-" ? "-" : "Z" })
          var answers: [Twins.Answer] = []
          for code in [unknown, unknown, code] {
            try await twins.ground.database.run("DELETE FROM attempts")
            answers.append(await twins.answer(document, .object([.init("code", .string(code))]), viewer))
          }
          report.add(.code, 1, answers[1] == answers[2] ? [] : ["code differs: \(document) \(answers)"])
        }
      }
    }
  }

  /// Ids of the viewer's family of which the rows are gone.
  private func gone(_ talk: Conversation) async throws -> [String: String] {
    let parent = try await ContractViewer.parent(talk.elena, talk)
    var gone: [String: String] = [:]
    let mutations = ContractMutation.all(of: schema)
    for mutation in ContractMutation.creations {
      let delete = mutation.name == "createStudent" ? "removeMember" : "delete\(mutation.subject)"
      guard mutations.contains(where: { $0.name == delete && $0.field("id") != nil }) else { continue }
      let id = newID()
      let input = try parent.input(of: mutation, schema, with: ["id": .string(id)])
      let made = try await parent.send(mutation, input, schema, talk)
      #expect(made.at("errors") == nil)
      _ = try await talk.ask(#"mutation { \#(delete)(input: {id: "\#(id)"}) { id } }"#, as: talk.elena)
      gone[mutation.subject] = id
    }
    let elena = try #require(talk.elena.membership)
    let told = try await talk.database.ids(
      """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body, deleted_at)
      SELECT family_id, gen_random_uuid(), id, 'HELP_REQUEST', 'T', 'B', now() FROM members
      WHERE family_id = \(bind: .uuid(elena.familyID)) AND id = \(bind: .uuid(elena.memberID))
      RETURNING id
      """)
    gone["Notification"] = told.first
    #expect(gone.count > 8)
    return gone
  }
}
