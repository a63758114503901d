import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Each of the three locks alone keeps the people of one school from the rows of another.
@Suite struct SchoolLockTests {
  private static let ground = Task { try await SchoolGround("school_locks") }

  /// The viewer who asks.
  enum Who: String, CaseIterable, Sendable {
    case teacher, dispatcher, administrator, parent

    func viewer(_ talk: Conversation) -> AccountViewer {
      switch self {
      case .teacher: talk.teacher
      case .dispatcher: talk.dispatcher
      case .administrator: talk.administrator
      case .parent: talk.elena
      }
    }
  }

  static let reading = """
    { schools { id name address classes { id name school { id } } } viewer { schoolPlaces { schoolId role classIds } } }
    """
  static let administration = """
    { schools { id code staff { id name classIds } staffInvitations { id classIds status } } }
    """

  private func with(_ locks: LockTests.Locks, _ body: (SchoolGround, Conversation) async throws -> Void) async throws {
    let ground = try await Self.ground.value
    let gateway = try TestGateway(locks.database ? ground.database.app : ground.database.owner, locks: locks.gateway)
    try await body(ground, Conversation(gateway: gateway, database: ground.database))
    await gateway.pool.shutdown()
  }

  private func lookup(_ type: String, _ id: String) -> String {
    "{ node(id: \"\(id)\") { ... on \(type) { id __typename } } }"
  }

  @Test("No row of another school is found by its id", arguments: LockTests.combinations, Who.allCases)
  func ids(_ locks: LockTests.Locks, _ who: Who) async throws {
    try await with(locks) { ground, talk in
      let viewer = who.viewer(talk)
      for (type, id) in ground.foreignIDs {
        #expect(!(await talk.gateway.send(lookup(type, id), as: viewer).text.contains(id)), "\(type)")
        guard ["School", "SchoolClass"].contains(type) else { continue }
        let field = type == "School" ? "school" : "schoolClass"
        let answer = await talk.gateway.send("{ \(field)(id: \"\(id)\") { id name } }", as: viewer)
        #expect(!ground.leaks(answer.text), "\(field)")
      }
      // The viewer's own are found, or this would prove nothing.
      for (type, id) in SchoolGround.ownIDs where ["School", "SchoolClass"].contains(type) || who == .administrator {
        #expect(await talk.gateway.send(lookup(type, id), as: viewer).text.contains(id), "\(type)")
      }
    }
  }

  @Test("What a school's people read is the same with any lock", arguments: LockTests.combinations, Who.allCases)
  func lists(_ locks: LockTests.Locks, _ who: Who) async throws {
    try await with(locks) { ground, talk in
      let viewer = who.viewer(talk)
      let reference = try TestGateway(ground.database.app)
      for query in [Self.reading, Self.administration] {
        let answer = await talk.gateway.send(query, as: viewer)
        // Rules of fields are the resolvers' lock: without it, code and staff of the own school are not refused. And of its own
        // school the database shows an administrator all places: which is its own, the other two locks decide.
        let isComparable = query == Self.reading
          ? who != .administrator || !locks.gateway.isEmpty : who == .administrator || locks.gateway.contains(.resolver)
        if isComparable {
          #expect(await answer.text == reference.send(query, as: viewer).text)
        }
        #expect(!ground.leaks(answer.text))
        #expect(answer.text.contains(DemonstrationFamily.schoolID.description))
      }
      await reference.pool.shutdown()
    }
  }

  @Test("With every lock off a row of another school is seen, so the tests above can fail", arguments: Who.allCases)
  func withoutLocks(_ who: Who) async throws {
    let none = LockTests.Locks(testDescription: "none", gateway: [], database: false)
    try await with(none) { ground, talk in
      for (type, id) in ground.foreignIDs {
        #expect(await talk.gateway.send(lookup(type, id), as: who.viewer(talk)).text.contains(id), "\(type)")
      }
      #expect(ground.leaks(await talk.gateway.send(Self.reading, as: who.viewer(talk)).text))
    }
  }

  // MARK: The database by itself

  private static let tables = ["schools", "school_classes", "school_staff", "school_staff_classes", "staff_invitations"]

  /// The ids of schools that the server's role reads in a table, with these settings of a transaction.
  private func schools(_ table: String, _ settings: [String: String]) async throws -> [String] {
    let ground = try await Self.ground.value
    let connection = try await Connection.connect(
      ConnectionConfiguration(address: ground.database.app), reactor: Reactor())
    let column: SQL = table == "schools" ? "id" : "school_id"
    let set = settings.map { name, value -> SQL in
      "SELECT set_config(\(bind: .text(name)), \(bind: .text(value)), true)"
    }
    let query: SQL = "SELECT DISTINCT \(column)::text FROM \(identifier: table) ORDER BY 1"
    return try #require(try await connection.snapshot((set + [query]).map(\.statement)).last).texts
  }

  @Test("With the settings of a place the server's role reads the rows of that school alone", arguments: tables)
  func settings(_ table: String) async throws {
    let school = DemonstrationFamily.schoolID.description
    let isForAll = ["schools", "school_classes"].contains(table)
    let places = ["hatched.school_ids": "{\(school)}", "hatched.family_id": DemonstrationFamily.id.description]
    #expect(try await schools(table, places) == (isForAll ? [school] : []))
    #expect(
      try await schools(table, ["hatched.administered_school_ids": "{\(school)}"]) == (table == "schools" ? [] : [school]))
    // Settings of staff open nothing of these tables: they are for rows of families.
    let staff = ["hatched.staff_school_ids": "{\(school)}", "hatched.staff_class_ids": "{\(DemonstrationClass.owls.id)}"]
    #expect(try await schools(table, staff) == [])
    for empty in ["", "{}"] { #expect(try await schools(table, ["hatched.school_ids": empty]) == []) }
  }

  @Test func `An account that has not entered its places reads its own place alone`() async throws {
    let account = ["hatched.account_id": DemonstrationStaff.teacher.accountID.description]
    let school = DemonstrationFamily.schoolID.description
    for table in Self.tables {
      let own = ["school_staff", "school_staff_classes"].contains(table)
      #expect(try await schools(table, account) == (own ? [school] : []), "\(table)")
    }
  }
}
