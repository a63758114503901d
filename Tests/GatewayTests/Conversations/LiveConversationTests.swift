import Domain
import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Messages as they come to those who wait for them.
@Suite(.serialized) struct LiveConversationTests {
  private static let query = "subscription { live { viewer { unreadConversationCount conversations { messages { text } } } } }"

  private func texts(_ stream: any LiveStream, within limit: Duration = .seconds(5)) async throws -> [String]? {
    guard let answer = try await stream.next(within: limit) else { return nil }
    return try answer.json.at("data", "live", "viewer", "conversations")?.array?.flatMap { talk in
      (talk.at("messages")?.array ?? []).compactMap { $0.at("text")?.string }
    }
  }

  @Test func `A message comes to the people of the conversation alone, and goes when it is hidden`() async throws {
    try await ConversationGround.run("live") { ground in
      let gateway = ground.pickup.gateway
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await gateway.gateway.wakeUp.watch.run(gateway.pool, logger: logger) }
      let id = try await ground.started(with: ["Thea Becker"], "One", as: ground.pickup.parent)
      let teacher = try await gateway.live(Self.query, as: ground.pickup.teacher)
      let other = try await gateway.live(Self.query, as: ground.pickup.otherParent)
      let administrator = try await gateway.live(Self.query, as: ground.pickup.administrator)
      #expect(try await texts(teacher) == ["One"])
      #expect(try await texts(other) == [])
      #expect(try await texts(administrator) == [])
      let message = newID()
      #expect(code(try await ground.send("Two", to: id, id: message, as: ground.pickup.parent)) == nil)
      #expect(try await texts(teacher) == ["Two", "One"])
      #expect(try await texts(other, within: .seconds(1)) == nil)
      #expect(try await texts(administrator, within: .seconds(1)) == nil)
      try await ground.pickup.database.run(
        "UPDATE conversation_messages SET state = 'HIDDEN' WHERE id = \(bind: .uuid(try #require(UUIDValue(message))))")
      #expect(try await texts(teacher) == ["One"])
      watch.cancel()
      await watch.value
    }
  }
}
