import Foundation
import SQL
import TestSupport
import Testing

@testable import Push

/// Messages to a server that stands for APNs and FCM, and refuses, stalls and leaves.
@Suite(.enabled(if: TestPushServer.isThere, "\(TestPushServer.absence)")) struct PushSenderTests {
  @Test func `A message arrives once, with its headers`() async throws {
    try await PushServices.with { services in
      let message = try PushServices.message()
      #expect(try await services.send(message, to: "ok-1", by: .apns) == .sent(id: "\(message.id)"))
      #expect(
        try await services.send(message, to: "ok-2", by: .fcm)
          == .sent(id: "projects/\(PushKeys.project)/messages/\(message.id)".bounded))
      let received = try services.server.received
      #expect(received.map(\.service) == ["apns", "grant", "fcm"])
      let first = try #require(received.first)
      #expect(
        first.headers == [
          "apns-topic": PushKeys.topic, "apns-push-type": "alert", "apns-id": "\(message.id)", "apns-priority": "10",
          "apns-collapse-id": "\(message.id)", "apns-expiration": "1900000000",
        ])
      #expect(first.device == "ok-1" && first.body.contains("Grüße"))
    }
  }

  @Test func `Many messages at once share one connection and one token`() async throws {
    try await PushServices.with { services in
      for service in PushService.allCases {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: PushOutcome.self) { group in
          for number in 0..<60 { group.addTask { try await services.send(to: "slow-\(number)", by: service) } }
          for try await outcome in group { #expect(outcome.isSent) }
        }
        // One after the other, they take 18 s.
        #expect(start.duration(to: .now) < .seconds(9))
      }
      let received = try services.server.received
      for service in ["apns", "fcm"] {
        let own = received.filter { $0.service == service }
        #expect(own.count == 60 && Set(own.map(\.connection)).count == 1 && Set(own.map(\.authorization)).count == 1)
      }
      #expect(received.filter { $0.service == "grant" }.count == 1)
      #expect(try services.server.duplicates == 0)
    }
  }

  @Test func `Hundreds of messages are sent once each`() async throws {
    try await PushServices.with(timeout: 60) { services in
      let start = ContinuousClock.now
      try await withThrowingTaskGroup(of: PushOutcome.self) { group in
        // More than go at once: those that end together make room for the others.
        for number in 0..<600 { group.addTask { try await services.send(to: "slow-\(number)", by: .apns) } }
        for try await outcome in group { #expect(outcome.isSent) }
      }
      #expect(start.duration(to: .now) < .seconds(30))
      #expect(try services.server.received.count == 600)
      #expect(try services.server.duplicates == 0)
    }
  }

  @Test func `A device that is gone is told, and a refusal with its reason`() async throws {
    try await PushServices.with { services async throws in
      #expect(
        try await services.send(to: "answer-410-Unregistered-1", by: .apns)
          == .deviceGone(reason: "Unregistered", since: 1_785_312_000))
      #expect(
        try await services.send(to: "answer-400-BadDeviceToken-1", by: .apns) == .deviceGone(reason: "BadDeviceToken", since: nil))
      #expect(
        try await services.send(to: "answer-400-TopicDisallowed-1", by: .apns) == .refused(code: 400, reason: "TopicDisallowed"))
      #expect(
        try await services.send(to: "answer-404-UNREGISTERED-1", by: .fcm) == .deviceGone(reason: "UNREGISTERED", since: nil))
      #expect(
        try await services.send(to: "answer-400-INVALID_ARGUMENT-1", by: .fcm) == .refused(code: 400, reason: "INVALID_ARGUMENT"))
      #expect(try services.server.received.allSatisfy { $0.service == "grant" })
    }
  }

  @Test("A service that has too much to do says for how long", arguments: PushService.allCases)
  func later(_ service: PushService) async throws {
    try await PushServices.with { services in
      let message = try PushServices.message()
      let first = try #require(try await services.send(message, to: "answerx2-429-TooMany-r7-1", by: service).delay)
      #expect(first.code == 429 && first.reason == "TooMany" && first.pause == .seconds(7))
      let second = try #require(try await services.send(message, to: "answerx2-429-TooMany-r7-1", by: service, tries: 5).delay)
      #expect(second.pause >= .seconds(24))
      #expect(try await services.send(message, to: "answerx2-429-TooMany-r7-1", by: service, tries: 6).isSent)
      let third = try #require(try await services.send(to: "answer-503-Shutdown-1", by: service).delay)
      #expect(third.code == 503 && third.pause < .seconds(2))
    }
  }

  @Test(
    "A connection that ends after a message was written leaves open whether it was taken", arguments: PushService.allCases,
    ["drop", "break"])
  func lost(_ service: PushService, _ behaviour: String) async throws {
    try await PushServices.with { services in
      // On a new connection, and on one that has served: libcurl would repeat the message there by itself.
      for number in 0..<2 {
        #expect(try await services.send(to: "\(behaviour)-\(number)", by: service).isUnknown)
        #expect(try await services.send(to: "ok-\(number)", by: service).isSent)
      }
      #expect(try await services.send(to: "\(behaviour)-2", by: service).isUnknown)
      let devices = try services.server.received.filter { $0.service != "grant" }.map(\.device)
      #expect(devices == ["\(behaviour)-0", "ok-0", "\(behaviour)-1", "ok-1", "\(behaviour)-2"])
      #expect(try services.server.duplicates == 0)
    }
  }

  @Test func `An answer that is cut off after its status counts`() async throws {
    try await PushServices.with { services async throws in
      #expect(try await services.send(to: "cut-1", by: .apns).isSent)
      #expect(try await services.send(to: "ok-1", by: .apns).isSent)
      #expect(try services.server.received.count == 2)
    }
  }

  @Test func `A server that never answers holds up its own message alone`() async throws {
    try await PushServices.with(timeout: 3) { services in
      async let stalled = services.send(to: "stall-1", by: .apns)
      try await Task.sleep(for: .milliseconds(300))
      let start = ContinuousClock.now
      #expect(try await services.send(to: "ok-1", by: .apns).isSent)
      #expect(start.duration(to: .now) < .seconds(2))
      #expect(try await stalled.isUnknown)
      #expect(start.duration(to: .now) < .seconds(6))
      #expect(try await services.send(to: "ok-2", by: .apns).isSent)
      #expect(Set(try services.server.received.map(\.connection)).count == 1)
    }
  }

  @Test func `GOAWAY in the middle loses no message and doubles none`() async throws {
    try await PushServices.with { services in
      #expect(try await services.send(to: "goaway-1", by: .apns).isSent)
      #expect(try await services.send(to: "ok-1", by: .apns).isSent)
      #expect(Set(try services.server.received.map(\.connection)).count == 2)
      // Among others that are under way: those that the server has not acted on go over another connection.
      var outcomes: [PushOutcome] = []
      try await withThrowingTaskGroup(of: PushOutcome.self) { group in
        for number in 0..<60 {
          group.addTask { try await services.send(to: number % 20 == 10 ? "goaway-\(number)" : "ok-\(number)", by: .apns) }
        }
        for try await outcome in group { outcomes.append(outcome) }
      }
      let sent = outcomes.count(where: \.isSent)
      let unknown = outcomes.count(where: \.isUnknown)
      // Answers on their way may be lost with the connection, as TCP has it.
      #expect(sent + unknown == 60 && sent >= 50, "\(outcomes.filter { !$0.isSent })")
      let received = try services.server.received
      #expect((sent...60).contains(received.count - 2))
      #expect(try services.server.duplicates == 0)
    }
  }

  @Test func `A message that the server has not acted on is sent again, a few times`() async throws {
    try await PushServices.with { services in
      #expect(try await services.send(to: "ok-0", by: .apns).isSent)
      #expect(try await services.send(to: "leavex2-1", by: .apns).isSent)
      let delay = try #require(try await services.send(to: "leave-2", by: .apns).delay)
      #expect(delay.code == 0)
      #expect(try await services.send(to: "ok-1", by: .apns).isSent)
      let received = try services.server.received
      #expect(received.map(\.device) == ["ok-0", "leavex2-1", "ok-1"])
      // Each GOAWAY ends a connection: two, and six after that.
      #expect(received.map(\.connection) == [1, 3, 9])
    }
  }

  @Test func `A stream that is reset is not repeated unseen`() async throws {
    try await PushServices.with { services async throws in
      #expect(try await services.send(to: "ok-0", by: .apns).isSent)
      #expect(try await services.send(to: "reset-1", by: .apns).isUnknown)
      #expect(try await services.send(to: "ok-1", by: .apns).isSent)
      #expect(try services.server.received.map(\.device) == ["ok-0", "ok-1"])
    }
  }

  @Test func `Where nobody listens, a message can be sent later`() async throws {
    try await PushServices.with { services in
      #expect(try await services.send(to: "ok-1", by: .apns).isSent)
      services.server.kill()
      // The first may be written before the end of the connection is seen.
      _ = try await services.send(to: "ok-2", by: .apns)
      let delay = try #require(try await services.send(to: "ok-3", by: .apns).delay)
      #expect(delay.code == 0 && delay.pause < .seconds(2))
      let token = try #require(try await services.send(to: "ok-3", by: .fcm).delay)
      #expect(token.reason.hasPrefix("the access token's server"))
    }
  }

  @Test func `A server that another authority certifies gets nothing`() async throws {
    try await PushServices.with { services in
      let client = try HTTP2Client(timeout: 5)
      let result = await client.send(HTTPRequest(url: services.server.url + "/3/device/00", headers: [], body: [1]))
      guard case .notSent = result else {
        Issue.record("\(result)")
        return
      }
    }
  }

  @Test func `A client that ends tells those who wait, and takes no more`() async throws {
    try await PushServices.with(timeout: 60) { services in
      // The connection stands before the message that waits.
      _ = try await services.send(to: "ok-0", by: .apns)
      async let stalled = services.send(to: "stall-1", by: .apns)
      try await Task.sleep(for: .milliseconds(500))
      let start = ContinuousClock.now
      services.client.end()
      #expect(try await stalled.isUnknown)
      #expect(start.duration(to: .now) < .seconds(5))
      #expect(try await services.send(to: "ok-1", by: .apns).delay?.reason == "the client has ended")
      #expect(try services.server.received.map(\.device) == ["ok-0"])
    }
  }

  @Test func `Without keys for a service, nothing is sent`() async throws {
    let sender = PushSender(apns: nil, fcm: nil)
    let device = try #require(PushDevice(.apns, token: "00"))
    #expect(sender.services.isEmpty)
    #expect(await sender.send(try PushServices.message(), to: device) == nil)
  }
}
