import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway
@testable import Domain

/// Places at schools are read in each transaction: what an account is at one counts from the next request on.
@Suite(.serialized) struct PlaceTests {
  private static let places = "{ schools { name } viewer { schoolPlaces { role classIds } } }"
  private static let school = DemonstrationFamily.schoolID.description

  private func with(_ name: String, _ body: (Conversation) async throws -> Void) async throws {
    let database = Task { try await SchoolDatabase(name, families: 2) }
    try await Conversation.with(database) { talk in
      // Other families are at no school.
      try await talk.database.run("DELETE FROM school_families WHERE family_id <> \(bind: .uuid(DemonstrationFamily.id))")
      try await body(talk)
    }
  }

  private func names(_ data: JSONValue) -> [String] { (data.at("schools")?.array ?? []).compactMap { $0.at("name")?.string } }

  private func classIDs(_ data: JSONValue) -> [[String]] {
    (data.at("viewer", "schoolPlaces")?.array ?? []).map { ($0.at("classIds")?.array ?? []).compactMap(\.string) }
  }

  @Test func `Staff and registered families see the school, and nobody else does`() async throws {
    try await with("places") { talk in
      for viewer in [talk.administrator, talk.dispatcher, talk.teacher, talk.elena, talk.ada] {
        #expect(names(try await talk.ask(Self.places, as: viewer)) == ["Hill School"])
      }
      for viewer in [talk.stranger, try await talk.newcomer()] {
        let data = try await talk.ask(Self.places, as: viewer)
        #expect(names(data) == [] && classIDs(data) == [])
      }
      #expect(await talk.gateway.send(Self.places, as: nil).outcome == .unauthenticated)
      let teacher = try await talk.ask(Self.places, as: talk.teacher)
      #expect(teacher.at("viewer", "schoolPlaces", 0, "role")?.string == "TEACHER")
      #expect(classIDs(teacher) == [[DemonstrationClass.owls.id.description]])
      #expect(classIDs(try await talk.ask(Self.places, as: talk.elena)) == [])
    }
  }

  @Test func `Code, staff and invitations are for administrators`() async throws {
    try await with("places_administration") { talk in
      let query = "{ schools { code staff { name } staffInvitations { status } } }"
      let all = try await talk.ask(query, as: talk.administrator)
      #expect(all.at("schools", 0, "code")?.string == "7QX2M-9KDPA")
      #expect(all.at("schools", 0, "staff")?.array?.count == 4)
      #expect(
        Set((all.at("schools", 0, "staffInvitations")?.array ?? []).compactMap { $0.at("status")?.string })
          == ["USED", "REVOKED", "OPEN"])
      for viewer in [talk.dispatcher, talk.teacher, talk.elena] {
        let answer = try await talk.answer(query, as: viewer)
        #expect(answer.at("data", "schools", 0, "code") == .null && answer.at("data", "schools", 0, "staff") == .null)
        #expect(answer.paths(of: "FORBIDDEN").count == 3)
      }
    }
  }

  @Test func `A parent who teaches there sees the school once, and keeps it as a parent when the place ends`() async throws {
    try await with("places_parent") { talk in
      let place = try await talk.addStaff(talk.elena, "TEACHER", classes: [.foxes])
      let query = "{ schools { name classes { name } } viewer { schoolPlaces { classIds } } family { name students { name } } }"
      let both = try await talk.ask(query, as: talk.elena)
      #expect(names(both) == ["Hill School"] && classIDs(both) == [[DemonstrationClass.foxes.id.description]])
      #expect(both.at("family", "name")?.string == "Rivera" && both.at("family", "students")?.array?.count == 3)
      // The other parent has no place there.
      #expect(classIDs(try await talk.ask(query, as: talk.mateo)) == [])
      _ = try await talk.ask(
        #"mutation { removeSchoolStaff(input: {id: "\#(place)"}) { id } }"#, as: talk.administrator)
      let parent = try await talk.ask(query, as: talk.elena)
      #expect(names(parent) == ["Hill School"] && classIDs(parent) == [])
    }
  }

  @Test func `A place outside a registered family's school is not the family's`() async throws {
    try await with("places_family") { talk in
      // A token of the family whose membership has ended sees nothing of its school.
      let member = try #require(talk.mateo.membership)
      try await talk.database.run(
        "UPDATE members SET account_id = NULL, role = 'STUDENT' WHERE id = \(bind: .uuid(member.memberID))")
      #expect(await talk.gateway.send(Self.places, as: talk.mateo).outcome == .unauthenticated)
    }
  }

  @Test func `A class that is taken away and a place that ends are gone at the next request, on every gateway`() async throws {
    try await with("places_next_request") { talk in
      let other = try TestGateway(talk.database.app)
      func seen() async throws -> [JSONValue] {
        [
          try await talk.ask(Self.places, as: talk.teacher),
          try #require(try await other.answer(Self.places, as: talk.teacher).at("data")),
        ]
      }
      for data in try await seen() { #expect(classIDs(data) == [[DemonstrationClass.owls.id.description]]) }
      let staff = DemonstrationStaff.teacher.id
      _ = try await talk.ask(
        #"mutation { updateSchoolStaff(input: {id: "\#(staff)", role: TEACHER, classIds: []}) { staffMember { classIds } } }"#,
        as: talk.administrator)
      for data in try await seen() { #expect(classIDs(data) == [[]] && names(data) == ["Hill School"]) }
      _ = try await talk.ask(#"mutation { removeSchoolStaff(input: {id: "\#(staff)"}) { id } }"#, as: talk.administrator)
      for data in try await seen() { #expect(classIDs(data) == [] && names(data) == []) }
      let id = #"{ school(id: "\#(Self.school)") { name } }"#
      #expect(try await talk.ask(id, as: talk.teacher).at("school") == .null)
      await other.pool.shutdown()
    }
  }

  @Test func `Whoever is an administrator no more changes nothing more`() async throws {
    try await with("places_former_administrator") { talk in
      let second = try await talk.newcomer()
      let place = try await talk.addStaff(second, "ADMINISTRATOR")
      func rename(_ name: String) -> String {
        #"mutation { updateSchool(input: {id: "\#(Self.school)", name: "\#(name)"}) { school { name code } } }"#
      }
      let renamed = try await talk.ask(rename("Hill"), as: second)
      #expect(renamed.at("updateSchool", "school", "code")?.string == "7QX2M-9KDPA")
      _ = try await talk.ask(
        #"mutation { updateSchoolStaff(input: {id: "\#(place)", role: DISPATCHER}) { staffMember { role } } }"#,
        as: talk.administrator)
      #expect(try await talk.answer(rename("Lake"), as: second).code == "FORBIDDEN")
      _ = try await talk.ask(#"mutation { removeSchoolStaff(input: {id: "\#(place)"}) { id } }"#, as: talk.administrator)
      #expect(try await talk.answer(rename("Lake"), as: second).code == "NOT_FOUND")
      #expect(names(try await talk.ask(Self.places, as: talk.teacher)) == ["Hill"])
    }
  }

  // MARK: Live

  @Test func `A live answer has the new name of a class, and ends with the place`() async throws {
    let database = try await SchoolDatabase("places_live", families: 1)
    let (one, other) = (try TestGateway(database.app), try TestGateway(database.app))
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let watches = [one, other].map { gateway in Task { await gateway.gateway.wakeUp.watch.run(gateway.pool, logger: logger) } }
    let talk = Conversation(gateway: other, database: database)
    let query = "subscription { live { schools { classes { name } } } }"
    var streams: [any LiveStream] = []
    for viewer in [talk.teacher, talk.dispatcher, talk.elena] {
      let live = try await one.live(query, as: viewer)
      #expect(try await classNames(live, within: .seconds(5)) == ["Foxes", "Owls"])
      streams.append(live)
    }
    _ = try await talk.ask(
      #"mutation { updateSchoolClass(input: {id: "\#(DemonstrationClass.owls.id)", name: "Bears"}) { schoolClass { name } } }"#,
      as: talk.administrator)
    for live in streams { #expect(try await classNames(live, within: .seconds(10)) == ["Bears", "Foxes"]) }
    // Another school's people hear nothing, and a teacher whose place ends sees the school no more.
    _ = try await talk.ask(
      #"mutation { removeSchoolStaff(input: {id: "\#(DemonstrationStaff.teacher.id)"}) { id } }"#, as: talk.administrator)
    #expect(try await streams[0].next(within: .seconds(10))?.json.at("data", "live", "schools") == .array([]))
    for watch in watches { watch.cancel() }
    for watch in watches { await watch.value }
    for gateway in [one, other] { await gateway.pool.shutdown() }
  }

  private func classNames(_ live: any LiveStream, within limit: Duration) async throws -> [String]? {
    let answer = try await live.next(within: limit)
    return try answer?.json.at("data", "live", "schools", 0, "classes")?.array?.compactMap { $0.at("name")?.string }
  }
}
