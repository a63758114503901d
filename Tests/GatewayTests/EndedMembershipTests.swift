import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// The check of a membership travels with the first statements of a change: whoever has none any more learns nothing of
/// what they came to, and leaves nothing behind.
@Suite struct EndedMembershipTests {
  /// By what the first statements are. `$a` is an assignment, `$s` a subject, `$n` an id that nobody has.
  static let fields = [
    #"createSubject(input: {name: "S"}) { subject { id } }"#,
    // An id that is taken.
    #"createSubject(input: {id: "$s", name: "Other"}) { subject { id } }"#,
    #"createAssignment(input: {id: "$a", studentId: "$n", title: "T"}) { assignment { id } }"#,
    // A change that is made, one that is not for a version, and one of a row that is not there.
    #"gradeAssignment(input: {id: "$a", pointsAwarded: 5}) { assignment { id } course { grade } }"#,
    #"gradeAssignment(input: {id: "$a", ifVersion: 9, pointsAwarded: 5}) { assignment { id } }"#,
    #"gradeAssignment(input: {id: "$n", pointsAwarded: 5}) { assignment { id } }"#,
    #"updateAssignment(input: {id: "$n", title: "T"}) { assignment { id } }"#,
    #"updateAssignment(input: {id: "$b", title: "T"}) { assignment { title } }"#,
    #"markAssignmentDone(input: {id: "$a"}) { assignment { doneAt } }"#,
    // First statements that fail: on a check, on a reference, by a value that PostgreSQL does not know.
    #"gradeAssignment(input: {id: "$a", pointsAwarded: 11}) { assignment { id } }"#,
    #"updateCourse(input: {id: "$c", subjectId: "$n"}) { course { id } }"#,
    #"updateFamily(input: {timeZone: "Nowhere/Land"}) { family { id } }"#,
    // No statement at all.
    #"createSubject(input: {name: ""}) { subject { id } }"#,
    #"updateSubject(input: {id: "no", name: "T"}) { subject { id } }"#,
    // Errors in the input are found before the transaction.
    "createInvitation(input: {role: PARENT, expiresInDays: 99}) { code }",
    "__typename",
    // Removals, and statements of other kinds.
    #"deleteSubject(input: {id: "$s", cascade: true}) { id }"#,
    #"deleteAssignment(input: {id: "$n"}) { id }"#,
    #"deleteCourse(input: {id: "$d"}) { id }"#,
    // One that others are in the way of.
    #"deleteCourse(input: {id: "$c"}) { id }"#,
    "markAllNotificationsRead(input: {}) { __typename }",
    #"registerDevice(input: {platform: IOS, token: "aa"}) { device { id } }"#,
    #"updateViewer(input: {name: "Else"}) { viewer { id } }"#,
    #"createFamily(input: {name: "F", timeZone: "UTC"}) { family { id } }"#,
    "signOutEverywhere { __typename }",
  ]

  @Test("Every change is refused in the same words, and leaves nothing, after", arguments: SessionTests.changes.indices)
  func refused(_ index: Int) async throws {
    let change = SessionTests.changes[index]
    let database = try await SchoolDatabase("ended_membership_\(index)", families: 1)
    let gateway = try TestGateway(database.app) { $0.size = 1 }
    let viewer = database.parent
    let works = try await Works(gateway, viewer)
    #expect(try await database.run(change.sql(viewer)).count == 1)
    let content = try await content(of: database)

    for field in Self.fields {
      let before = gateway.pool.statistics.roundTrips
      let answer = await gateway.send(works.named(in: "mutation { \(field) }"), as: viewer)
      // The check, with whatever goes first; then ROLLBACK. Where the first statements failed, the check by itself. Then why.
      let trips = gateway.pool.statistics.roundTrips - before
      #expect((1...4).contains(trips), "\(field) took \(trips)")
      #expect(answer.outcome == .unauthenticated, "\(change.testDescription): \(field)")
      #expect(
        answer.text
          == #"{"errors":[{"message":"This needs a valid session token.","extensions":{"code":"UNAUTHENTICATED"}}]}"#,
        "\(change.testDescription): \(field)")
      // The one connection is free again, with nothing under way.
      #expect(gateway.pool.statistics.idle == 1, "\(field)")
      #expect(
        try await database.run(
          """
          SELECT pid FROM pg_stat_activity \
          WHERE datname = current_database() AND usename = 'hatched_app' AND state <> 'idle'
          """
        ).count == 0, "\(field)")
    }
    #expect(try await self.content(of: database) == content)
    await gateway.pool.shutdown()
  }

  @Test("Two changes in a request are refused as one is")
  func several() async throws {
    let database = try await SchoolDatabase("ended_membership_twice", families: 1)
    let gateway = try TestGateway(database.app)
    var viewer = database.parent
    viewer.sessionID = .random()
    let field = #"createSubject(input: {name: "S"}) { __typename }"#
    let answer = await gateway.send("mutation { a: \(field) b: \(field) }", as: viewer)
    #expect(answer.outcome == .unauthenticated)
    await gateway.pool.shutdown()
  }

  /// All rows of all tables, with the transactions that wrote them.
  private func content(of database: SchoolDatabase) async throws -> [String] {
    let tables = try await database.run(
      "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1")
    var content: [String] = []
    for table in (0..<tables.count).compactMap({ tables.text(row: $0, column: 0) }) {
      let rows = try await database.run(
        """
        SELECT md5(coalesce(string_agg(concat_ws(' ', t.xmin, t::text), ';' ORDER BY t::text), '')) \
        FROM \(identifier: table) t
        """)
      content.append("\(table) \(rows.text(row: 0, column: 0) ?? "")")
    }
    return content
  }
}
