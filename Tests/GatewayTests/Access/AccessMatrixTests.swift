import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

@testable import Planning

/// The access matrix does not lie: what it says of a field is what a gateway answers to who asks for it.
@Suite struct AccessMatrixTests {
  private static let database = Task {
    let database = try await SchoolDatabase("access_matrix", families: 1)
    try await database.fillListTables()
    try await database.run(
      """
      INSERT INTO planner_tasks (family_id, id, title, date, color)
      SELECT family_id, gen_random_uuid(), 'Museum', current_date + 1, '#2E86AB' FROM families
      """)
    try await database.run(
      """
      INSERT INTO devices (family_id, id, member_id, platform, token)
      SELECT family_id, gen_random_uuid(), id, 'IOS', 'of ' || id FROM members WHERE account_id IS NOT NULL
      """)
    try await database.run(
      """
      INSERT INTO sign_in_addresses (account_id, id, channel, address, lookup, last_used_at)
      SELECT id, gen_random_uuid(), 'EMAIL', id || '@example.org', id || '@example.org', now() FROM accounts
      """)
    try await database.run(
      """
      INSERT INTO questions (family_id, id, assignment_id, prompt, position)
      SELECT family_id, gen_random_uuid(), id, 'Why?', 100 FROM assignments
      """)
    try await database.run(
      """
      INSERT INTO ended_memberships (account_id, id, family_name, reason, ended_by)
      SELECT id, gen_random_uuid(), 'Family', 'REMOVED', 'Parent' FROM accounts
      """)
    try await database.run(
      "INSERT INTO staff_devices (account_id, id, platform, token) SELECT id, gen_random_uuid(), 'ANDROID', 'of ' || id FROM accounts")
    try await database.run(
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes)
      SELECT id, gen_random_uuid(), id, 'a.png', 'image/png', 'PICTURE', 3, sha256('abc'), 1, 1, 3, 3 FROM accounts
      """)
    for (column, table) in [("course_id", "courses"), ("assignment_id", "assignments"), ("portfolio_item_id", "portfolio_items"), ("expense_id", "expenses")] {
      try await database.run(
        """
        INSERT INTO file_uses (family_id, id, file_id, \(identifier: column))
        SELECT users.family_id, gen_random_uuid(), files.id, users.id
        FROM \(identifier: table) users JOIN files ON files.home_id = users.family_id
        """)
    }
    try await database.run(
      """
      INSERT INTO files (home_id, id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes)
      SELECT family_id, gen_random_uuid(), 'b.png', 'image/png', 'PICTURE', 3, sha256('abc'), 1, 1, 3, 3 FROM families
      """)
    try await database.run(
      """
      INSERT INTO absence_files (family_id, id, report_id, file_id)
      SELECT told.family_id, gen_random_uuid(), told.id, files.id FROM absence_reports told JOIN files ON files.home_id = told.family_id
      ON CONFLICT DO NOTHING
      """)
    for table in ["members", "collectors"] {
      try await database.run(
        """
        UPDATE \(identifier: table) SET picture_id = files.id FROM files
        WHERE files.home_id = \(identifier: table).family_id AND files.name = 'b.png'
        """)
    }
    try await database.run("UPDATE accounts SET picture_id = files.id FROM files WHERE files.home_id = accounts.id")
    try await database.run(
      """
      INSERT INTO uploads (account_id, id, home_id, name, bytes, state, received_bytes, file_id, expires_at)
      SELECT owner_id, id, home_id, 'a.png', 3, 'STORED', 3, id, now() + interval '1 day' FROM files WHERE home_id = owner_id
      """)
    // A search for what stands for every text finds it.
    try await database.run(
      """
      INSERT INTO school_information (school_id, id, section, title, text, position, links)
      SELECT id, gen_random_uuid(), 'POLICIES', 'Letters', 'x', 9, '[]' FROM schools
      """)
    try await database.run(
      """
      INSERT INTO published_terms (id, kind, version, language, text, effective_at)
      VALUES (gen_random_uuid(), 'PRIVACY', '1', 'en', 'None.', now() - interval '1 day')
      """)
    return database
  }
  /// Each change is asked for by members of a family of its own, since some of them end their session.
  private static let changed = Task { try await SchoolDatabase("access_matrix_changes", families: 400) }

  private let matrix: AccessMatrix<Viewer>
  private let schema: Schema

  init() throws {
    // A family that is registered at a school is in no column of schema/access.txt.
    func registered(_ planClass: Viewer.PlanClass, isEnrolled: Bool) -> Viewer {
      guard case .account(var account) = Viewer.example(of: planClass) else { return .anonymous }
      account.places.schools = [DemonstrationFamily.schoolID]
      if isEnrolled { account.places.audience = account.places.schools }
      return .account(account)
    }
    matrix = AccessMatrix(
      of: try EntityMap<Viewer>.shared, viewers: Viewer.PlanClass.allCases.map { .example(of: $0) },
      others: [
        "teacher": .example(at: .teacher), "dispatcher": .example(at: .dispatcher), "admin": .example(at: .administrator),
        "enrolled parent": registered(.parent, isEnrolled: true), "enrolled student": registered(.student, isEnrolled: true),
        "registered student": registered(.student, isEnrolled: false), "provider": registered(.account, isEnrolled: true),
      ], outsider: "other scope")
    schema = try Schema.domain()
  }

  // MARK: Fields

  @Test func `Every field that can be asked for is answered as the matrix says`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let ways = Way.all(in: schema)
    var seen: [AccessMatrix<Viewer>.Verdict: Int] = [:]
    for asker in try await Asker.all(in: database) {
      var unseen: [String] = []
      for typeName in schema.typeNames {
        guard let way = ways[typeName], let type = schema.objectType(named: typeName) else { continue }
        for field in type.fields {
          let verdict = try #require(matrix.verdict(of: field.name, on: typeName, for: asker.viewer(asking: field.name, of: typeName)))
          let objects = try await ask(field, of: type, at: way, gateway, asker, verdict)
          if objects > 0 || verdict == .unauthenticated { seen[verdict, default: 0] += 1 }
          if objects == 0 && verdict == .allowed { unseen.append("\(typeName).\(field.name)") }
        }
      }
      // A parent has seen all there is, so that nothing above was true of no object at all.
      // Reports are for those who moderate; the walk comes to tickets by the school, whose staff answer them.
      // Events of calendars elsewhere are in the calendar of their days, and only some rules name weekdays:
      // CalendarSubscriptionTests, SeriesTests.
      // Providers are in no family.
      if asker.name == "parent" {
        let elsewhere = ["SchoolPlace.", "SchoolReport.", "Ticket", "ExternalEvent.", "WeekdayPosition."] + Self.ofProviders
        #expect(unseen.filter { field in !elsewhere.contains(where: field.hasPrefix) } == [])
      }
      if asker.name == "provider" { #expect(unseen.filter { field in Self.ofProviders.contains(where: field.hasPrefix) } == []) }
      if asker.name == "administrator" {
        let ofDomain = unseen.filter { $0.hasPrefix("School") || $0.hasPrefix("StaffInvitation.") || $0.hasPrefix("Ticket") }
        // Families see these fields of a school.
        #expect(ofDomain.filter { !$0.hasPrefix("SchoolProfile.") } == [])
      }
    }
    // Ten askers, and everything but what mutations give.
    #expect(seen[.allowed, default: 0] > 500 && seen[.unauthenticated, default: 0] > 200)
    #expect(seen[.someRows, default: 0] >= 4 && seen[.refused, default: 0] >= 4 && seen[.hidden, default: 0] >= 1 && seen[.nothing, default: 0] > 10)
    let others = schema.typeNames.filter { name in
      schema.objectType(named: name) != nil && !name.hasPrefix("__") && ways[name] == nil && !name.hasSuffix("Payload")
    }
    // A type that a field with required arguments leads to is tested with that field: GradeNeededTests. One that a
    // subscription leads to is tested there: ChangesTests; what a card reader is answered in CardTests; what an import leaves out
    // in CalendarFeedTests.
    #expect(others.sorted() == ["CardCheckIn", "FamilyVersion", "GradeNeeded", "ImportProblem", "Mutation", "Session", "Subscription"])
    await gateway.pool.shutdown()
  }

  /// The beginnings of fields that providers of services see.
  private static let ofProviders = ["ProviderPlace.", "ProviderBooking.", "BusyTime."]

  /// - Returns: how many objects there were to look at.
  private func ask(
    _ field: FieldType, of type: ObjectType, at way: Way, _ gateway: TestGateway, _ asker: Asker,
    _ verdict: AccessMatrix<Viewer>.Verdict
  ) async throws -> Int {
    let arguments = field.arguments.filter(\.isRequired).map { "\($0.name): \(schema.literal(of: $0.type))" }
    let page = field.arguments.contains { $0.name == "first" } ? ["first: 10"] : []
    let given = arguments + page
    let id = type.fields["id"] == nil ? "" : " owner: id"
    let query = way.query(
      "__typename\(id) \(field.name)\(given.isEmpty ? "" : "(\(given.joined(separator: ", ")))")"
        + (schema.isComposite(field.type.namedType) ? " { __typename }" : ""))
    let place: Comment = "\(asker.name) asks for \(type.name).\(field.name), which is \(verdict.rawValue): \(query)"
    let answer = await gateway.send(query, authorization: asker.authorization(at: gateway))
    guard verdict != .unauthenticated else {
      #expect(answer.outcome == .unauthenticated, place)
      return 0
    }
    // For whoever has no token the way there is closed already.
    guard asker.account != nil || way.keys.isEmpty else { return 0 }
    #expect(answer.outcome == .executed || answer.outcome == .executedWithErrors, place)
    let json = try answer.json
    let refused = json.paths(of: ErrorCode.forbidden.rawValue)
    let objects = way.objects(in: json)
    for (path, object) in objects {
      let isRefused = refused.contains(path + [field.name])
      let value = object.at(.key(field.name))
      switch verdict {
      case .allowed: #expect(!isRefused, place)
      case .refused: #expect(isRefused && value?.isNothing == true, place)
      case .hidden: #expect(!isRefused && value == .null, place)
      case .nothing: #expect(!isRefused && value?.isNothing == true, place)
      case .someRows where type.name == "SchoolReport":
        #expect(isRefused == asker.places.administeredSchools.isEmpty, place)
      case .someRows where type.name == "School" && ["reports", "tickets"].contains(field.name):
        // Teachers moderate and answer, too, and work at one school.
        let works = asker.places.administeredSchools.map(\.description).contains(object.at("owner")?.string ?? "")
        #expect(isRefused == !(works || !asker.places.staffClasses.isEmpty), place)
      case .someRows where type.name == "School":
        let administered = asker.places.administeredSchools.map(\.description)
        #expect(isRefused == !administered.contains(object.at("owner")?.string ?? ""), place)
      case .someRows where type.name == "Group":
        // There is one group, which the demonstration family moderates.
        let membership = asker.account?.membership
        let isShown = membership?.familyID == DemonstrationFamily.id && (field.name != "requests" || membership?.role == .parent)
        #expect(!isRefused && (value == .null) == !isShown, place)
      case .someRows:
        // The rule of these fields hides the value of the other rows.
        #expect(!isRefused && (value == .null) == (object.at("owner")?.string != asker.memberID), place)
      case .unauthenticated: break
      }
    }
    if verdict == .someRows, !["School", "SchoolReport", "Group"].contains(type.name) {
      // A student is not among the parents.
      let isOwn = objects.map { $0.object.at("owner")?.string == asker.memberID }
      #expect(isOwn.contains(false) && isOwn.contains(true) == (type.name == "Student"), place)
    }
    return objects.count
  }

  // MARK: Filters and orders

  @Test func `Every filter and every order is answered as the matrix says`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let ways = Way.all(in: schema)
    var refusals: Set<String> = []
    for asker in try await Asker.all(in: database) where asker.account != nil {
      for list in lists(ways) {
        for (value, argument, input) in list.inputs(matrix, schema) {
          let verdict = try #require(
            zip(matrix.viewers, input.verdicts).first { $0.0.planClass == asker.viewer.planClass }?.1)
          let answer = await gateway.send(
            list.way.query("\(list.field)(first: 1, \(argument)) { __typename }"), authorization: asker.authorization(at: gateway))
          let place: Comment = "\(asker.name) asks for \(list.field)(\(argument)), which is \(verdict.rawValue)"
          if verdict == .refused || verdict == .hidden {
            #expect(answer.outcome == .invalid, place)
            #expect(try answer.json.code == ErrorCode.forbidden.rawValue, place)
            refusals.insert("\(asker.name): \(value) as \(input.source)")
          } else {
            #expect(answer.outcome == .executed || answer.outcome == .executedWithErrors, place)
          }
        }
      }
    }
    #expect(refusals.contains("student: hasAccount as Student.hasAccount"))
    await gateway.pool.shutdown()
  }

  /// A field that takes a filter or an order itself.
  private struct List {
    let way: Way
    let field: String
    let filter: (type: String, target: String)?
    let order: (type: String, target: String)?

    /// An argument for each value that the filter and the order have.
    func inputs(
      _ matrix: AccessMatrix<Viewer>, _ schema: Schema
    ) -> [(value: String, argument: String, input: AccessMatrix<Viewer>.ListInput)] {
      var inputs: [(value: String, argument: String, input: AccessMatrix<Viewer>.ListInput)] = []
      for field in filter.flatMap({ schema.inputObjectType(named: $0.type)?.fields }) ?? [] {
        guard let filter, let input = matrix.filter(by: field.name, of: filter.target) else { continue }
        let isList = schema.inputObjectType(named: field.type.namedType)?.fields.contains { $0.name == "some" } == true
        inputs.append((field.name, "where: {\(field.name): \(isList ? "{some: {}}" : "{}")}", input))
      }
      if let order, case .enum(let choices)? = schema.types[order.type] {
        for value in choices.values {
          guard let input = matrix.order(by: value.name, of: order.target) else { continue }
          inputs.append((value.name, "orderBy: [{field: \(value.name)}]", input))
        }
      }
      return inputs
    }
  }

  /// For each type of filters and orders a list that takes it.
  private func lists(_ ways: [String: Way]) -> [List] {
    let inputs = matrix.listInputs
    var taken: Set<String> = []
    var lists: [List] = []
    for typeName in schema.typeNames {
      guard let way = ways[typeName] else { continue }
      for field in schema.objectType(named: typeName)?.fields.map(\.self) ?? []
      where field.arguments.contains(where: { $0.name == "first" }) {
        func named(_ argument: String) -> String? {
          field.arguments.first { $0.name == argument }?.type.namedType
        }
        let filter = named("where").flatMap { type in inputs.filters[type]?.first.map { (type, $0) } }
        let choices = named("orderBy").flatMap { schema.inputObjectType(named: $0) }?.fields
          .first { $0.name == "field" }?.type.namedType
        let order = choices.flatMap { type in inputs.orders[type]?.first.map { (type, $0) } }
        guard filter.map({ taken.insert($0.0).inserted }) == true || order.map({ taken.insert($0.0).inserted }) == true
        else { continue }
        lists.append(List(way: way, field: field.name, filter: filter, order: order))
      }
    }
    return lists
  }

  // MARK: Mutations

  @Test func `Every mutation is answered as the matrix says`() async throws {
    let database = try await Self.changed.value
    let gateway = try TestGateway(database.app)
    let mutations = try #require(schema.objectType(named: "Mutation")).fields
    try #require(mutations.count <= database.sample.count)
    for (family, field) in mutations.enumerated() {
      let askers = [
        .stranger, .reader, try await Asker.newcomer(in: database),
        Asker(name: "student", account: AccountViewer(try #require(database.sample.studentAccount(of: family)))),
        Asker(name: "parent", account: AccountViewer(database.sample.parentAccount(of: family))),
      ]
      let input = field.arguments.map { "(\($0.name): \(schema.literal(of: $0.type)))" }.joined()
      for asker in askers {
        let verdict = try #require(matrix.verdict(of: field.name, on: "Mutation", for: asker.viewer))
        let answer = await gateway.send("mutation { \(field.name)\(input) { __typename } }", authorization: asker.authorization(at: gateway))
        let place: Comment = "\(asker.name): \(field.name)\(input), which is \(verdict.rawValue): \(answer.text)"
        // A mutation has messages of its own for refusals that are not of its rule.
        let error = try answer.json.at("errors", 0)
        let isRefused = error?.at("message")?.string?.hasSuffix(" may run \(field.name).") == true
        #expect(!isRefused || error?.at("extensions", "code")?.string == ErrorCode.forbidden.rawValue, place)
        #expect((answer.outcome == .unauthenticated) == (verdict == .unauthenticated), place)
        #expect(isRefused == (verdict == .refused), place)
        #expect(answer.outcome != .invalid && answer.outcome != .invalidRequest, place)
      }
    }
    await gateway.pool.shutdown()
  }
}

extension JSONValue {
  /// Null, or an empty list, or a list of nulls.
  fileprivate var isNothing: Bool {
    switch self {
    case .null: true
    case .array(let items): items.allSatisfy(\.isNothing)
    default: false
    }
  }
}
