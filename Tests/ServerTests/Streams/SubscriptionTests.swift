import GraphQL
import SQL
import TestSupport
import Testing

@testable import Server

/// Subscriptions over HTTP, in both transports.
@Suite struct SubscriptionTests {
  private static let database = Task { try await SchoolDatabase("http_subscriptions", families: 1) }
  private static let document = "subscription { live { family { name } } }"

  private func post(_ document: String, _ accept: String, _ token: String?) -> String {
    let body = JSONValue.object([.init("query", .string(document))]).indented()
    return "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: \(accept)\r\n"
      + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "") + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test("Each answer is an event", arguments: ["text/event-stream", "multipart/mixed;subscriptionSpec=1.0, application/json"])
  func events(_ accept: String) async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let token = try RunningServer.token(for: database)
      let client = try StreamClient(port: server.port)
      let names = ["Rivera", "Rivera-Chen", "Rivera"]
      func set(_ name: String) async throws {
        _ = try await database.run("UPDATE families SET name = \(bind: .text(name))")
      }
      try await set(names[0])
      try await client.connection.send(post(Self.document, accept, token))
      let head = try await client.connection.answer()
      #expect(head.status == 200)
      let isSSE = accept.hasPrefix("text")
      #expect(head["content-type"].first?.hasPrefix(isSSE ? "text/event-stream" : "multipart/mixed") == true)
      for (index, name) in names.enumerated() {
        if index > 0 { try await set(name) }
        let event = "{\"data\":{\"live\":{\"family\":{\"name\":\"\(name)\"}}}}"
        let text = isSSE ? "event: next\ndata: \(event)\n\n" : "{\"payload\":\(event)}\r\n--graphql"
        while client.body.ranges(of: text).count < names[...index].count(where: { $0 == name }) {
          try #require(try await client.connection.receive() > 0, "ended after \(client.body)")
        }
      }
      _ = try await database.run("UPDATE sessions SET ended_at = now()")
      while !client.isBodyComplete { try #require(try await client.connection.receive() > 0) }
      #expect(client.body.contains("UNAUTHENTICATED"))
      _ = try await database.run("UPDATE sessions SET ended_at = NULL")
    }
  }

  @Test(
    "Who may not have a stream gets a status, and what is no stream one event",
    arguments: [
      (document, "text/event-stream", false, 401, "UNAUTHENTICATED"),
      (document, "application/json", true, 200, "text/event-stream"),
      (document, "application/graphql-response+json", true, 400, "text/event-stream"),
      ("{ family { name } }", "text/event-stream", true, 200, "event: complete"),
      ("{ family { nam } }", "text/event-stream", true, 200, "event: complete"),
      ("{ family { name } }", "multipart/mixed;subscriptionSpec=1.0", true, 200, "--graphql--"),
    ])
  func others(_ document: String, _ accept: String, _ hasToken: Bool, _ status: Int, _ text: String) async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let client = try StreamClient(port: server.port)
      let token = hasToken ? try RunningServer.token(for: database) : nil
      try await client.connection.send(post(document, accept, token))
      let answer = try await client.connection.answer()
      #expect(answer.status == status)
      let isStream = answer["transfer-encoding"] == ["chunked"]
      while isStream && !client.isBodyComplete { try #require(try await client.connection.receive() > 0) }
      #expect((isStream ? client.body : answer.text).contains(text))
    }
  }
}
