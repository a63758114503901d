import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway
@testable import Domain

/// `Family.changes`: a client that keeps objects has, after it asked for what changed, those that a full read gives.
@Suite(.serialized) struct ChangesTests {
  private func with(_ name: String, _ body: (SchoolDatabase, TestGateway) async throws -> Void) async throws {
    let database = try await SchoolDatabase(name, families: 2)
    let talk = try TestGateway(database.app)
    try await body(database, talk)
    await talk.pool.shutdown()
  }

  private func page(
    _ talk: TestGateway, _ viewer: AccountViewer, since: String?, first: Int = 100
  ) async throws -> GraphQLResponse {
    await talk.send(
      """
      { family { changes(since: \(since.map { "\"\($0)\"" } ?? "null"), first: \(first)) {
        version hasMore removedIds changed { __typename id } } } }
      """, as: viewer)
  }

  private func version(_ talk: TestGateway, _ viewer: AccountViewer) async throws -> String {
    let answer = try await page(talk, viewer, since: nil)
    return try #require(try answer.json.at("data", "family", "changes", "version")?.string, "\(answer.text)")
  }

  // MARK: The property

  @Test(arguments: [1, 2, 3])
  func `Clients that pull while others write have what a full read gives`(_ seed: UInt64) async throws {
    try await with("changes_property_\(seed)") { database, talk in
      let family = try #require(database.parent.membership).familyID
      var clients = [
        KeepingClient(talk, database, database.parent, pageSize: 3), KeepingClient(talk, database, try database.student, pageSize: 50),
      ]
      for index in clients.indices { try await clients[index].begin() }
      #expect(clients.allSatisfy { $0.objects.count > 40 })
      let writers = (0..<3).map { number in
        Task {
          var writer = try await RandomWriter(database, family, seed: seed * 10 + UInt64(number))
          for _ in 0..<60 { try await writer.write() }
        }
      }
      // In between, too: a page is then of other moments than the one before it.
      for _ in 0..<20 {
        for index in clients.indices { try await clients[index].pull() }
      }
      for writer in writers { try await writer.value }
      for index in clients.indices {
        while try await clients[index].pull() {}
        let full = try await clients[index].full()
        let kept = clients[index].objects
        let wrong = Set(full.keys).union(kept.keys).filter { full[$0] != kept[$0] }
        #expect(wrong.isEmpty, "\(wrong.map { "\($0): \(kept[$0] ?? "none") instead of \(full[$0] ?? "none")" })")
      }
      #expect(clients[0].changes > 60 && clients[0].removals > 5)
    }
  }

  // MARK: Known versions

  @Test func `What is not known is to be read anew`() async throws {
    try await with("changes_resync") { database, talk in
      let (parent, student) = (database.parent, try database.student)
      let known = try await version(talk, parent)
      func isRefused(_ since: String, _ viewer: AccountViewer) async throws -> Bool {
        let answer = try await page(talk, viewer, since: since).json
        #expect(answer.at("data", "family", "changes") == .null)
        return answer.at("errors", 0, "extensions", "code")?.string == "RESYNC_REQUIRED"
      }
      #expect(try await page(talk, parent, since: known).json.at("errors") == nil)
      for since in ["", "1", known + "0000", known + ".x.y", "' OR true --", String(repeating: "9", count: 5000)] {
        #expect(try await isRefused(since, parent), "\(since.prefix(40))")
      }
      // A student sees other objects.
      #expect(try await isRefused(known, student))
      let member = try #require(student.membership).memberID
      let ofStudent = try await version(talk, student)
      _ = try await database.run("UPDATE members SET role = role WHERE id = \(bind: .uuid(member))")
      #expect(try await page(talk, student, since: ofStudent).json.at("errors") == nil)
      // As after a restore or an update.
      _ = try await database.run("SELECT begin_version_epoch()")
      #expect(try await isRefused(known, parent))
    }
  }

  @Test func `In a copy of the database, as after a restore, no version of before is known`() async throws {
    try await with("changes_copy") { database, talk in
      let known = try await version(talk, database.parent)
      await talk.pool.shutdown()
      let copy = "changes_restored"
      let superuser = try await Connection.connect(
        ConnectionConfiguration(address: database.superuser.database("postgres")), reactor: Reactor())
      try await superuser.execute(script: "DROP DATABASE IF EXISTS \(copy)")
      try await superuser.execute(
        script: "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)'")
      try await superuser.execute(script: "CREATE DATABASE \(copy) TEMPLATE \(database.name)")
      let restored = try TestGateway(database.app.database(copy))
      let answer = try await page(restored, database.parent, since: known).json
      #expect(answer.at("errors", 0, "extensions", "code")?.string == "RESYNC_REQUIRED")
      #expect(try await page(restored, database.parent, since: version(restored, database.parent)).json.at("errors") == nil)
      await restored.pool.shutdown()
    }
  }

  @Test func `What is forgotten is to be read anew, and nothing else`() async throws {
    try await with("changes_forgotten") { database, talk in
      let parent = database.parent
      let family = try #require(parent.membership).familyID
      let old = try await version(talk, parent)
      _ = try await database.run("UPDATE subjects SET name = name || '!' WHERE family_id = \(bind: .uuid(family))")
      let between = try await version(talk, parent)
      _ = try await database.run("UPDATE changes SET changed_at = now() - interval '100 days'")
      _ = try await database.run("UPDATE quotes SET text = text || '!' WHERE family_id = \(bind: .uuid(family))")
      let retention = ChangeRetention(pool: try TestGateway(database.superuser.user("hatched_worker")).pool, days: 90, objects: 1000)
      try await retention.pass()
      let answer = try await page(talk, parent, since: old).json
      #expect(answer.at("errors", 0, "extensions", "code")?.string == "RESYNC_REQUIRED")
      let rest = try await page(talk, parent, since: between).json
      #expect(rest.at("data", "family", "changes", "changed", 0, "__typename")?.string == "Quote")
      // A family of which too many changed keeps the latest.
      let few = ChangeRetention(pool: try TestGateway(database.superuser.user("hatched_worker")).pool, days: 90, objects: 1)
      try await few.pass()
      #expect(try await database.run("SELECT count(*)::text FROM changes").texts.first.flatMap { Int($0) } ?? 9 <= 3)
    }
  }

  @Test func `What a family sees, others do not, and a member's own its siblings do not`() async throws {
    try await with("changes_privacy") { database, talk in
      let (parent, student) = (database.parent, try database.student)
      let stranger = AccountViewer(try #require(database.sample.accounts(of: 1).first))
      let (ofStudent, ofStranger) = (try await version(talk, student), try await version(talk, stranger))
      let membership = try #require(parent.membership)
      let told = await talk.send(
        """
        mutation { createNotification(input: {title: "t", body: "b", recipientIds: ["\(membership.memberID)"]}) { __typename } }
        """, as: parent)
      #expect(told.outcome == .executed)
      _ = try await database.run(
        "DELETE FROM notifications WHERE family_id = \(bind: .uuid(membership.familyID)) AND recipient_id = \(bind: .uuid(membership.memberID))")
      let answer = try await page(talk, student, since: ofStudent).text
      #expect(answer.contains(#""removedIds":[]"#) && !answer.contains("Notification"), "\(answer)")
      #expect(try await page(talk, stranger, since: ofStranger).text.contains(#""changed":[]"#))
    }
  }

  @Test func `A page has at most 200 objects, and says when more follow`() async throws {
    try await with("changes_pages") { database, talk in
      let parent = database.parent
      let since = try await version(talk, parent)
      _ = try await database.run("UPDATE assignments SET title = title || '.'")
      #expect(try await page(talk, parent, since: since, first: 201).json.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED")
      let first = try await page(talk, parent, since: since, first: 2).json.at("data", "family", "changes")
      #expect(first?["hasMore"] == JSONValue.bool(true) && first?.at("changed", 1) != nil && first?.at("changed", 2) == nil)
      let none = try await page(talk, parent, since: since, first: 0).json.at("data", "family", "changes")
      #expect(none?["version"]?.string == since && none?["hasMore"] == JSONValue.bool(true))
    }
  }

  @Test func `A family's version is told each time that it changes`() async throws {
    try await with("changes_live") { database, talk in
      let live = try await talk.live("subscription { familyChanged { version } }", as: database.parent)
      let first = try await live.next()?.json.at("data", "familyChanged", "version")?.string
      #expect(first == (try await version(talk, database.parent)))
      let subject = #"mutation { createSubject(input: {name: "Astronomy"}) { subject { id } } }"#
      #expect(await talk.send(subject, as: database.parent).outcome == .executed)
      let second = try #require(try await live.next()?.json.at("data", "familyChanged", "version")?.string)
      #expect(second != first)
      #expect(try await page(talk, database.parent, since: first).text.contains(#""__typename":"Subject""#))
    }
  }

  @Test func `Each type that all of a family or its owner see is told of`() throws {
    let map = try EntityMap<Viewer>.shared
    let told = Set(map.schema.possibleTypes["FamilyRecord"] ?? [])
    for typeName in map.schema.possibleTypes["Node"] ?? [] {
      let isOfParents = ["AuditEntry", "Invitation", "JoinRequest", "PickupCard", "SchoolMessage", "SchoolAttendance", "AbsenceReport"].contains(typeName)
        // Rows of schools.
        || ["Announcement", "SchoolEvent", "SchoolActivity", "SchoolInformation", "SchoolPerson", "SchoolPost", "SchoolComment", "SchoolReport",
          "SchoolAlbum", "SchoolPicture", "Conversation", "ConversationMessage"].contains(typeName)
        // Their author sees them, and parents of the child.
        || ["Ticket", "TicketMessage"].contains(typeName)
        // Rows as the staff of schools see them.
        || ["School", "SchoolClass", "SchoolStaffMember", "StaffInvitation", "SchoolStudent", "CardReader"].contains(typeName)
        // Parents see them, or their owner alone, or guests of other families as well.
        || ["Budget", "CalendarFeed", "Expense", "ExpenseCategory", "ShoppingItem", "ShoppingList", "ShoppingListGuest"].contains(typeName)
        // Rows of groups, of the directory of providers, and of providers and families.
        || ["Group", "GroupFamily", "GroupRequest", "GroupPost", "GroupComment", "Provider", "Service", "BusyTime", "Booking", "ProviderBooking"].contains(typeName)
        // Parents see them.
        || ["Webhook", "WebhookDelivery"].contains(typeName)
        // The operator publishes them for everyone.
        || typeName == "Terms"
        // Devices of an account, in whatever family it is.
        || typeName == "StaffDevice"
        // An object that shows a file changes with its uses; an upload is its account's.
        || ["File", "Upload"].contains(typeName)
        || typeName == "SchoolNotice" || typeName.hasPrefix("Class")
      #expect(told.contains(typeName) != (isOfParents || typeName == "Viewer"), "\(typeName)")
    }
  }
}
