import Domain
import Gateway
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// How messages reach webhooks: at least once with one id, in the tries that docs/webhooks.md has.
@Suite(.serialized) struct WebhookDeliveryTests {
  private static let database = Task { try await SchoolDatabase("webhook_deliveries", families: 3) }

  private func run(_ body: (WebhookGround) async throws -> Void) async throws { try await WebhookGround.run(Self.database, body) }

  @Test func `A message is tried again with the same id and body`() async throws {
    try await run { ground in
      let (webhook, secret) = try await ground.webhook("fails/1")
      let id = try await ground.test(webhook)
      try await ground.deliver { try await ground.deliveries(webhook) == ["test WAITING 1 500"] }
      #expect(try await ground.state(webhook).failure == "The host answers with the status 500.")
      let wait = try await ground.talk.text(
        "SELECT round(extract(epoch FROM due_at - now()))::text FROM webhook_queue WHERE delivery_id = \(bind: .text(id))::uuid")
      #expect(["3", "4", "5"].contains(wait), "\(wait)")
      try await ground.hurry()
      try await ground.deliver { try await ground.deliveries(webhook) == ["test SENT 2 204"] }
      let received = ground.receiver.received
      #expect(received.map(\.id) == [id, id] && Set(received.map(\.body)).count == 1)
      #expect(received.allSatisfy { $0.isSigned(by: secret) && $0.headers["content-type"] == "application/json" })
      #expect(try await ground.state(webhook).failure == nil)
    }
  }

  @Test func `There are ten tries, with the delays of the standard's example`() async throws {
    try await run { ground in
      let (webhook, _) = try await ground.webhook("silent")
      _ = try await ground.test(webhook)
      let delays = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
      for attempt in 1...10 {
        let state = attempt == 10 ? "FAILED" : "WAITING"
        try await ground.deliver { try await ground.deliveries(webhook) == ["test \(state) \(attempt) -"] }
        guard attempt < 10 else { break }
        let wait = try await ground.talk.text("SELECT round(extract(epoch FROM due_at - now()))::text FROM webhook_queue")
        let delay = delays[attempt - 1]
        #expect(Int(wait).map { (delay - 5...delay).contains($0) } == true, "\(attempt): \(wait)")
        try await ground.hurry()
      }
      #expect(try await ground.talk.text("SELECT count(*)::text FROM webhook_queue") == "0")
      #expect(try await ground.state(webhook).isActive)
    }
  }

  @Test func `410 deactivates the webhook, and a redirect is a failure`() async throws {
    try await run { ground in
      let (gone, _) = try await ground.webhook("status/410")
      let (moved, _) = try await ground.webhook("status/302")
      _ = try await ground.test(gone)
      _ = try await ground.test(moved)
      try await ground.deliver {
        let states = try await (ground.deliveries(gone), ground.deliveries(moved))
        return states == (["test FAILED 1 410"], ["test WAITING 1 302"])
      }
      #expect(try await ground.state(gone).isActive == false)
      #expect(try await ground.state(moved).isActive)
      #expect(try await ground.state(moved).failure?.contains("redirects are not followed") == true)
      _ = try await ground.shoppingList()
      #expect(try await ground.deliveries(gone).count == 1)
    }
  }

  @Test func `A receiver that stalls holds back no other family, and has few messages at a time`() async throws {
    try await run { ground in
      let (stalling, _) = try await ground.webhook("stalls", "TASK_DONE")
      try await ground.talk.database.run(
        """
        SELECT note_webhook(\(bind: .uuid(DemonstrationFamily.id)), 'TASK_DONE', jsonb_build_object('taskId', number))
        FROM generate_series(1, 200) AS number
        """)
      let (quick, _) = try await ground.webhook("ok", as: ground.talk.stranger)
      let list = newID()
      _ = try await ground.talk.ask(
        #"mutation { createShoppingList(input: {id: "\#(list)", name: "L"}) { shoppingList { id } } }"#, as: ground.talk.stranger)
      try await ground.deliver(within: .seconds(5)) {
        try await ground.deliveries(quick, as: ground.talk.stranger) == ["shopping.changed SENT 1 204"]
      }
      #expect(ground.receiver.most(at: "https://home.example.org/stalls") <= 4)
      #expect(try await ground.deliveries(stalling).count { $0.hasPrefix("task.done WAITING 0") } >= 150)
    }
  }

  @Test func `What a server took that did not come back is sent by another one, with the same id`() async throws {
    try await run { ground in
      let (webhook, _) = try await ground.webhook("ok")
      let id = try await ground.test(webhook)
      let lost = try await WebhookOutbox(pool: ground.pool).claim(by: .random(), most: 8, mostSlow: 8, for: 1)
      #expect(lost.map { "\($0.id)" } == [id])
      try await ground.deliver { try await ground.deliveries(webhook) == ["test SENT 1 204"] }
      #expect(ground.receiver.received.map(\.id) == [id])
    }
  }

  @Test func `Two workers send each message once`() async throws {
    try await run { ground in
      let (webhook, _) = try await ground.webhook("ok", "TASK_DONE")
      try await ground.talk.database.run(
        """
        SELECT note_webhook(\(bind: .uuid(DemonstrationFamily.id)), 'TASK_DONE', jsonb_build_object('taskId', number))
        FROM generate_series(1, 150) AS number
        """)
      @Sendable func isDone() async throws -> Bool { try await ground.talk.text("SELECT count(*)::text FROM webhook_queue") == "0" }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { try await ground.deliver(until: isDone) } }
        try await group.waitForAll()
      }
      let ids = ground.receiver.received.map(\.id)
      #expect(ids.count == 150 && Set(ids).count == 150)
      #expect(ground.receiver.most(at: "https://home.example.org/ok") <= 4)
      #expect(try await ground.deliveries(webhook).allSatisfy { $0 == "task.done SENT 1 204" })
    }
  }

  @Test func `What ended long ago goes`() async throws {
    try await run { ground in
      let (webhook, _) = try await ground.webhook("ok")
      _ = try await ground.test(webhook)
      try await ground.deliver { try await ground.deliveries(webhook) == ["test SENT 1 204"] }
      _ = try await ground.test(webhook)
      try await ground.talk.database.run("UPDATE webhook_deliveries SET ended_at = now() - interval '31 days' WHERE ended_at IS NOT NULL")
      while try await ground.talk.text("SELECT forget_webhooks(100, 30)::text") != "0" {}
      #expect(try await ground.deliveries(webhook) == ["test WAITING 0 -"])
    }
  }
}
