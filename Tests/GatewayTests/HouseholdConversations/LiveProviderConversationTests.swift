import Domain
import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Messages of families and providers as they come to those who wait for them.
@Suite(.serialized) struct LiveProviderConversationTests {
  private static let database = Task { try await SchoolDatabase("live_provider_conversations", families: 2) }
  private static let query = "subscription { live { viewer { conversations { messages { text } } } } }"

  private func texts(_ stream: any LiveStream, within limit: Duration = .seconds(5)) async throws -> [String]? {
    guard let answer = try await stream.next(within: limit) else { return nil }
    return try answer.json.at("data", "live", "viewer", "conversations")?.array?.flatMap { talk in
      (talk.at("messages")?.array ?? []).compactMap { $0.at("text")?.string }
    }
  }

  @Test func `A message comes to both sides, and to nobody else`() async throws {
    try await ProviderTalkGround.run(Self.database) { ground in
      let talk = ground.talk
      let gateway = talk.gateway
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await gateway.gateway.wakeUp.watch.run(gateway.pool, logger: logger) }
      let provider = try await gateway.live(Self.query, as: ground.provider)
      let mateo = try await gateway.live(Self.query, as: talk.mateo)
      let stranger = try await gateway.live(Self.query, as: ground.stranger)
      for stream in [provider, mateo, stranger] { #expect(try await texts(stream) == []) }
      // The family gets the key of the provider's conversations with the first one.
      let id = try await ground.started(#", text: "Hello""#)
      #expect(try await texts(provider) == ["Hello"])
      #expect(try await texts(mateo) == ["Hello"])
      _ = try await ground.send("Hi", to: id, as: ground.provider)
      #expect(try await texts(provider) == ["Hi", "Hello"])
      #expect(try await texts(mateo) == ["Hi", "Hello"])
      #expect(try await texts(stranger, within: .seconds(1)) == nil)
      _ = try await talk.answer(#"mutation { deleteAccount(input: {confirmation: "New"}) { __typename } }"#, as: ground.provider)
      #expect(try await texts(mateo) == [])
      #expect(try await texts(stranger, within: .seconds(1)) == nil)
      watch.cancel()
      await watch.value
    }
  }
}
