import Gateway
import GraphQL
import SQL
import TestSupport
import Testing

/// Changes and the pushes that they make: the sender is woken.
@Suite struct PushWakeTests {
  @Test func `Every change that notifies wakes the sender, and others do not`() async throws {
    try await PickupGround.run("push_wake") { ground in
      try await ground.database.run("INSERT INTO push_senders VALUES ('IOS', now()) ON CONFLICT (platform) DO UPDATE SET seen_at = now()")
      try await ground.database.run(
        """
        INSERT INTO devices (family_id, id, member_id, platform, token)
        SELECT family_id, gen_random_uuid(), id, 'IOS', replace(id::text, '-', '') FROM members WHERE account_id IS NOT NULL
        """)
      /// - Parameter notifies: whether the change writes notifications, new ones or that of the step before.
      func expect(notifies: Bool = true, _ name: String, _ change: () async throws -> JSONValue) async throws {
        let count: SQL = "SELECT coalesce(sum(version), 0)::int4 FROM notifications"
        let before = try await ground.database.run(count).int4(row: 0, column: 0) ?? 0
        // A push that waits is enough, whatever the notification says by then.
        try await ground.database.run("DELETE FROM messages")
        let generation = ground.gateway.gateway.wakeUp.pushes.generation
        let answer = try await change()
        #expect(answer.at("errors") == nil, "\(name)")
        let after = try await ground.database.run(count).int4(row: 0, column: 0) ?? 0
        #expect((after > before) == notifies, "\(name)")
        let pushes = try await ground.database.run("SELECT count(*)::int4 FROM messages").int4(row: 0, column: 0) ?? 0
        #expect((pushes > 0) == notifies, "\(name)")
        #expect((ground.gateway.gateway.wakeUp.pushes.generation > generation) == notifies, "\(name)")
      }
      try await expect("createNotification") {
        try await ground.ask(#"mutation { createNotification(input: {title: "T", body: "B"}) { id } }"#, as: ground.parent)
      }
      let mia = try await ground.students().mia
      var ids: [String] = []
      try await expect("requestPickup") {
        let request = try await ground.request([mia])
        ids = request.ids
        return request.answer
      }
      try await expect("markReady") { try await ground.run("markReady", ids, as: ground.teacher) }
      try await expect("markNotReady") { try await ground.run("markNotReady", ids, as: ground.teacher) }
      try await expect("cancelPickups") { try await ground.run("cancelPickups", ids, as: ground.parent) }
      let again = try await ground.request([mia])
      _ = try await ground.run("markReady", again.ids, as: ground.teacher)
      try await expect("confirmPickups") { try await ground.run("confirmPickups", again.ids, as: ground.parent) }
      try await expect(notifies: false, "updateMemberSettings") {
        try await ground.ask("mutation { updateMemberSettings(input: {weekStart: MONDAY}) { settings { version } } }", as: ground.parent)
      }
    }
  }
}
