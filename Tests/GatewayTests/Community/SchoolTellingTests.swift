import Domain
import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// Urgent announcements: a notification, a push and a mail, once, when they begin.
@Suite struct SchoolTellingTests {
  private static let school = DemonstrationFamily.schoolID

  private func with(_ name: String, _ body: (PickupGround, RepeatedWork) async throws -> Void) async throws {
    try await PickupGround.run("telling_\(name)") { ground in
      let pool = try ConnectionPool(PoolConfiguration(address: ground.database.superuser.user("hatched_worker")))
      try await body(ground, RepeatedWork.tellings(pool, atOnce: 1))
      await pool.shutdown()
    }
  }

  private func announce(_ fields: String, in ground: PickupGround) async throws -> String {
    let answer = try await ground.ask(
      #"""
      mutation { createAnnouncement(input: {schoolId: "\#(Self.school)", title: "Snow", text: "No school.", \#(fields)}) {
        announcement { id } } }
      """#, as: ground.administrator)
    return try #require(answer.at("data", "createAnnouncement", "announcement", "id")?.string, "\(answer)")
  }

  private func told(_ viewer: AccountViewer, in ground: PickupGround) async throws -> Int {
    let list = try await ground.ask("{ viewer { notifications(first: 200) { kind title body } } }", as: viewer)
      .at("data", "viewer", "notifications")?.array ?? []
    return list.count { $0.at("kind")?.string == "ANNOUNCEMENT" }
  }

  private func mails(in ground: PickupGround) async throws -> Int64? {
    try await ground.database.run("SELECT count(*) FROM messages WHERE kind = 'announcement' AND channel = 'EMAIL'").int8(row: 0, column: 0)
  }

  @Test func `Parents are told of an urgent announcement once, also by mail`() async throws {
    try await with("once") { ground, telling in
      let parents = try await ground.database.run(
        """
        SELECT count(*) FROM members own JOIN sign_in_addresses known ON known.account_id = own.account_id AND known.channel = 'EMAIL' \
        AND known.confirmed_at IS NOT NULL WHERE own.family_id = \(bind: .uuid(DemonstrationFamily.id)) AND own.role = 'PARENT'
        """).int8(row: 0, column: 0)
      let id = try await announce("priority: URGENT", in: ground)
      #expect(try await telling.pass() > 0)
      #expect(try await told(ground.parent, in: ground) == 1)
      #expect(try await told(ground.otherParent, in: ground) == 1)
      #expect(try await mails(in: ground) == parents)
      for priority in ["NORMAL", "URGENT"] {
        let answer = try await ground.ask(
          #"mutation { updateAnnouncement(input: {id: "\#(id)", priority: \#(priority), text: "Again"}) { announcement { id } } }"#,
          as: ground.administrator)
        #expect(answer.at("errors") == nil, "\(answer)")
        #expect(try await telling.pass() == 0)
      }
      #expect(try await told(ground.parent, in: ground) == 1)
    }
  }

  @Test func `Nobody is told of what is normal, has not begun, has ended, was taken back, or is for others`() async throws {
    try await with("nobody") { ground, telling in
      _ = try await announce("priority: NORMAL", in: ground)
      _ = try await announce(#"priority: URGENT, from: "2999-01-01T00:00:00Z""#, in: ground)
      _ = try await announce(#"priority: URGENT, from: "2020-01-01T00:00:00Z", until: "2020-01-02T00:00:00Z""#, in: ground)
      _ = try await announce(#"priority: URGENT, grades: ["77"]"#, in: ground)
      let back = try await announce("priority: URGENT", in: ground)
      _ = try await ground.ask(
        #"mutation { updateAnnouncement(input: {id: "\#(back)", priority: NORMAL}) { announcement { id } } }"#, as: ground.administrator)
      let gone = try await announce("priority: URGENT", in: ground)
      _ = try await ground.ask(#"mutation { deleteAnnouncement(input: {id: "\#(gone)"}) { id } }"#, as: ground.administrator)
      _ = try await telling.pass()
      #expect(try await told(ground.parent, in: ground) == 0)
      #expect(try await mails(in: ground) == 0)
      // Later it begins.
      try await ground.database.run("UPDATE announcements SET begins_at = now() WHERE begins_at > now()")
      _ = try await telling.pass()
      #expect(try await told(ground.parent, in: ground) == 1)
    }
  }

  @Test func `A parent who is barred from the only student of the audience is not told, and a registered family is not`() async throws {
    try await with("barred") { ground, telling in
      let member = try await ground.ask("{ viewer { member { name } } }", as: ground.otherParent)
      try await ground.bar(try #require(member.at("data", "viewer", "member", "name")?.string), from: "Mia")
      let stranger = try await ground.stranger()
      _ = try await announce(#"priority: URGENT, classIds: ["\#(DemonstrationClass.owls.id)"]"#, in: ground)
      _ = try await telling.pass()
      #expect(try await told(ground.parent, in: ground) == 1)
      #expect(try await told(ground.otherParent, in: ground) == 0)
      #expect(try await told(stranger, in: ground) == 0)
    }
  }
}
