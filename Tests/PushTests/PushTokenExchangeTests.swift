import Foundation
import SQL
import TestSupport
import Testing

@testable import Push

/// Tokens that a server checks: their signatures, and their ends.
@Suite(.enabled(if: TestPushServer.isThere, "\(TestPushServer.absence)")) struct PushTokenExchangeTests {
  @Test func `A key that APNs does not know delays messages, and refuses none`() async throws {
    try await PushServices.with(signing: PushKeys()) { services in
      let delay = try #require(try await services.send(to: "ok-1", by: .apns).delay)
      #expect(delay.code == 403 && delay.reason == "InvalidProviderToken" && delay.pause >= .seconds(60))
      #expect(try services.server.received.isEmpty)
    }
  }

  @Test func `A provider token that APNs calls expired is renewed at once, unless it is new`() async throws {
    // The server calls it so after 25 minutes: before it is replaced anyway.
    try await PushServices.with(["--lifetime", "1500"]) { services in
      services.clock.set(-1_600)
      let delay = try #require(try await services.send(to: "ok-1", by: .apns).delay)
      #expect(delay.code == 403 && delay.reason == "ExpiredProviderToken" && delay.pause >= .seconds(60))
      services.clock.set(0)
      #expect(try await services.send(to: "ok-2", by: .apns).isSent)
      #expect(try services.server.received.map(\.device) == ["ok-2"])
    }
  }

  @Test func `An access token is asked for again before its end`() async throws {
    try await PushServices.with { services async throws in
      #expect(try await services.send(to: "ok-1", by: .fcm).isSent)
      services.clock.set(3_200)
      #expect(try await services.send(to: "ok-2", by: .fcm).isSent)
      #expect(try services.server.received.filter { $0.service == "grant" }.count == 1)
    }
    try await PushServices.with(["--expires", "301"]) { services in
      #expect(try await services.send(to: "ok-1", by: .fcm).isSent)
      services.clock.set(30)
      #expect(try await services.send(to: "ok-2", by: .fcm).isSent)
      let received = try services.server.received
      #expect(received.map(\.service) == ["grant", "fcm", "grant", "fcm"])
      #expect(received.last?.authorization == "access-1")
    }
  }

  @Test func `An access token that FCM refuses is replaced at once, unless it is new`() async throws {
    try await PushServices.with { services in
      #expect(try await services.send(to: "revoke-1", by: .fcm).isSent)
      let delay = try #require(try await services.send(to: "ok-2", by: .fcm).delay)
      #expect(delay.code == 401 && delay.reason == "UNAUTHENTICATED" && delay.pause >= .seconds(60))
      services.clock.set(FCMAccessTokens.shortestLifetime + 1 - 10)
      #expect(try await services.send(to: "ok-3", by: .fcm).delay?.code == 401)
      services.clock.set(FCMAccessTokens.shortestLifetime + 1)
      // The assertion is of a clock that is a little fast.
      #expect(try await services.send(to: "ok-4", by: .fcm).isSent)
      #expect(try services.server.received.map(\.service) == ["grant", "fcm", "grant", "fcm"])
    }
  }

  @Test func `A refused assertion delays all messages, and is not repeated at once`() async throws {
    try await PushServices.with(["--grants", "answer-400-invalid_grant"]) { services in
      for number in 0..<3 {
        let delay = try #require(try await services.send(to: "ok-\(number)", by: .fcm).delay)
        #expect(delay.code == 400 && delay.reason == "the access token's server answers invalid_grant")
        #expect(delay.pause >= .seconds(60))
      }
      #expect(try services.server.received.isEmpty)
    }
    // The first request alone is refused: the others did not ask.
    try await PushServices.with(["--grants", "answerx1-400-invalid_grant"]) { services async throws in
      for number in 0..<3 { #expect(try await services.send(to: "ok-\(number)", by: .fcm).delay != nil) }
      services.clock.set(55)
      #expect(try await services.send(to: "ok-3", by: .fcm).delay != nil)
      #expect(try services.server.received.isEmpty)
      services.clock.set(61)
      #expect(try await services.send(to: "ok-4", by: .fcm).isSent)
    }
    try await PushServices.with(["--grants", "answerx1-503-backend-r3"]) { services in
      let delay = try #require(try await services.send(to: "ok-0", by: .fcm).delay)
      #expect(delay.code == 503 && delay.pause >= .seconds(3))
      services.clock.set(4)
      #expect(try await services.send(to: "ok-1", by: .fcm).isSent)
    }
  }

  @Test func `A clock that is wrong by hours makes no good assertion`() async throws {
    try await PushServices.with { services in
      services.clock.set(-7_200)
      let delay = try #require(try await services.send(to: "ok-1", by: .fcm).delay)
      #expect(delay.reason.contains("invalid_grant"))
      services.clock.set(0)
      #expect(try await services.send(to: "ok-2", by: .fcm).isSent)
    }
  }
}
