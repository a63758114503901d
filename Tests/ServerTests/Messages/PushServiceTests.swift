import Foundation
import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

@testable import Server

/// `hatched serve` and its pushes, with a stand-in for APNs and FCM that speaks HTTP/2 over TLS.
@Suite(.serialized, .enabled(if: TestPushServer.isThere, "\(TestPushServer.absence)")) struct PushServiceTests {
  @Test func `A child that is ready reaches the parent's telephones, without its name`() async throws {
    try await PushServer.run("push_ready") { ground in
      try await ground.register("ok-iphone")
      try await ground.register("ok-android", "ANDROID")
      try await RunningServer.run(on: ground.database.app, ground.options + ["--log-level", "trace"]) { server in
        try await ground.waitForSender()
        let parent = try RunningServer.token(for: ground.parent)
        let staff = DemonstrationStaff.teacher
        let teacher = try RunningServer.token(
          for: AccountViewer(accountID: staff.accountID, sessionID: staff.sessionID, membership: nil))
        func ask(_ query: String, _ token: String) async throws -> JSONValue {
          let answer = try await server.post(query, token: token)
          let log = try server.process.errors.split(separator: "\n").filter { $0.contains("error") }
          #expect(answer.json.at("errors") == nil, "\(log)")
          return answer.json
        }
        let students = try await ask("{ family { students { id name } } }", parent).at("data", "family", "students")?.array ?? []
        let mia = try #require(students.first { $0.at("name")?.string == "Mia Rivera" }?.at("id")?.string)
        let request = try await ask(
          #"mutation { requestPickup(input: {studentIds: ["\#(mia)"]}) { dismissals { id } } }"#, parent)
        let dismissal = try #require(request.at("data", "requestPickup", "dismissals", 0, "id")?.string)
        // A parent is not told of the parent's own request.
        #expect(try await ground.count() == 0)
        _ = try await ask(#"mutation { markReady(input: {ids: ["\#(dismissal)"]}) { dismissals { id } } }"#, teacher)
        try await ground.wait(within: .seconds(20), "pushes") { try ground.server.received.count { $0.service != "grant" } == 2 }
        let received = try ground.server.received
        let apns = try #require(received.first { $0.service == "apns" })
        #expect(apns.headers["apns-priority"] == "10" && apns.headers["apns-topic"] == PushKeys.topic)
        #expect(apns.body.contains(#""loc-key":"PICKUP_READY_NAMELESS""#) && apns.body.contains(mia))
        let fcm = try #require(received.first { $0.service == "fcm" })
        #expect(fcm.body.contains(#""body_loc_key":"PICKUP_READY_NAMELESS""#) && fcm.body.contains(#""priority":"HIGH""#))
        for push in [apns, fcm] { #expect(!push.body.contains("Mia") && !push.body.contains("Rivera")) }
        try await ground.wait("state = 'SENT' AND address IS NULL", for: 2)
        let log = try server.process.errors + server.process.output
        for secret in ["ok-android", "6f6b2d69", "Mia"] { #expect(!log.contains(secret), "\(secret)") }
        // With the parent's consent.
        _ = try await ask("mutation { updateMemberSettings(input: {pushShowsNames: true}) { settings { version } } }", parent)
        _ = try await ask(#"mutation { markNotReady(input: {ids: ["\#(dismissal)"]}) { dismissals { id } } }"#, teacher)
        try await ground.wait("pushes") { try ground.server.received.count { $0.body.contains("Mia Rivera") } == 2 }
      }
    }
  }

  @Test func `A dead token is forgotten at once, and a service that asks for a pause gets it`() async throws {
    try await PushServer.run("push_answers") { ground in
      try await ground.register("ok-first")
      try await RunningServer.run(on: ground.database.app, ground.options + RunningServer.admin) { server in
        try await ground.waitForSender()
        try await ground.notify()
        try await ground.wait("state = 'SENT'", for: 1)
        try await ground.database.run("DELETE FROM devices")
        for behaviour in ["answer-410-Unregistered-a", "answerx1-429-TooManyRequests-r2-b", "answer-400-BadTopic-c"] {
          try await ground.register(behaviour)
        }
        try await ground.register("answer-404-UNREGISTERED-d", "ANDROID")
        try await ground.register("answerx1-503-UNAVAILABLE-r1-e", "ANDROID")
        // The stand-in has seen that device go in July.
        try await ground.database.run("UPDATE devices SET registered_at = '2026-07-01'")
        let began = ContinuousClock.now
        try await ground.notify()
        try await ground.wait("ended_at IS NOT NULL", for: 6)
        #expect(ContinuousClock.now - began > .seconds(1.9))
        let left = try await ground.database.run("SELECT count(*)::int4 FROM devices").int4(row: 0, column: 0)
        #expect(left == 3)
        #expect(try await ground.count("state = 'SENT' AND attempts = 2") == 2)
        #expect(try await ground.count("state = 'FAILED'") == 3)
        #expect(try ground.server.duplicates == 0)
        let log = try server.process.errors
        #expect(log.contains("a push was refused for good") && log.contains("BadTopic"))
        let metrics = try MetricsText(try await server.admin("/metrics").text)
        func count(_ service: String, _ outcome: String) -> Double? {
          metrics.value("hatched_pushes_total", ["service": service, "outcome": outcome])
        }
        for service in ["apns", "fcm"] { #expect(count(service, "gone") == 1 && count(service, "delayed") == 1, "\(service)") }
        #expect(count("apns", "sent") == 2 && count("fcm", "sent") == 1 && count("apns", "refused") == 1)
        #expect(metrics.value("hatched_pushes_waiting") != nil && metrics.value("hatched_pushes_oldest_seconds") != nil)
      }
    }
  }

  @Test func `Tokens of another environment cost no device`() async throws {
    try await PushServer.run("push_environment") { ground in
      for number in 1...5 { try await ground.register("answer-400-BadDeviceToken-\(number)") }
      try await RunningServer.run(on: ground.database.app, ground.options) { server in
        try await ground.waitForSender()
        try await ground.notify()
        try await ground.wait("state = 'FAILED'", for: 5)
        #expect(try await ground.database.run("SELECT count(*)::int4 FROM devices").int4(row: 0, column: 0) == 5)
        #expect(try server.process.errors.split(separator: "\n").count { $0.contains("calls most tokens bad") } == 1)
      }
    }
  }

  @Test func `Two servers, one killed in the middle: each push is sent once or told as unknown, none is lost`() async throws {
    try await PushServer.run("push_killed") { ground in
      try await ground.register("slow-a")
      try await ground.register("slow-b", "ANDROID")
      try await RunningServer.run(on: ground.database.app, ground.options) { one in
        try await ground.waitForSender()
        try await RunningServer.run(on: ground.database.app, ground.options) { two in
          // As of several accounts: one has at most 200.
          for _ in 1...4 {
            try await ground.notify("MESSAGE", 50)
            try await ground.wait(within: .seconds(20), "room") { try await ground.count("ended_at IS NULL") <= 100 }
          }
          one.process.send(signal: SIGKILL)
          try await ground.wait("state = 'WAITING'", for: 0)
          // A server that is told to end records the pushes that are under way.
          two.process.send(signal: SIGTERM)
          _ = try await two.process.end(within: .seconds(20))
        }
        try await ground.database.run("UPDATE messages SET claimed_until = now() WHERE state = 'SENDING'")
        try await RunningServer.run(on: ground.database.app, ground.options) { _ in
          try await ground.wait("ended_at IS NULL", for: 0)
        }
      }
      let taken = Set(try ground.server.received.filter { $0.service != "grant" }.map(\.id))
      #expect(try ground.server.duplicates == 0)
      #expect(try await ground.count() == 400)
      let unknown = try await ground.count("state = 'UNKNOWN'")
      #expect(unknown <= 64)
      #expect(try await ground.count("state = 'SENT'") == 400 - unknown)
      let rows = try await ground.database.run("SELECT id::text FROM messages WHERE state = 'SENT'")
      for row in 0..<rows.count { #expect(taken.contains(rows.text(row: row, column: 0) ?? "")) }
    }
  }

  @Test func `Without keys a server says so once, and nothing piles up`() async throws {
    try await PushServer.run("push_off") { ground in
      try await ground.register("ok-a")
      let worker = Array(ground.options.prefix(2))
      try await RunningServer.run(on: ground.database.app, worker) { server in
        try await ground.notify()
        try await server.process.wait(within: .seconds(5)) { try server.process.errors.contains("sends no push notifications") }
        #expect(try await ground.count() == 0)
      }
    }
  }
}
