import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway
@testable import Domain

/// Answers that go on: each change is told, whoever makes it, and nothing else is.
@Suite(.serialized) struct LiveQueryTests {
  private static let name = "subscription { live { family { name } } }"

  /// Two processes on one database, both watching for changes.
  private func with(
    _ name: String, _ body: (SchoolDatabase, TestGateway, TestGateway) async throws -> Void
  ) async throws {
    let database = try await SchoolDatabase(name, families: 2)
    let (one, other) = (try TestGateway(database.app), try TestGateway(database.app))
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let watches = [one, other].map { talk in Task { await talk.gateway.wakeUp.watch.run(talk.pool, logger: logger) } }
    try await body(database, one, other)
    for watch in watches { watch.cancel() }
    for watch in watches { await watch.value }
    for talk in [one, other] { await talk.pool.shutdown() }
  }

  private func rename(_ name: String) -> String { #"mutation { updateFamily(input: {name: "\#(name)"}) { family { name } } }"# }

  private func familyName(_ answer: GraphQLResponse?) throws -> String? {
    try answer?.json.at("data", "live", "family", "name")?.string
  }

  private func next(_ stream: any LiveStream, within limit: Duration = .seconds(10)) async throws -> GraphQLResponse? {
    try await stream.next(within: limit)
  }

  @Test func `A change of this process, of another, and of an operator is told`() async throws {
    try await with("live_changes") { database, one, other in
      let live = try await one.live(Self.name, as: database.parent)
      #expect(try familyName(await next(live)) != nil)
      for (talk, name) in [(one, "First"), (other, "Second")] {
        #expect(await talk.send(rename(name), as: database.parent).outcome == .executed)
        #expect(try familyName(await next(live)) == name)
      }
      let family = try #require(database.parent.membership).familyID
      _ = try await database.run("UPDATE families SET name = 'Third' WHERE family_id = \(bind: .uuid(family))")
      #expect(try familyName(await next(live)) == "Third")
    }
  }

  @Test func `What changes nothing of the answer is not told`() async throws {
    try await with("live_silence") { database, one, other in
      let live = try await one.live(Self.name, as: database.parent)
      _ = try await next(live)
      let subject = #"mutation { createSubject(input: {name: "Astronomy"}) { subject { id } } }"#
      #expect(await other.send(subject, as: database.parent).outcome == .executed)
      #expect(try await next(live, within: .seconds(1)) == nil)
    }
  }

  @Test func `Changes between the answer and the wait are told`() async throws {
    try await with("live_between") { database, one, other in
      let live = try await one.live(Self.name, as: database.parent)
      // Committed before anybody waits for it.
      #expect(await other.send(rename("Early"), as: database.parent).outcome == .executed)
      _ = await live.next()
      #expect(try familyName(await next(live)) == "Early")
    }
  }

  @Test("The stream ends with the session, the membership and the role", arguments: ["session", "membership", "role"])
  func ends(_ cause: String) async throws {
    try await with("live_end_\(cause)") { database, one, _ in
      let student = try database.student
      let member = try #require(student.membership).memberID
      let live = try await one.live("subscription { live { viewer { name } } }", as: student)
      #expect(try await next(live)?.outcome == .executed)
      switch cause {
      case "session":
        _ = try await database.run("UPDATE sessions SET ended_at = now() WHERE id = \(bind: .uuid(student.sessionID))")
      case "membership":
        _ = try await database.run("UPDATE members SET account_id = NULL WHERE id = \(bind: .uuid(member))")
      default:
        // A token of another role than the member's is worth nothing.
        var parent = student
        parent.membership?.role = .parent
        #expect(await one.send("{ family { name } }", as: parent).outcome == .unauthenticated)
        _ = try await database.run("UPDATE accounts SET disabled_at = now() WHERE id = \(bind: .uuid(student.accountID))")
      }
      let last = try await next(live)
      #expect(last?.outcome == .unauthenticated)
      #expect(await live.next() == nil)
    }
  }

  @Test func `The stream ends when the token expires`() async throws {
    try await with("live_expiry") { database, one, _ in
      let live = try await one.live(Self.name, as: database.parent, expiresAt: TestGateway.now + 1)
      _ = try await next(live)
      let last = try await next(live)
      #expect(last?.outcome == .unauthenticated && last?.text.contains("expired") == true)
    }
  }

  @Test func `Each notification is told once, and those of before are not`() async throws {
    try await with("live_notifications") { database, one, other in
      let parent = database.parent
      let member = try #require(parent.membership).memberID
      func send(_ titles: [String], by talk: TestGateway) async throws {
        for title in titles {
          let mutation = """
            mutation { createNotification(input: {title: "\(title)", body: "b", recipientIds: ["\(member)"]}) { __typename } }
            """
          let answer = await talk.send(mutation, as: parent)
          #expect(answer.outcome == .executed, "\(answer.text)")
        }
      }
      try await send(["Before"], by: one)
      let live = try await one.live("subscription { notificationAdded { title } }", as: parent)
      let stranger = AccountViewer(try #require(database.sample.accounts(of: 1).first))
      let others = try await other.live("subscription { notificationAdded { title } }", as: stranger)
      try await send(["One", "Two"], by: one)
      try await send(["Three"], by: other)
      for title in ["One", "Two", "Three"] {
        #expect(try await next(live)?.json.at("data", "notificationAdded", "title")?.string == title)
      }
      #expect(try await next(live, within: .milliseconds(600)) == nil)
      #expect(try await next(others, within: .milliseconds(600)) == nil)
    }
  }

  @Test func `Nothing is watched once nobody waits`() async throws {
    try await with("live_release") { database, one, _ in
      let watch = one.gateway.wakeUp.watch
      let lives = try await (0..<20).asyncMap { _ in try await one.live(Self.name, as: database.parent) }
      let tasks = lives.map { live in
        Task {
          _ = await live.next()
          return await live.next() == nil
        }
      }
      while watch.count < 20 { try await Task.sleep(for: .milliseconds(5)) }
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value) }
      #expect(watch.count == 0)
    }
  }

  @Test(
    "What no stream can be of is refused",
    arguments: [
      ("subscription { live { __schema { queryType { name } } } }", "does not change"),
      ("subscription { live { family { nam } } }", "nam"),
      ("subscription { one: live { family { name } } two: live { family { name } } }", "one"),
      ("subscription { __typename }", "introspection"),
      ("subscription { live @skip(if: true) { family { name } } }", "@skip"),
    ])
  func refusals(_ document: String, _ word: String) async throws {
    try await with("live_refusals") { database, one, _ in
      guard case .answer(let response) = await one.open(document, as: database.parent) else {
        Issue.record("a stream begins")
        return
      }
      #expect(response.outcome == .invalid)
      #expect(response.text.contains(word), "\(response.text)")
    }
  }

  @Test func `Nobody without a session has a stream, and no client that does not read one`() async throws {
    try await with("live_anonymous") { database, one, _ in
      guard case .answer(let response) = await one.open(Self.name, as: nil) else {
        Issue.record("a stream begins")
        return
      }
      #expect(response.outcome == .unauthenticated)
      let plain = await one.send(Self.name, as: database.parent)
      #expect(plain.outcome == .invalid && plain.text.contains("text/event-stream"))
    }
  }
}
