import Foundation
import Mail
import SQL
import Domain
import TestSupport
import Testing

/// libcurl against a mail server that refuses, stalls and dies.
@Suite(.enabled(if: TestMailServer.isThere, "\(TestMailServer.absence)")) struct SMTPTests {
  private static let sender = MailAddress("Häuser & Höfe <no-reply@school.example.org>")

  private func server(
    _ url: String, encryption: MailServer.Encryption = .off, credentials: MailServer.Credentials? = nil,
    authorities: String? = nil, timeout: Int = 20
  ) throws -> MailServer {
    MailServer(
      url: url, encryption: encryption, credentials: credentials, authorities: authorities,
      sender: try #require(Self.sender), timeout: timeout)
  }

  private func message(to address: String, subject: String = "Bestätigen Sie Ihre Adresse", plain: String = "Grüße\n.\nEnde\n") throws
    -> ComposedMessage
  {
    let text = try MailTemplates().template("test", in: "de").rendered(
      ["service": subject, "time": plain, "site": "https://x.example.org"], language: "de")
    return ComposedMessage(
      id: UUIDValue(high: 0x0198_a1b2_0000_7000, low: 0x8000_0000_0000_0001), kind: "test", address: address, language: "de",
      text: text, createdAt: 1_785_312_000)
  }

  @Test func `A mail has both texts, its headers, and arrives once`() async throws {
    try await TestMailServer.with { mail in
      let connection = SMTPConnection(try server(mail.url))
      #expect(await connection.open() == nil)
      #expect(await connection.send(try message(to: "ada@example.org")) == .sent)
      let received = try mail.received
      #expect(received.count == 1)
      let first = try #require(received.first)
      #expect(first.from == "no-reply@school.example.org" && first.to == ["ada@example.org"])
      #expect(first.greeting == "school.example.org")
      #expect(first.header("Message-ID") == "<0198a1b2-0000-7000-8000-000000000001@school.example.org>")
      #expect(first.header("To") == "<ada@example.org>")
      #expect(first.header("Auto-Submitted") == "auto-generated")
      #expect(first.header("Date") == "Wed, 29 Jul 2026 08:00:00 +0000")
      #expect(first.header("From")?.hasSuffix(" <no-reply@school.example.org>") == true)
      #expect(first.header("From")?.hasPrefix("=?utf-8?B?") == true)
      #expect(first.header("Subject")?.hasPrefix("=?utf-8?B?") == true)
      #expect(first.text.contains("Content-Type: multipart/alternative"))
      #expect(first.text.contains("Content-Type: text/plain; charset=utf-8"))
      #expect(first.text.contains("Content-Type: text/html; charset=utf-8"))
      // Quoted-printable, and a line with a dot alone is no end.
      #expect(first.text.contains("Gr=C3=BC=C3=9Fe") && first.text.contains("Ende"))
      #expect(first.text.utf8.allSatisfy { $0 < 0x80 })
      #expect(first.text.split(separator: "\r\n").allSatisfy { $0.utf8.count < 998 })
    }
  }

  @Test func `Several mails go over one connection`() async throws {
    try await TestMailServer.with { mail in
      let connection = SMTPConnection(try server(mail.url))
      #expect(await connection.open() == nil)
      for number in 0..<5 { #expect(await connection.send(try message(to: "ada\(number)@example.org")) == .sent) }
      #expect(Set(try mail.received.map(\.connection)).count == 1)
      // libcurl makes another one after a refusal.
      #expect(await connection.send(try message(to: "rcpt550-ada@example.org")) == .refused(code: 550))
      #expect(await connection.send(try message(to: "ada@example.org")) == .sent)
      #expect(try mail.received.count == 6)
    }
  }

  @Test("What the server says of a message decides", arguments: [
    ("rcpt550-ada@example.org", DeliveryOutcome.refused(code: 550)), ("data554-ada@example.org", .refused(code: 554)),
  ])
  func refused(_ address: String, _ expected: DeliveryOutcome) async throws {
    try await TestMailServer.with { mail in
      let connection = SMTPConnection(try server(mail.url))
      #expect(await connection.send(try message(to: address)) == expected)
      #expect(try mail.received.isEmpty)
    }
  }

  @Test("Before the text was taken, a failure is no secret: another try may succeed", arguments: [
    ("rcpt450-ada@example.org", 450), ("data451-ada@example.org", 451), ("close-ada@example.org", nil),
  ])
  func failed(_ address: String, _ code: Int?) async throws {
    try await TestMailServer.with { mail in
      let connection = SMTPConnection(try server(mail.url))
      let outcome = await connection.send(try message(to: address))
      guard case .failed(let found, _) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      if let code { #expect(found == code) }
      #expect(try mail.received.isEmpty)
      // The connection, or another one, still serves.
      #expect(await connection.send(try message(to: "ada@example.org")) == .sent)
    }
  }

  @Test func `A connection that dies after the text leaves open whether the mail was taken`() async throws {
    try await TestMailServer.with { mail in
      let connection = SMTPConnection(try server(mail.url, timeout: 2))
      for address in ["drop-ada@example.org", "stall-ada@example.org"] {
        let outcome = await connection.send(try message(to: address))
        guard case .unknown = outcome else {
          Issue.record("\(address): \(outcome)")
          continue
        }
      }
      #expect(try mail.received.count == 1)
      // The answer that did not come is not taken for another's.
      #expect(await connection.send(try message(to: "ada@example.org")) == .sent)
      #expect(try mail.received.count == 2)
    }
  }

  @Test func `A transfer is ended from outside`() async throws {
    try await TestMailServer.with { mail in
      let signal = AbortSignal()
      let connection = SMTPConnection(try server(mail.url, timeout: 60), signal: signal)
      let start = ContinuousClock.now
      signal.abort(after: .milliseconds(500))
      guard case .unknown = await connection.send(try message(to: "stall-ada@example.org")) else {
        Issue.record("it was not ended")
        return
      }
      await connection.close()
      #expect(start.duration(to: .now) < .seconds(6))
    }
  }

  @Test func `Where nobody listens, and where a server is killed, it is said and found again`() async throws {
    try await TestMailServer.with { mail in
      let connection = SMTPConnection(try server(mail.url))
      #expect(await connection.send(try message(to: "ada@example.org")) == .sent)
      mail.kill()
      #expect(await connection.open() != nil)
      guard case .failed(0, _) = await connection.send(try message(to: "ada@example.org")) else {
        Issue.record("it was sent to nobody")
        return
      }
      let second = try mail.again()
      defer { second.kill() }
      #expect(await connection.open() == nil)
      #expect(await connection.send(try message(to: "ada@example.org")) == .sent)
      #expect(try second.received.count == 2)
    }
  }

  @Test func `STARTTLS is required, and its certificate must be trusted and of the host`() async throws {
    try await Certificates.with { certificates in
      let options = ["--certificate", certificates.file("server.crt"), "--key", certificates.file("server.key")]
      try await TestMailServer.with(options) { mail in
        let trusted = SMTPConnection(
          try server(mail.url, encryption: .required, authorities: certificates.file("root.crt")))
        #expect(await trusted.open() == nil)
        #expect(await trusted.send(try message(to: "ada@example.org")) == .sent)
        #expect(try mail.received.map(\.encrypted) == [true])
        for (url, authorities) in [
          (mail.url, "other.crt"), ("smtp://127.0.0.1:\(mail.port)", "root.crt"),
        ] {
          let refused = SMTPConnection(
            try server(url, encryption: .required, authorities: certificates.file(authorities)))
          #expect(await refused.open() != nil)
          guard case .failed = await refused.send(try message(to: "ada@example.org")) else {
            Issue.record("\(url) was trusted")
            continue
          }
        }
        #expect(try mail.received.count == 1)
      }
      try await TestMailServer.with { mail in
        let connection = SMTPConnection(try server(mail.url, encryption: .required, authorities: certificates.file("root.crt")))
        #expect(await connection.open() != nil, "a server without STARTTLS")
        guard case .failed = await connection.send(try message(to: "ada@example.org")) else {
          Issue.record("it was sent in clear text")
          return
        }
        #expect(try mail.received.isEmpty)
      }
      try await TestMailServer.with(options + ["--implicit"]) { mail in
        let connection = SMTPConnection(
          try server("smtps://localhost:\(mail.port)", encryption: .required, authorities: certificates.file("root.crt")))
        #expect(await connection.send(try message(to: "ada@example.org")) == .sent)
        #expect(try mail.received.map(\.encrypted) == [true])
      }
    }
  }

  @Test func `A user and a password are sent over TLS, and a wrong one is no message's fault`() async throws {
    try await Certificates.with { certificates in
      let options = [
        "--certificate", certificates.file("server.crt"), "--key", certificates.file("server.key"),
        "--user", "hatched", "--password", "a password, with = and é",
      ]
      try await TestMailServer.with(options) { mail in
        func connection(_ credentials: MailServer.Credentials?) throws -> SMTPConnection {
          SMTPConnection(
            try server(
              mail.url, encryption: .required, credentials: credentials, authorities: certificates.file("root.crt")))
        }
        let right = try connection(MailServer.Credentials(user: "hatched", password: "a password, with = and é"))
        #expect(await right.open() == nil)
        #expect(await right.send(try message(to: "ada@example.org")) == .sent)
        #expect(try mail.received.map(\.user) == ["hatched"])
        let wrong = try connection(MailServer.Credentials(user: "hatched", password: "another"))
        #expect(await wrong.open() != nil)
        for unknown in [wrong, try connection(nil)] {
          guard case .failed = await unknown.send(try message(to: "ada@example.org")) else {
            Issue.record("it was sent, or refused for good")
            continue
          }
        }
        #expect(try mail.received.count == 1)
      }
    }
  }

  @Test("No header and no command begins in an address", arguments: [
    "ada@example.org\r\nBcc: eve@example.org", "ada@example.org>\r\nRCPT TO:<eve@example.org", "ada@example.org, eve@example.org",
    "ada@exa mple.org", "<ada@example.org>", "ada", "@", "ada@", "ada@bad\u{0}.org", "äda@example.org",
  ])
  func injection(_ address: String) async throws {
    try await TestMailServer.with { mail in
      let connection = SMTPConnection(try server(mail.url))
      #expect(await connection.send(try message(to: address)) == .refused(code: 0))
      #expect(try mail.received.isEmpty)
    }
  }

  @Test func `A subject with line ends and a long one stay one header`() async throws {
    try await TestMailServer.with { mail in
      let connection = SMTPConnection(try server(mail.url))
      let long = String(repeating: "sehr länglich ", count: 60)
      for subject in ["x\r\nBcc: eve@example.org\r\n\r\nbody", long] {
        #expect(await connection.send(try message(to: "ada@example.org", subject: subject)) == .sent)
      }
      for mail in try mail.received {
        #expect(mail.header("Bcc") == nil)
        #expect(mail.header("Subject") != nil && mail.to == ["ada@example.org"])
      }
    }
  }
}
