import Gateway
import GraphQL
import Postgres
import Push
import SQL
import SampleData
import Domain
import Synchronization
import TestSupport
import Testing

/// Pushes to the devices of a school's staff: messages of parents and requests.
@Suite struct StaffDeviceTests {
  private static func run(
    _ name: String, _ body: (PickupGround, _ claim: () async throws -> [WaitingPush]) async throws -> Void
  ) async throws {
    try await PickupGround.run(name) { ground in
      let pool = try ConnectionPool(PoolConfiguration(address: ground.database.superuser.user("hatched_worker")))
      let outbox = Outbox<WaitingPush>(pool: pool)
      let sender = UUIDValue.random()
      // A row that a sender has claimed and does not hold is free again.
      let held = Mutex<[UUIDValue]>([])
      @Sendable func claim() async throws -> [WaitingPush] {
        let known = held.withLock { $0 }
        let next = try await outbox.exchange(by: sender, [], next: PushService.allCases, most: 64, for: 60, held: known).next
        held.withLock { $0 += next.map(\.id) }
        return next
      }
      // A server with keys has looked for pushes.
      _ = try await claim()
      try await ground.database.run("DELETE FROM devices")
      try await body(ground, claim)
      await pool.shutdown()
    }
  }

  private static func register(_ token: String, _ settings: String = "", as viewer: AccountViewer, _ ground: PickupGround) async throws -> JSONValue {
    try await ground.ask(
      """
      mutation { registerStaffDevice(input: {platform: IOS, token: "\(token)"\(settings)}) {
        device { id messages requests allClasses showsNames quietFrom quietUntil }
      } }
      """, as: viewer)
  }

  private static func say(_ text: String, _ ground: PickupGround) async throws {
    let sent = try await ground.ask(
      #"mutation { sendSchoolMessage(input: {enrolmentId: "\#(DemonstrationFamily.enrolmentID)", text: "\#(text)"}) { message { id } } }"#,
      as: ground.parent)
    #expect(sent.at("errors") == nil)
  }

  @Test func `Messages and requests of parents reach the teachers of the class, and others of the school who want them`() async throws {
    try await Self.run("staff_push") { ground, claim in
      for (token, viewer) in [("a1", ground.teacher), ("b2", ground.otherTeacher), ("c3", ground.dispatcher)] {
        #expect(try await Self.register(token, as: viewer, ground).at("errors") == nil)
      }
      #expect(try await Self.register("d4", ", allClasses: true, requests: false, showsNames: true", as: ground.administrator, ground).at("errors") == nil)
      #expect(try await Self.register("e5", as: ground.parent, ground).code == "FORBIDDEN")
      let mia = try await ground.students().mia
      #expect(try await ground.request([mia]).answer.at("errors") == nil)
      let request = try await claim()
      #expect(request.map(\.token) == ["a1"])
      let push = try #require(request.first)
      #expect(push.kind == "CLASS_REQUEST" && push.arguments[.student] == "Mia Rivera" && !push.showsNames)
      let message = try PushComposer.message(push)
      #expect(message.body == (try .localized("CLASS_REQUEST", [.childName("Mia Rivera")], withoutNames: "CLASS_REQUEST_NAMELESS")))
      #expect(message.priority == .immediate)
      try await Self.say("She has a cold.", ground)
      let messages = try await claim()
      #expect(Set(messages.map(\.token)) == ["a1", "d4"])
      #expect(messages.allSatisfy { $0.kind == "CLASS_MESSAGE" && $0.title == "Elena Rivera on Mia Rivera" && $0.body == "She has a cold." })
      #expect(try PushComposer.message(try #require(messages.first { $0.token == "d4" })).body == .literal("She has a cold."))
      #expect(try PushComposer.message(try #require(messages.first { $0.token == "a1" })).body == (try .localized("CLASS_MESSAGE")))
    }
  }

  @Test func `A push that staff do not need any more is not sent`() async throws {
    try await Self.run("staff_push_needless") { ground, claim in
      #expect(try await Self.register("a1", as: ground.teacher, ground).at("errors") == nil)
      let mia = try await ground.students().mia
      func waiting() async throws -> Int32? {
        try await ground.database.run("SELECT count(*)::int4 FROM messages WHERE channel = 'PUSH' AND state = 'WAITING'").int4(row: 0, column: 0)
      }
      // Answered before it was sent.
      let id = try #require(try await ground.request([mia]).ids.first)
      #expect(try await waiting() == 1)
      #expect(try await ground.run("markReady", [id], as: ground.teacher).at("errors") == nil)
      #expect(try await claim().isEmpty)
      // Read before.
      try await Self.say("One", ground)
      _ = try await ground.ask(
        #"mutation { markClassMessagesRead(input: {studentIds: ["\#(DemonstrationFamily.enrolmentID)"]}) { students { id } } }"#, as: ground.teacher)
      #expect(try await claim().isEmpty)
      // No teacher of the class any more.
      try await Self.say("Two", ground)
      try await ground.database.run("DELETE FROM school_staff_classes")
      #expect(try await claim().isEmpty)
      #expect(try await waiting() == 0)
    }
  }

  @Test func `Messages wait for the end of quiet hours, on the school's clock, and requests do not`() async throws {
    try await Self.run("staff_push_quiet") { ground, claim in
      try await ground.database.run("UPDATE schools SET time_zone = 'UTC'")
      let now = try await ground.database.run(
        "SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 hour', 'HH24:MI:00'), to_char(now() AT TIME ZONE 'UTC' + interval '1 hour', 'HH24:MI:00')")
      let (from, until) = (now.text(row: 0, column: 0) ?? "", now.text(row: 0, column: 1) ?? "")
      let made = try await Self.register("a1", #", quietFrom: "\#(from)", quietUntil: "\#(until)""#, as: ground.teacher, ground)
      #expect(made.at("data", "registerStaffDevice", "device", "quietFrom")?.string == from)
      // Omitted fields stay.
      let again = try await Self.register("a1", ", showsNames: true", as: ground.teacher, ground)
      #expect(again.at("data", "registerStaffDevice", "device", "quietUntil")?.string == until)
      #expect(
        again.at("data", "registerStaffDevice", "device", "id") == made.at("data", "registerStaffDevice", "device", "id"))
      #expect(try await Self.register("a1", ", quietUntil: null", as: ground.teacher, ground).inputPath == "input.quietUntil")
      try await Self.say("Good night", ground)
      #expect(try await claim().isEmpty)
      let due = try await ground.database.run("SELECT due_at > now() + interval '50 minutes' FROM messages WHERE channel = 'PUSH'")
      #expect(due.count == 1 && due.withCell(row: 0, column: 0) { $0.first } == 1)
      #expect(try await ground.request([try await ground.students().mia]).answer.at("errors") == nil)
      #expect(try await claim().map(\.kind) == ["CLASS_REQUEST"])
    }
  }

  @Test func `A token is one account's, the last, and one that is gone is forgotten`() async throws {
    try await Self.run("staff_push_tokens") { ground, claim in
      func devices(_ viewer: AccountViewer) async throws -> Int? {
        try await ground.ask("{ viewer { staffDevices { id } } }", as: viewer).at("data", "viewer", "staffDevices")?.array?.count
      }
      _ = try await Self.register("a1", as: ground.otherTeacher, ground)
      _ = try await Self.register("a1", as: ground.teacher, ground)
      #expect(try await devices(ground.otherTeacher) == 0)
      #expect(try await devices(ground.teacher) == 1)
      #expect(try await ground.request([try await ground.students().mia]).answer.at("errors") == nil)
      let pool = try ConnectionPool(PoolConfiguration(address: ground.database.superuser.user("hatched_worker")))
      let sender = UUIDValue.random()
      let push = try #require(
        try await Outbox<WaitingPush>(pool: pool).exchange(by: sender, [], next: PushService.allCases, most: 1, for: 60, held: []).next.first)
      let gone = FinishedPush(id: push.id, .deviceGone(reason: "Unregistered", since: nil))
      let states = try await Outbox<WaitingPush>(pool: pool).exchange(by: sender, [gone], next: [], most: 0, for: 60, held: []).states
      await pool.shutdown()
      #expect(states[push.id] != nil)
      #expect(try await devices(ground.teacher) == 0)
      _ = try await Self.register("b2", as: ground.teacher, ground)
      let removed = try await ground.ask(
        #"mutation { unregisterStaffDevice(input: {platform: IOS, token: "b2"}) { id } }"#, as: ground.teacher)
      #expect(removed.at("data", "unregisterStaffDevice", "id")?.string != nil)
      #expect(try await devices(ground.teacher) == 0)
    }
  }

  @Test func `A device that another account registers tells the former one nothing more`() async throws {
    try await Self.run("staff_push_other_account") { ground, _ in
      func count(_ table: String) async throws -> Int32? {
        try await ground.database.run("SELECT count(*)::int4 FROM \(identifier: table) WHERE token = 'a1b2'").int4(row: 0, column: 0)
      }
      func asMember(_ viewer: AccountViewer) async throws {
        let made = try await ground.ask(#"mutation { registerDevice(input: {platform: IOS, token: "a1b2"}) { device { id } } }"#, as: viewer)
        #expect(made.at("errors") == nil, "\(made)")
      }
      #expect(try await Self.register("a1b2", as: ground.teacher, ground).at("errors") == nil)
      try await asMember(ground.parent)
      #expect(try await count("staff_devices") == 0)
      #expect(try await count("devices") == 1)
      #expect(try await Self.register("a1b2", as: ground.teacher, ground).at("errors") == nil)
      #expect(try await count("staff_devices") == 1)
      #expect(try await count("devices") == 0)
    }
  }

  @Test func `A notice that is told anew is one push at a time`() async throws {
    try await Self.run("push_again") { ground, claim in
      #expect(
        try await ground.ask(#"mutation { registerDevice(input: {platform: IOS, token: "a1b2"}) { device { id } } }"#, as: ground.parent)
          .at("errors") == nil)
      let id = try #require(try await ground.request([try await ground.students().mia], as: ground.otherParent).ids.first)
      #expect(try await claim().count == 1)
      for _ in 0..<20 {
        _ = try await ground.run("markReady", [id], as: ground.teacher)
        _ = try await ground.run("markNotReady", [id], as: ground.teacher)
      }
      let first = try await claim()
      #expect(first.map(\.title) == ["Mia Rivera is not ready yet"])
      // Sent, the next one waits a moment, and replaces the first on the device.
      _ = try await ground.run("markReady", [id], as: ground.teacher)
      _ = try await ground.run("markNotReady", [id], as: ground.teacher)
      _ = try await ground.run("markReady", [id], as: ground.teacher)
      let waiting = try await ground.database.run(
        "SELECT due_at > now(), notification_id FROM messages WHERE channel = 'PUSH' AND state = 'WAITING'")
      #expect(waiting.count == 1 && waiting.withCell(row: 0, column: 0) { $0.first } == 1)
      #expect(waiting.uuid(row: 0, column: 1) == first.first?.notification)
    }
  }
}
