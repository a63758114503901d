import Domain
import Gateway
import Testing

@testable import Server

/// Hosts whose answers begin at once, and whose bodies come a byte now and then: see `BoundedBody.swift`.
@Suite struct SlowBodyTests {
  private static let local = ReachableHosts(["127.0.0.1"])

  /// How long something takes.
  private func time(_ body: () async throws -> Void) async rethrows -> Duration {
    let began = ContinuousClock.now
    try await body()
    return ContinuousClock.now - began
  }

  @Test(.timeLimit(.minutes(1)))
  func `A receiver of webhooks that drips its answer holds a message for 15 seconds at most, and has taken it`() async throws {
    try await DrippingServer.with { _, address in
      let webhooks = PublicWebhooks(exceptions: Self.local)
      let taken = await time {
        let answer = await webhooks.send(WebhookRequest(url: address + "/drips", headers: [("webhook-id", "one")], body: Array("{}".utf8)))
        #expect(answer == .status(200))
      }
      await webhooks.shutdown()
      // Not before, as the rest of an answer lets the connection be used again.
      #expect(taken > .seconds(14) && taken < .seconds(25), "\(taken)")
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `A calendar elsewhere that drips is cut off after 20 seconds`() async throws {
    try await DrippingServer.with { server, address in
      let taken = await time {
        guard case .failure(let why) = await PublicCalendars(exceptions: Self.local).calendar(at: address + "/drips.ics") else {
          Issue.record("it was read")
          return
        }
        #expect(why == "The host cannot be reached.")
      }
      #expect(taken > .seconds(19) && taken < .seconds(30), "\(taken)")
      // The host is not listened to any longer.
      for _ in 0..<100 where server.endedConnections == 0 { try await Task.sleep(for: .milliseconds(50)) }
      #expect(server.endedConnections == 1)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `A calendar that comes slowly and ends in time is read whole`() async throws {
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + String(repeating: "X-LINE:slow\r\n", count: 12) + "END:VCALENDAR\r\n"
    try await DrippingServer.with(text) { _, address in
      let taken = await time {
        guard case .text(let bytes) = await PublicCalendars(exceptions: Self.local).calendar(at: address + "/slow.ics") else {
          Issue.record("it was not read")
          return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
      }
      // Longer than one piece takes, so that it came in several.
      #expect(taken > .seconds(1), "\(taken)")
    }
  }
}
