import Foundation
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

@Suite struct PushCommandTests {
  @Test("An error names the part of a key that is missing or malformed", arguments: [
    ([], [:], "Say either --check or --try."),
    (["--check"], [:], "push is off: there are no keys"),
    (["--check", "--apns-key-id", "KEYKEYKEY1"], [:], "--apns-key-file (or HATCHED_APNS_KEY_FILE) is missing"),
    (
      ["--check"], ["HATCHED_APNS_KEY_FILE": "/nowhere", "HATCHED_APNS_KEY_ID": "KEYKEYKEY1", "HATCHED_APNS_TEAM_ID": "TEAMTEAM11"],
      "--apns-topic (or HATCHED_APNS_TOPIC) is missing"
    ),
    (
      [
        "--check", "--apns-key-file", "/nowhere", "--apns-key-id", "KEYKEYKEY1", "--apns-team-id", "TEAMTEAM11", "--apns-topic", "a.b",
      ], [:], "/nowhere cannot be read"
    ),
    (["--check", "--fcm-service-account", "/nowhere"], [:], "/nowhere cannot be read"),
    (["--check", "--apns-environment", "test"], [:], "sandbox"),
  ] as [([String], [String: String], String)])
  func complaints(_ arguments: [String], _ environment: [String: String], _ message: String) async throws {
    let end = try await ChildProcess.run(.hatched, ["push"] + arguments, environment: environment)
    #expect(end.status != 0 && end.errors.contains(message), "\(end.errors)")
  }

  @Test func `A server with a part of a key does not start`() async throws {
    let environment = ["DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "HATCHED_TOKEN_SECRETS": RunningServer.secret]
    let end = try await ChildProcess.run(
      .hatched, ["serve", "--port", "0", "--apns-topic", "org.example.hatched"], environment: environment)
    #expect(end.status != 0 && end.errors.contains("--apns-key-file (or HATCHED_APNS_KEY_FILE) is missing"), "\(end.errors)")
  }

  @Test(.enabled(if: TestPushServer.isThere, "\(TestPushServer.absence)"))
  func `It checks the services, and says in words what came of a test`() async throws {
    try await PushServer.run("push_command") { ground in
      func push(_ arguments: [String]) async throws -> ChildProcess.End {
        try await ChildProcess.run(.hatched, ["push"] + arguments + (arguments[0] == "--try" ? ground.options : ground.keys))
      }
      let check = try await push(["--check"])
      #expect(check.status == 0, "\(check.errors)")
      #expect(check.output == "apns: answers, and knows the key\nfcm: answers, and knows the key\n")
      let good = try await push(["--try", try await ground.register("ok-a")])
      #expect(good.status == 0 && good.output.hasPrefix("accepted by apns, as "))
      #expect(try ground.server.received.contains { $0.body.contains(#""loc-key":"TEST""#) && $0.device == "ok-a" })
      let gone = try await push(["--try", try await ground.register("answer-404-UNREGISTERED-b", "ANDROID")])
      #expect(gone.status != 0 && gone.errors.contains("fcm knows no such device (UNREGISTERED)"))
      let later = try await push(["--try", try await ground.register("answer-503-ServiceUnavailable-c")])
      #expect(later.status != 0 && later.errors.contains("not accepted, with 503: ServiceUnavailable"))
      let nobody = try await push(["--try", "\(UUIDValue.random())"])
      #expect(nobody.status != 0 && nobody.errors.contains("there is no device with this id"))
      let wrongKey = Array(ground.keys.map { $0 == PushKeys.teamID ? "TEAMTEAM99" : $0 })
      let refused = try await ChildProcess.run(.hatched, ["push", "--check"] + wrongKey)
      #expect(refused.status != 0 && refused.output.contains("apns: answers 403: InvalidProviderToken"))
      let doctor = try await ChildProcess.run(
        .hatched, ["doctor", "--database-url", "\(ground.database.app)"] + ground.options,
        environment: ["HATCHED_TOKEN_SECRETS": RunningServer.secret])
      for line in ["push, APNs", "push, FCM", "pushes"] { #expect(doctor.output.contains(line), "\(doctor.output)") }
      #expect(doctor.output.contains("0 wait, 0 of them for a later moment"))
    }
  }
}
