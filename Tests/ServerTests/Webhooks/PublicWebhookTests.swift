import ArgumentParser
import Domain
import Gateway
import Testing

@testable import Server

/// Messages to webhooks over TCP.
@Suite struct PublicWebhookTests {
  private static let local = ReachableHosts(["127.0.0.1"])

  private func answer(_ url: String, exceptions: ReachableHosts = local) async -> WebhookAnswer {
    let webhooks = PublicWebhooks(exceptions: exceptions)
    let answer = await webhooks.send(
      WebhookRequest(url: url, headers: [("content-type", "application/json"), ("webhook-id", "one")], body: Array("{}".utf8)))
    await webhooks.shutdown()
    return answer
  }

  @Test func `An operator names hosts with a port or without, and IPv6 addresses with brackets or without`() throws {
    let hosts = try OutgoingOptions.parse(["--reachable-host", "nas.local:8123, ::1", "--reachable-host", "[fd00::7]:80"]).hosts()
    #expect(hosts.contains("nas.local", port: 8123) && hosts.contains("::1", port: 9) && hosts.contains("fd00::7", port: 80))
    #expect(!hosts.contains("nas.local", port: 80) && !hosts.contains("fd00::7", port: 81))
    for name in ["a b", "[::1", "nas:1:x", "https://nas.local"] {
      let options = try OutgoingOptions.parse(["--reachable-host", name])
      #expect(throws: ValidationError.self, "\(name)") { try options.hosts() }
    }
  }

  @Test func `The status of the first answer counts, without following redirects`() async throws {
    try await WebhookReceiver.with { receiver, address in
      for (path, status) in [("/ok", 204), ("/fails", 500), ("/fails", 204), ("/gone", 410), ("/moved", 302)] {
        #expect(await answer(address + path) == .status(status), "\(path)")
      }
      let messages = receiver.received
      #expect(messages.map(\.path) == ["/ok", "/fails", "/fails", "/gone", "/moved"])
      #expect(messages.allSatisfy { $0.body == "{}" && $0.id == "one" })
    }
  }

  @Test func `An answer counts although its body does not end, and only a part of it is read`() async throws {
    try await WebhookReceiver.with { _, address in
      let began = ContinuousClock.now
      #expect(await answer(address + "/endless") == .status(200))
      #expect(ContinuousClock.now - began < .seconds(10))
    }
  }

  @Test func `A receiver that does not answer is given up after 15 seconds`() async throws {
    try await WebhookReceiver.with { _, address in
      let began = ContinuousClock.now
      #expect(await answer(address + "/stalls") == .failure("The host did not answer within 15 seconds."))
      let time = ContinuousClock.now - began
      #expect(time > .seconds(14) && time < .seconds(25))
    }
  }

  @Test func `Receivers that stall keep no connection from others at the same host`() async throws {
    try await WebhookReceiver.with { _, address in
      let webhooks = PublicWebhooks(exceptions: Self.local)
      func send(_ path: String) async -> WebhookAnswer {
        await webhooks.send(WebhookRequest(url: address + path, headers: [("webhook-id", "one")], body: Array("{}".utf8)))
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 1..<WebhookWorker.room { group.addTask { _ = await send("/stalls") } }
        try? await Task.sleep(for: .seconds(1))
        let began = ContinuousClock.now
        #expect(await send("/ok") == .status(204))
        #expect(ContinuousClock.now - began < .seconds(10))
        group.cancelAll()
      }
      await webhooks.shutdown()
    }
  }

  @Test func `No message reaches a host that is not public, by any spelling`() async throws {
    try await WebhookReceiver.with { receiver, address in
      let port = address.split(separator: ":").last ?? ""
      for host in ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "localhost", "[::1]", "[::ffff:127.0.0.1]"] {
        for scheme in ["http", "https"] {
          guard case .failure = await answer("\(scheme)://\(host):\(port)/ok", exceptions: .none) else {
            Issue.record("\(scheme) \(host)")
            continue
          }
        }
      }
      // Another host than the one that the operator has named, though it leads to the same machine.
      guard case .failure = await answer("http://localhost:\(port)/ok") else {
        Issue.record("localhost")
        return
      }
      #expect(receiver.received.isEmpty)
    }
  }
}
