import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway
@testable import Domain

/// A member is told of changes of what it may see, and of nothing else: in `changes`, by events, by tags and by counts.
@Suite(.serialized) struct ChangesInSightTests {
  private func page(_ ground: PickupGround, _ since: String, as viewer: AccountViewer) async throws -> JSONValue {
    let answer = try await ground.ask(
      #"{ family { changes(since: "\#(since)", first: 200) { version hasMore removedIds changed { __typename id } } } }"#, as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    return try #require(answer.at("data", "family", "changes"))
  }

  private func version(_ ground: PickupGround, _ viewer: AccountViewer) async throws -> String {
    try #require(
      try await ground.ask("{ family { changes { version } } }", as: viewer).at("data", "family", "changes", "version")?.string)
  }

  private func members(_ ground: PickupGround) throws -> [(name: String, viewer: AccountViewer)] {
    let accounts = ground.database.demonstration.accounts
    return [
      ("barred parent", ground.parent), ("parent", ground.otherParent), ("sibling", AccountViewer(accounts[2])),
      ("other sibling", AccountViewer(accounts[3])),
    ]
  }

  @Test func `Changes list exactly the objects that a member can read, for each kind of member and each type`() async throws {
    try await PickupGround.run("changes_in_sight") { ground in
      let mia = try await ground.students().mia
      try await ground.bar("Elena Rivera")
      let members = try members(ground)
      let since = try await members.asyncMap { try await version(ground, $0.viewer) }
      // Each row of each table of which there are changes.
      let tables = try await ground.database.run(
        "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'record_added' ORDER BY 1"
      ).texts
      #expect(tables.count > 25)
      var ids: Set<String> = []
      for table in tables where !["note_taggings", "families", "members"].contains(table) {
        let own: SQL = "family_id = \(bind: .uuid(DemonstrationFamily.id))"
        // A barred parent is told of the enrolment columns that it can see.
        let change: SQL = table == "enrolments" ? "consented_by = consented_by || 'x'" : "id = id"
        try await ground.database.run("UPDATE \(identifier: table) SET \(change) WHERE \(own)")
        ids.formUnion(try await ground.database.run("SELECT id::text FROM \(identifier: table) WHERE \(own)").texts)
      }
      _ = try await ground.request([mia], as: ground.otherParent)
      for (index, member) in members.enumerated() {
        var told: Set<String> = []
        var from = since[index]
        while true {
          let page = try await page(ground, from, as: member.viewer)
          told.formUnion((page["changed"]?.array ?? []).compactMap { $0.at("id")?.string })
          from = try #require(page["version"]?.string)
          guard page["hasMore"] == .bool(true) else { break }
        }
        let readable = try await nodes(ids, ground, member.viewer)
        let ofTables = told.intersection(ids)
        #expect(readable.subtracting(told).isEmpty, "\(member.name) is not told of \(readable.subtracting(told))")
        #expect(ofTables.subtracting(readable).isEmpty, "\(member.name) is told of \(ofTables.subtracting(readable))")
      }
    }
  }

  /// Those of some ids that a member reads.
  private func nodes(_ ids: Set<String>, _ ground: PickupGround, _ viewer: AccountViewer) async throws -> Set<String> {
    var found: Set<String> = []
    let all = ids.sorted()
    for start in stride(from: 0, to: all.count, by: 150) {
      let list = all[start..<min(start + 150, all.count)].map { "\"\($0)\"" }.joined(separator: ",")
      let answer = try await ground.ask("{ nodes(ids: [\(list)]) { ... on FamilyRecord { id } } }", as: viewer)
      found.formUnion((answer.at("data", "nodes")?.array ?? []).compactMap { $0.at("id")?.string })
    }
    return found
  }

  @Test func `Nothing of a student's pickup reaches a barred parent, whatever it watches`() async throws {
    try await PickupGround.run("changes_out_of_sight") { ground in
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await ground.gateway.gateway.wakeUp.watch.run(ground.gateway.pool, logger: logger) }
      try await ground.database.run("UPDATE enrolments SET absent_on = NULL")
      let (mia, leo) = try await ground.students()
      let enrolment = try await ground.enrolment(of: "Mia")
      let before = try await version(ground, ground.parent)
      try await ground.bar("Elena Rivera")
      // A version from before the bar needs a new read.
      let refused = try await ground.ask(#"{ family { changes(since: "\#(before)") { version } } }"#, as: ground.parent)
      #expect(refused.code == "RESYNC_REQUIRED")

      let watched = """
        { family { name storage { kind rows bytes } enrolments { id state version updatedAt collectedBy collectors { id } } \
        dismissals { id } } viewer { unreadNotificationCount } }
        """
      func observed() async throws -> (answer: String, tag: String, version: String) {
        let response = await ground.gateway.send(watched, as: ground.parent)
        let tag = try #require(response.tag).description
        return (response.text, tag, try await version(ground, ground.parent))
      }
      let changed = try await ground.gateway.live("subscription { familyChanged { version } }", as: ground.parent)
      let dismissals = try await ground.gateway.live("subscription { dismissalChanged { id } }", as: ground.parent)
      let live = try await ground.gateway.live("subscription { live \(watched) }", as: ground.parent)
      for stream in [changed, live] { _ = try await stream.next(within: .seconds(3)) }
      let first = try await observed()

      let collector = try await ground.ask(
        #"mutation { createCollector(input: {enrolmentId: "\#(enrolment)", name: "Aunt"}) { collector { id } } }"#, as: ground.otherParent)
      let aunt = try #require(collector.at("data", "createCollector", "collector", "id")?.string)
      for mutation in [
        #"sayWhoComes(input: {enrolmentId: "\#(enrolment)", collectorId: "\#(aunt)"}) { enrolment { id } }"#,
        #"createPickupTime(input: {enrolmentId: "\#(enrolment)", days: [MONDAY], time: "12:00:00"}) { pickupTime { id } }"#,
        #"sendSchoolMessage(input: {enrolmentId: "\#(enrolment)", text: "Hello"}) { message { id } }"#,
      ] {
        #expect(try await ground.ask("mutation { \(mutation) }", as: ground.otherParent).at("errors") == nil, "\(mutation)")
      }
      let open = try await ground.request([mia], as: ground.otherParent).ids
      #expect(try await ground.run("markReady", open, as: ground.teacher).at("errors") == nil)
      #expect(try await ground.run("confirmPickups", open, as: ground.otherParent).at("errors") == nil)
      let absent = #"mutation { markAbsent(input: {ids: ["\#(enrolment)"]}) { students { id } } }"#
      #expect(try await ground.ask(absent, as: ground.teacher).at("errors") == nil)
      let gone = try await ground.ask(#"mutation { deleteCollector(input: {id: "\#(aunt)"}) { id } }"#, as: ground.otherParent)
      #expect(gone.at("errors") == nil)

      let after = try await observed()
      #expect(after.answer == first.answer)
      #expect(after.tag == first.tag)
      #expect(after.version == first.version)
      for stream in [changed, dismissals, live] { #expect(try await stream.next(within: .milliseconds(700)) == nil) }
      let page = try await page(ground, first.version, as: ground.parent)
      #expect(page["changed"] == .array([]) && page["removedIds"] == .array([]))
      // A condition on the tag is answered as if nothing had changed.
      let tag = first.tag.replacing("\"", with: "\\\"")
      let conditional = try await ground.gateway.send(
        json: #"{"query": "\#(watched)", "extensions": {"ifNoneMatch": "\#(tag)"}}"#, as: ground.parent)
      #expect(conditional.outcome == .notModified)

      // The parent is notified of the other student, and of the rest of the family, as before.
      #expect(try await ground.request([leo]).ids.count == 1)
      #expect(try await changed.next(within: .seconds(20)) != nil)
      #expect(try await dismissals.next(within: .seconds(20)) != nil)
      #expect(try await live.next(within: .seconds(20)) != nil)
      let next = try await observed()
      #expect(next.tag != first.tag && next.version != first.version)
      watch.cancel()
      await watch.value
    }
  }

  @Test func `A tag of a sibling does not tell of steps that are hidden from it`() async throws {
    try await PickupGround.run("changes_sibling_tag") { ground in
      let (mia, leo) = try await ground.students()
      let viewers = try members(ground).map { $0.viewer }
      let sibling = try #require(viewers.first { viewer in viewer.membership.map { "\($0.memberID)" } == leo })
      try await ground.bar("Elena Rivera")
      func tag() async throws -> String {
        let response = await ground.gateway.send("{ family { name } }", as: sibling)
        return try #require(response.tag).description
      }
      let before = try await tag()
      #expect(try await ground.request([mia], as: ground.otherParent).ids.count == 1)
      #expect(try await tag() == before)
    }
  }

  @Test func `What is gone with an enrolment is told to those who could see it`() async throws {
    try await PickupGround.run("changes_gone") { ground in
      let mia = try await ground.students().mia
      try await ground.bar("Elena Rivera")
      let (barred, other) = (try await version(ground, ground.parent), try await version(ground, ground.otherParent))
      let collectors = try await ground.database.run(
        "SELECT id::text FROM collectors WHERE enrolment_id = \(bind: .uuid(DemonstrationFamily.enrolmentID))").texts
      #expect(!collectors.isEmpty)
      let removed = try await ground.ask(
        #"mutation { removeMember(input: {id: "\#(mia)", cascade: true}) { id } }"#, as: ground.otherParent)
      #expect(removed.at("errors") == nil)
      func gone(_ since: String, _ viewer: AccountViewer) async throws -> Set<String> {
        Set((try await page(ground, since, as: viewer)["removedIds"]?.array ?? []).compactMap(\.string))
      }
      #expect(try await gone(other, ground.otherParent).isSuperset(of: collectors + [mia]))
      let seen = try await gone(barred, ground.parent)
      #expect(seen.isDisjoint(with: collectors) && seen.contains(mia))
      #expect(seen.contains(DemonstrationFamily.enrolmentID.description))
    }
  }
}
