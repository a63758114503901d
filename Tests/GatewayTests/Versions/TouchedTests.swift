import GraphQL
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

@testable import Domain
@testable import Gateway

/// The database says what a transaction has touched, and the gateway wakes those who see it. Nobody asks the database for versions here.
@Suite(.serialized) struct TouchedTests {
  private func waitUntil(_ holds: () -> Bool) async throws {
    for _ in 0..<1000 where !holds() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(holds())
  }

  /// - Returns: what each stream tells of a change.
  private func told(
    _ streams: [any LiveStream], _ ground: PickupGround, of change: () async throws -> Void
  ) async throws -> [JSONValue?] {
    let tasks = streams.map { stream in Task { try await stream.next(within: .seconds(10))?.json } }
    try await waitUntil { ground.gateway.gateway.wakeUp.watch.count == streams.count }
    try await change()
    var told: [JSONValue?] = []
    for task in tasks { told.append(try await task.value) }
    return told
  }

  @Test func `A change wakes whoever sees it, in whatever scope`() async throws {
    try await PickupGround.run("touched_scopes") { ground in
      let mia = try await ground.students().mia
      let enrolment = try await ground.enrolment(of: "Mia")
      let queue = "subscription { live { schools(first: 1) { students { collectors { name } } dismissals { state } } } }"
      let family = "subscription { live { family { dismissals { state } enrolments { collectors { name } } } } }"
      let streams = [
        try await ground.gateway.live(queue, as: ground.teacher), try await ground.gateway.live(queue, as: ground.dispatcher),
        try await ground.gateway.live(family, as: ground.otherParent),
      ]
      for stream in streams { #expect(try await stream.next(within: .seconds(10))?.json.at("errors") == nil) }
      func expect(_ word: String, _ change: () async throws -> JSONValue) async throws {
        let answers = try await told(streams, ground) {
          let answer = try await change()
          #expect(answer.at("errors") == nil, "\(word)")
        }
        for answer in answers { #expect(answer.map { "\($0)".contains(word) } == true, "\(word): \(String(describing: answer))") }
      }
      var ids: [String] = []
      try await expect("REQUESTED") {
        let request = try await ground.request([mia])
        ids = request.ids
        return request.answer
      }
      try await expect("READY") { try await ground.run("markReady", ids, as: ground.teacher) }
      // One statement, of a declared write.
      try await expect("Zoe Collector") {
        try await ground.ask(
          #"mutation { createCollector(input: {enrolmentId: "\#(enrolment)", name: "Zoe Collector"}) { collector { id } } }"#,
          as: ground.parent)
      }
    }
  }

  @Test func `A job wakes whoever sees what it has changed, and the senders of its pushes`() async throws {
    try await PickupGround.run("touched_job") { ground in
      let mia = try await ground.students().mia
      _ = try await ground.request([mia])
      try await ground.database.run("INSERT INTO push_senders VALUES ('IOS', now()) ON CONFLICT (platform) DO UPDATE SET seen_at = now()")
      try await ground.database.run(
        """
        INSERT INTO devices (family_id, id, member_id, platform, token)
        SELECT family_id, gen_random_uuid(), id, 'IOS', replace(id::text, '-', '') FROM members WHERE account_id IS NOT NULL
        """)
      // The school's hours have ended, in its time zone.
      try await ground.database.run(
        """
        UPDATE schools SET pickup_from = '00:00', pickup_until = '00:00:01',
          time_zone = CASE WHEN extract(hour FROM now() AT TIME ZONE 'UTC') < 1 THEN 'Asia/Tokyo' ELSE 'UTC' END
        """)
      let stream = try await ground.gateway.live("subscription { live { viewer { notifications(first: 5) { title } } } }", as: ground.parent)
      _ = try await stream.next(within: .seconds(10))
      let pool = try ConnectionPool(PoolConfiguration(address: ground.database.superuser.user("hatched_worker")))
      let wakeUp = ground.gateway.gateway.wakeUp
      let generation = wakeUp.pushes.generation
      let told = try await told([stream], ground) {
        let waiting = try await RepeatedWork.waitingStudents(pool, wakeUp).pass()
        #expect(waiting == 1)
      }
      let title = told[0]?.at("data", "live", "viewer", "notifications", 0, "title")?.string
      #expect(title == "Mia Rivera is still at school")
      #expect(wakeUp.pushes.generation > generation && wakeUp.messages.generation == 0)
      await pool.shutdown()
    }
  }

  @Test func `A transaction notes each of what it touches once, not what it takes back, and not without bound`() async throws {
    let database = try await SchoolDatabase("touched_notes", families: 3)
    let connection = try await Connection.connect(ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    func touched(by statements: [SQL]) async throws -> Touched {
      try await connection.withTransaction(isolation: .readCommitted) { transaction in
        _ = try await transaction.run(statements.map(\.statement))
        return Touched(try await transaction.run([Touched.statement]).last)
      }
    }
    let homes = (0..<3).map { database.sample.familyID($0) }
    // A new name would be told to providers, too.
    func change(_ family: Int) -> SQL {
      "UPDATE families SET updated_at = updated_at + interval '1 second' WHERE family_id = \(bind: .uuid(homes[family]))"
    }
    #expect(try await touched(by: ["SELECT 1"]) == Touched())
    #expect(try await touched(by: [change(0), change(1), change(0)]).owners == [homes[0], homes[1]])
    #expect(
      try await touched(by: [change(0), "SAVEPOINT before", change(1), "ROLLBACK TO SAVEPOINT before", change(2)]).owners
        == [homes[0], homes[2]])
    #expect(
      try await touched(by: ["SELECT set_config('hatched.touched', repeat('x', 9000), true)", change(0)]).owners == [])
    // The next transaction of the connection begins anew.
    #expect(try await touched(by: ["DELETE FROM family_versions WHERE family_id = \(bind: .uuid(homes[1]))"]).owners == [homes[1]])
    let message = try await touched(by: [
      "SELECT enqueue_message(gen_random_uuid(), 'EMAIL', 'a@example.com', 'way-added', 'en', '{}', NULL, NULL, 600)"
    ])
    #expect(message.hasMessages && !message.hasPushes && message.owners == [])
  }
}
