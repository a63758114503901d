import Crypto
import Foundation
import SQL
import TestSupport
import Testing

@testable import Push

/// Senders for the server of the tests.
struct PushServices {
  let server: TestPushServer
  let client: HTTP2Client
  let clock: TestClock
  let apns: APNsSender
  let fcm: FCMSender

  /// Runs `body` with a server and senders that have its keys.
  /// - Parameters:
  ///   - options: further arguments of the server.
  ///   - signing: keys in the place of those that the server knows.
  static func with(
    _ options: [String] = [], signing other: PushKeys? = nil, timeout: Int = 10,
    _ body: (PushServices) async throws -> Void
  ) async throws {
    let keys = PushKeys()
    try await TestPushServer.with(keys.options + options, keys: try keys.files) { server in
      let client = try HTTP2Client(authorities: server.authorities, timeout: timeout)
      let clock = TestClock()
      let credentials = try APNsCredentials(
        teamID: PushKeys.teamID, keyID: PushKeys.keyID, privateKey: (other ?? keys).apns.pemRepresentation)
      let account = try FCMServiceAccount(json: try PushKeys.account(tokenURL: server.url + "/token"))
      try await body(
        PushServices(
          server: server, client: client, clock: clock,
          apns: APNsSender(
            client, tokens: APNsProviderTokens(credentials) { clock.now }, server: APNsServer(url: server.url), topic: PushKeys.topic),
          fcm: FCMSender(
            client, tokens: FCMAccessTokens(account, client) { clock.now }, url: server.url, projectID: account.projectID
          ) { clock.now }))
    }
  }

  func send(_ message: PushedMessage, to behaviour: String, by service: PushService, tries: Int = 0) async throws -> PushOutcome {
    let token = service == .fcm ? behaviour : behaviour.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let device = try #require(PushDevice(service, token: token))
    return try #require(await PushSender(apns: apns, fcm: fcm).send(message, to: device, tries: tries))
  }

  /// Sends a new message.
  func send(to behaviour: String, by service: PushService) async throws -> PushOutcome {
    try await send(Self.message(), to: behaviour, by: service)
  }

  static func message() throws -> PushedMessage {
    try PushedMessage(id: .random(), kind: "dismissal-ready", body: .literal("Grüße"), priority: .immediate, expiry: 1_900_000_000)
  }
}

extension PushOutcome {
  var isSent: Bool { if case .sent = self { true } else { false } }
  var isUnknown: Bool { if case .unknown = self { true } else { false } }
  /// The status and the reason of a delayed message.
  var delay: (code: Int, reason: String, pause: Duration)? {
    if case .delayed(let code, let reason, let pause) = self { (code, reason, pause) } else { nil }
  }
}
