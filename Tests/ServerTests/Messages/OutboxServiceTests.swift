import Foundation
import Postgres
import SQL
import Domain
import SessionTokens
import TestSupport
import Testing

@testable import Server

/// `hatched serve` and its outbox, with a real mail server.
@Suite(.serialized, .enabled(if: TestMailServer.isThere, "\(TestMailServer.absence)")) struct OutboxServiceTests {
  /// The options that a server needs to send mail to a test's server in clear text.
  private func options(_ database: SchoolDatabase, _ mail: TestMailServer, _ more: [String] = []) -> [String] {
    [
      "--worker-database-url", "\(database.superuser.user("hatched_worker"))", "--mail-server", mail.url,
      "--mail-encryption", "off", "--mail-from", "HatchEd <no-reply@example.org>", "--public-url", "https://app.example.org",
      "--mail-timeout", "5",
    ] + more
  }

  /// Puts messages into the outbox; the n-th has the address `prefix` with n before the `@`.
  private func enqueue(
    _ database: SchoolDatabase, _ count: Int, to prefix: String = "a", kind: String = "confirm-address", channel: String = "EMAIL",
    domain: String = "@example.org"
  ) async throws {
    try await database.run(
      """
      SELECT enqueue_message(gen_random_uuid(), \(bind: .text(channel)), \(bind: .text(prefix)) || n || \(bind: .text(domain)), \
      \(bind: .text(kind)), 'de', '{}', gen_random_uuid(), NULL, 3600) FROM generate_series(1, \(bind: .int4(Int32(count)))) AS n
      """)
  }

  private func count(_ database: SchoolDatabase, _ condition: SQL) async throws -> Int {
    let rows = try await database.run("SELECT count(*)::int4 FROM messages WHERE \(condition)")
    return Int(try #require(rows.int4(row: 0, column: 0)))
  }

  /// Waits until no more than so many messages satisfy a condition.
  private func wait(
    _ database: SchoolDatabase, _ condition: SQL, atMost most: Int = 0, within limit: Duration = .seconds(30)
  ) async throws {
    let deadline = ContinuousClock.now + limit
    while try await count(database, condition) > most {
      try #require(.now < deadline, "messages still are: \(condition)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `A message is sent within two seconds, with a link and a code that are good, and none is logged`() async throws {
    let database = try await SchoolDatabase("messages_sent", families: 1)
    try await TestMailServer.with { mail in
      try await RunningServer.run(on: database.app, options(database, mail, ["--log-level", "trace"])) { server in
        try await enqueue(database, 1, to: "ada")
        try await wait(database, "ended_at IS NULL", within: .seconds(5))
        let received = try #require(try mail.received.first)
        #expect(received.to == ["ada1@example.org"])
        // Quoted-printable: soft line ends.
        let text = received.text.replacing("=\r\n", with: "").replacing("=3D", with: "=")
        let link = try #require(text.firstMatch(of: /https:\/\/app\.example\.org\/confirm#([A-Za-z0-9_-]{64})/)).1
        let secrets = try SecretKeys([Array(RunningServer.secret.utf8)])
        let id = try #require(AddressCode.id(ofLink: String(link), .confirmEmail, secrets))
        let code = AddressCode(.confirmEmail, id: id).shortCodes(secrets)[0]
        #expect(text.contains(code))
        try await server.process.wait(within: .seconds(5)) { try server.process.errors.contains("a message was sent") }
        let log = try server.process.errors + server.process.output
        for secret in [String(link), code, "ada1"] { #expect(!log.contains(secret), "\(secret)") }
      }
    }
    #expect(try await count(database, "state = 'SENT' AND address IS NULL AND arguments IS NULL") == 1)
  }

  @Test func `Two servers, and a mail server that dies twice: each message is sent once or told as unknown, none is lost`() async throws {
    let database = try await SchoolDatabase("messages_dying", families: 1)
    try await TestMailServer.with(["--delay", "0.002"]) { first in
      try await enqueue(database, 500)
      let options = options(database, first)
      try await RunningServer.run(on: database.app, options) { one in
        try await RunningServer.run(on: database.app, options) { two in
          try await wait(database, "ended_at IS NULL", atMost: 400, within: .seconds(60))
          first.kill()
          try await Task.sleep(for: .seconds(1))
          let second = try first.again(["--delay", "0.002"])
          defer { second.kill() }
          try await wait(database, "ended_at IS NULL", atMost: 200, within: .seconds(60))
          second.kill()
          try await Task.sleep(for: .seconds(1))
          let third = try second.again()
          defer { third.kill() }
          // Those that failed are due in a minute.
          let deadline = ContinuousClock.now + .seconds(60)
          while try await count(database, "ended_at IS NULL") > 0 {
            try #require(.now < deadline)
            try await database.run("UPDATE messages SET due_at = now() WHERE state = 'WAITING' AND due_at > now()")
            try await Task.sleep(for: .milliseconds(200))
          }
          // Each is told of where it became unknown.
          let logs = try one.process.errors + two.process.errors
          let unknown = try await database.run("SELECT id FROM messages WHERE state = 'UNKNOWN'")
          for row in 0..<unknown.count {
            let id = try #require(unknown.uuid(row: row, column: 0)).description
            #expect(logs.split(separator: "\n").count { $0.contains(id) && $0.contains("not known") } == 1)
          }
        }
      }
      let taken = try first.received.compactMap { $0.header("Message-ID")?.dropFirst().prefix { $0 != "@" } }.map(String.init)
      #expect(Set(taken).count == taken.count, "a message was sent twice")
      let rows = try await database.run("SELECT id::text, state FROM messages")
      #expect(rows.count == 500)
      var unknown = 0
      for row in 0..<rows.count {
        let (id, state) = (rows.text(row: row, column: 0) ?? "", rows.text(row: row, column: 1) ?? "")
        switch state {
        case "SENT": #expect(taken.contains(id), "\(id) was never sent")
        case "UNKNOWN": unknown += 1
        default: Issue.record("\(id) is \(state)")
        }
      }
      // Two processes with two connections each were sending when a mail server died.
      #expect(unknown <= 8)
      #expect(taken.count >= 500 - unknown)
    }
  }

  @Test func `A mail server that cannot be reached costs no try, and mail goes on when it is back`() async throws {
    let database = try await SchoolDatabase("messages_unreachable", families: 1)
    try await TestMailServer.with { mail in
      mail.kill()
      try await enqueue(database, 3)
      try await RunningServer.run(on: database.app, options(database, mail)) { server in
        try await server.process.wait(within: .seconds(10)) { try server.process.errors.contains("messages cannot be sent") }
        #expect(try await count(database, "state = 'WAITING' AND attempts = 0") == 3)
        let second = try mail.again()
        defer { second.kill() }
        try await wait(database, "state <> 'SENT'", within: .seconds(20))
        #expect(try second.received.count == 3)
      }
    }
  }

  @Test func `Refusals end a message, and others go on meanwhile`() async throws {
    let database = try await SchoolDatabase("messages_refused", families: 1)
    try await TestMailServer.with { mail in
      for prefix in ["rcpt550-a", "data554-a", "rcpt450x1-a", "data451-a", "close-a", "drop-a", "good-a"] {
        try await enqueue(database, 1, to: prefix)
      }
      try await RunningServer.run(on: database.app, options(database, mail, RunningServer.admin)) { server in
        try await wait(database, "state = 'SENDING' OR state = 'WAITING' AND due_at <= now()")
        #expect(try await count(database, "state = 'FAILED' AND reply IN (550, 554)") == 2)
        #expect(try await count(database, "state = 'WAITING' AND attempts = 1 AND reply IN (450, 451)") == 2)
        #expect(try await count(database, "state = 'WAITING' AND attempts = 1 AND reply IS NULL") == 1)
        #expect(try await count(database, "state = 'UNKNOWN'") == 1)
        #expect(try await count(database, "state = 'SENT'") == 1)
        try await database.run("UPDATE messages SET due_at = now() WHERE state = 'WAITING'")
        try await wait(database, "state = 'WAITING' AND due_at <= now() OR state = 'SENDING'")
        #expect(try await count(database, "state = 'SENT'") == 2)
        // The server counts a message once it has noted it in the database.
        var metrics = try MetricsText(try await server.admin("/metrics").text)
        for _ in 1...100 where metrics.value("hatched_message_retries_total") != 5 {
          try await Task.sleep(for: .milliseconds(50))
          metrics = try MetricsText(try await server.admin("/metrics").text)
        }
        #expect(metrics.value("hatched_messages_total", ["outcome": "sent"]) == 2)
        #expect(metrics.value("hatched_messages_total", ["outcome": "failed"]) == 2)
        #expect(metrics.value("hatched_messages_total", ["outcome": "unknown"]) == 1)
        #expect(metrics.value("hatched_message_retries_total") == 5)
        #expect(metrics.value("hatched_messages_waiting") != nil && metrics.value("hatched_messages_oldest_seconds") != nil)
      }
      #expect(Set(try mail.received.map { $0.to[0] }) == ["drop-a1@example.org", "good-a1@example.org", "rcpt450x1-a1@example.org"])
    }
  }

  @Test func `A server that is told to end waits for a mail for seconds, and says what it does not know`() async throws {
    let database = try await SchoolDatabase("messages_ending", families: 1)
    try await TestMailServer.with { mail in
      try await RunningServer.run(on: database.app, options(database, mail, ["--mail-timeout", "600"])) { server in
        try await enqueue(database, 1, to: "stall-a")
        try await wait(database, "state <> 'SENDING'")
        try await Task.sleep(for: .milliseconds(500))
        server.process.send(signal: SIGTERM)
        let end = try await server.process.end(within: .seconds(12))
        #expect(end.status == 0, "\(end.errors)")
        #expect(end.errors.contains("is not known"))
      }
    }
    #expect(try await count(database, "state = 'UNKNOWN'") == 1)
  }

  @Test func `A server that is killed while it sends leaves one message of each connection unknown`() async throws {
    let database = try await SchoolDatabase("messages_killed", families: 1)
    try await TestMailServer.with { mail in
      try await enqueue(database, 2, to: "stall-a")
      try await enqueue(database, 5)
      try await RunningServer.run(on: database.app, options(database, mail)) { server in
        try await wait(database, "state = 'WAITING'", atMost: 5)
        server.process.send(signal: SIGKILL)
        _ = try await server.process.end(within: .seconds(5))
      }
      #expect(try await count(database, "state = 'SENDING'") == 2)
      // As time does.
      try await database.run("UPDATE messages SET claimed_until = now() - interval '1 second' WHERE state = 'SENDING'")
      try await RunningServer.run(on: database.app, options(database, mail)) { server in
        try await wait(database, "ended_at IS NULL")
        try await server.process.wait(within: .seconds(5)) { try server.process.errors.contains("did not come back") }
      }
      #expect(try await count(database, "state = 'UNKNOWN'") == 2)
      #expect(try await count(database, "state = 'SENT'") == 5)
      #expect(try mail.received.count == 5)
    }
  }

  @Test func `hatched doctor and hatched mail tell whether a mail server takes mail`() async throws {
    try await Certificates.with { certificates in
      let tls = ["--certificate", certificates.file("server.crt"), "--key", certificates.file("server.key")]
      try await TestMailServer.with(tls + ["--user", "hatched", "--password", "open-sesame"]) { mail in
        var environment = [
          "HATCHED_MAIL_SERVER": mail.url, "HATCHED_MAIL_FROM": "no-reply@example.org",
          "HATCHED_MAIL_USER": "hatched", "HATCHED_MAIL_PASSWORD": "open-sesame",
          "HATCHED_MAIL_AUTHORITIES": certificates.file("root.crt"), "HATCHED_PUBLIC_URL": "https://app.example.org",
          "WORKER_DATABASE_URL": "host=/nowhere user=hatched_worker dbname=x",
        ]
        let well = try await ChildProcess.run(.hatched, ["doctor"], environment: environment)
        #expect(well.output.contains(/ok +mail server +smtp:\/\/localhost:\d+ answers over TLS, as a user\n/), "\(well.output)")
        #expect(well.output.contains(/ok +links +https:\/\/app\.example\.org\n/))
        let sent = try await ChildProcess.run(.hatched, ["mail", "--try", "ada@example.org"], environment: environment)
        #expect(sent.status == 0 && sent.output.hasPrefix("sent to ada@example.org, as message "), "\(sent.errors)")
        #expect(try mail.received.map(\.user) == ["hatched"])
        for address in ["rcpt550-a@example.org", "data451-a@example.org"] {
          let refused = try await ChildProcess.run(.hatched, ["mail", "--try", address], environment: environment)
          #expect(refused.status != 0 && !refused.errors.isEmpty)
        }
        environment["HATCHED_MAIL_PASSWORD"] = "wrong-sesame"
        let wrong = try await ChildProcess.run(.hatched, ["doctor"], environment: environment)
        #expect(wrong.output.contains(/fail +mail server +smtp:/), "\(wrong.output)")
        #expect(wrong.status != 0 && !wrong.output.contains("sesame"))
        mail.kill()
        let none = try await ChildProcess.run(.hatched, ["doctor"], environment: environment)
        #expect(none.output.contains(/fail +mail server +smtp:/))
      }
    }
  }
}
