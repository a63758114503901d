import Domain
import Gateway
import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// The demonstration family without webhooks, and workers with a stand-in for their receivers.
struct WebhookGround {
  let talk: Conversation
  let pool: ConnectionPool
  let receiver = ScriptedReceiver()

  static func run(_ database: Task<SchoolDatabase, any Error>, _ body: (WebhookGround) async throws -> Void) async throws {
    try await Conversation.with(database) { talk in
      try await talk.database.run("DELETE FROM webhooks")
      var configuration = PoolConfiguration(address: talk.database.superuser.user("hatched_worker"))
      configuration.size = 3
      let ground = WebhookGround(talk: talk, pool: try ConnectionPool(configuration))
      try await body(ground)
      ground.receiver.release()
      await ground.pool.shutdown()
    }
  }

  // MARK: Webhooks

  /// The id and the secret of a new webhook.
  func webhook(
    _ path: String, _ kinds: String = "SHOPPING_CHANGED", as viewer: AccountViewer? = nil
  ) async throws -> (id: String, secret: String) {
    let id = newID()
    let answer = try await talk.answer(
      """
      mutation { createWebhook(input: {id: "\(id)", url: "https://home.example.org/\(path)", kinds: [\(kinds)]}) { secret webhook { id } } }
      """, as: viewer ?? talk.elena)
    return (id, try #require(answer.at("data", "createWebhook", "secret")?.string, "\(answer)"))
  }

  /// The id of the delivery of a test.
  func test(_ webhook: String) async throws -> String {
    let answer = try await talk.answer(
      #"mutation { testWebhook(input: {id: "\#(webhook)"}) { delivery { id type state attempts } } }"#, as: talk.elena)
    return try #require(answer.at("data", "testWebhook", "delivery", "id")?.string, "\(answer)")
  }

  /// The deliveries of a webhook, the latest first, as `task.done SENT 1 204`.
  func deliveries(_ webhook: String, as viewer: AccountViewer? = nil) async throws -> [String] {
    let data = try await talk.ask(
      #"{ webhook(id: "\#(webhook)") { deliveries(first: 200) { type state attempts lastStatus } } }"#, as: viewer ?? talk.elena)
    return data.at("webhook", "deliveries")?.array?.map { delivery in
      [
        delivery.at("type")?.string ?? "", delivery.at("state")?.string ?? "", "\(Int(delivery.at("attempts")?.number ?? -1))",
        delivery.at("lastStatus")?.number.map { "\(Int($0))" } ?? "-",
      ].joined(separator: " ")
    } ?? []
  }

  /// The failure of a webhook, and whether it is active.
  func state(_ webhook: String) async throws -> (isActive: Bool, failure: String?) {
    let data = try await talk.ask(#"{ webhook(id: "\#(webhook)") { isActive failure } }"#, as: talk.elena)
    return (data.at("webhook", "isActive") == .bool(true), data.at("webhook", "failure")?.string)
  }

  // MARK: Messages

  func shoppingList(isShared: Bool = true) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createShoppingList(input: {id: "\#(id)", name: "Market", isShared: \#(isShared)}) { shoppingList { id } } }"#,
      as: talk.elena)
    return id
  }

  func add(_ name: String, to list: String) async throws {
    _ = try await talk.ask(
      #"mutation { createShoppingItem(input: {shoppingListId: "\#(list)", name: "\#(name)"}) { shoppingItem { id } } }"#, as: talk.elena)
  }

  /// The messages that wait, as JSON objects with their ids.
  func waiting() async throws -> [String] {
    let rows = try await talk.database.run(
      "SELECT type || ' ' || data FROM webhook_deliveries WHERE state = 'WAITING' ORDER BY created_at, id")
    return (0..<rows.count).compactMap { rows.text(row: $0, column: 0) }
  }

  /// Runs a worker until a condition holds.
  func deliver(within limit: Duration = .seconds(20), until condition: () async throws -> Bool) async throws {
    let signal = OutboxSignal()
    let worker = WebhookWorker(
      outbox: WebhookOutbox(pool: pool), sender: receiver, signal: signal, history: OutboxHistory<WebhookOutcome>(),
      patience: .milliseconds(200), logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    let task = Task { await worker.run() }
    let deadline = ContinuousClock.now + limit
    while try await !condition(), .now < deadline { try await Task.sleep(for: .milliseconds(20)) }
    let isMet = try await condition()
    signal.end()
    receiver.release()
    await task.value
    #expect(isMet)
  }

  /// Has the messages that wait for a later try be due now.
  func hurry() async throws {
    try await talk.database.run("UPDATE webhook_queue SET due_at = now() WHERE due_at > now()")
    try await talk.database.run("UPDATE webhook_turns SET look_at = now()")
  }
}
