import Foundation
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

@testable import Server

/// `hatched serve` and its webhooks, with a receiver over TCP.
@Suite(.serialized) struct WebhookServiceTests {
  private func options(_ database: SchoolDatabase) -> [String] {
    ["--worker-database-url", "\(database.superuser.user("hatched_worker"))", "--reachable-host", "127.0.0.1"]
  }

  private func create(_ url: String, _ server: RunningServer, _ token: String) async throws -> String {
    let answer = try await server.post(
      #"mutation { createWebhook(input: {url: "\#(url)", kinds: [SHOPPING_CHANGED]}) { webhook { id } secret } }"#, token: token)
    return try #require(answer.json.at("data", "createWebhook", "webhook", "id")?.string, "\(answer.json)")
  }

  private func test(_ webhook: String, _ server: RunningServer, _ token: String) async throws -> String {
    let answer = try await server.post(
      #"mutation { testWebhook(input: {id: "\#(webhook)"}) { delivery { id } } }"#, token: token)
    return try #require(answer.json.at("data", "testWebhook", "delivery", "id")?.string, "\(answer.json)")
  }

  private func wait(_ what: String, until condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try await !condition() {
      try #require(.now < deadline, "\(what)")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @Test func `A change reaches a webhook, and no secret the log`() async throws {
    let database = try await SchoolDatabase("webhook_service", families: 1)
    try await WebhookReceiver.with { receiver, address in
      try await RunningServer.run(on: database.app, options(database) + ["--log-level", "trace"]) { server in
        let token = try RunningServer.token(for: database)
        _ = try await create(address + "/ok", server, token)
        _ = try await server.post(#"mutation { createShoppingList(input: {name: "Market"}) { shoppingList { id } } }"#, token: token)
        try await wait("a message") { !receiver.messages("/ok").isEmpty }
        let message = try #require(receiver.messages("/ok").first)
        #expect(message.body.contains(#""type":"shopping.changed""#) && !message.body.contains("Market"))
        #expect(message.headers["webhook-signature"]?.hasPrefix("v1,") == true)
        let log = try server.process.errors + server.process.output
        #expect(!log.contains("whsec_"))
      }
    }
  }

  @Test func `A server that is killed between sending and noting has the message sent again, with the same id`() async throws {
    let database = try await SchoolDatabase("webhook_killed", families: 1)
    try await WebhookReceiver.with { receiver, address in
      let token = try RunningServer.token(for: database)
      let id = try await RunningServer.run(on: database.app, options(database)) { server in
        let webhook = try await create(address + "/stalls", server, token)
        let id = try await test(webhook, server, token)
        try await wait("the first try") { !receiver.messages("/stalls").isEmpty }
        server.process.send(signal: SIGKILL)
        return id
      }
      // As if the lease had run out.
      try await database.run("UPDATE webhook_queue SET claimed_until = now() WHERE claimed_until IS NOT NULL")
      try await database.run("UPDATE webhook_turns SET look_at = now()")
      try await database.run("UPDATE webhooks SET url = \(bind: .text(address + "/ok")) WHERE is_active")
      try await RunningServer.run(on: database.app, options(database)) { _ in
        try await wait("the second try") { !receiver.messages("/ok").isEmpty }
      }
      #expect(receiver.received.map(\.id) == [id, id])
      #expect(Set(receiver.received.map(\.body)).count == 1)
    }
  }
}
