import Foundation
import Postgres
import SQL
import Domain
import SessionTokens
import TestSupport
import Testing

@testable import Server

@Suite struct MailCommandTests {
  private func mail(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> ChildProcess.End {
    try await ChildProcess.run(.hatched, ["mail"] + arguments, environment: environment)
  }

  @Test func `It lists each kind with its languages, and its help has examples`() async throws {
    let list = try await mail(["--list"])
    #expect(list.status == 0)
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == MessageKind.allCases.count)
    for kind in MessageKind.allCases {
      #expect(lines.contains { $0.hasPrefix(kind.rawValue + " ") && $0.hasSuffix(" de en es fr") }, "\(kind)")
    }
    #expect(try await mail(["--help"]).output.contains("hatched mail --preview reset-password --language de --html"))
  }

  @Test("It prints each kind as text, as HTML and as a text message", arguments: MessageKind.allCases)
  func preview(_ kind: MessageKind) async throws {
    let plain = try await mail(["--preview", kind.rawValue, "--language", "de-AT"])
    #expect(plain.status == 0 && plain.output.contains("Subject: "), "\(plain.errors)")
    let html = try await mail(["--preview", kind.rawValue, "--html"])
    #expect(html.status == 0 && html.output.hasPrefix("<!DOCTYPE html>"))
    let short = try await mail(["--preview", kind.rawValue, "--telephone"])
    #expect(short.status == 0 && !short.output.contains("Subject: "))
    for text in [plain, html, short] { #expect(!text.output.contains("{")) }
  }

  @Test("What is malformed or missing is named", arguments: [
    (["--preview", "nothing"], [:], "There is no kind nothing"), ([], [:], "Say one of --list, --preview and --try."),
    (["--try", "ada@example.org"], [:], "HATCHED_MAIL_SERVER is not set"),
    (["--try", "ada@example.org"], ["HATCHED_MAIL_SERVER": "smtp://localhost"], "HATCHED_MAIL_FROM is not set"),
    (["--try", "ada"], ["HATCHED_MAIL_SERVER": "smtp://localhost"], "is no address"),
    (["--try", "+43"], [:], "is no number of E.164"), (["--try", "+4366012345678"], [:], "HATCHED_TELEPHONE_WEBHOOK is not set"),
    (["--try", "+4366012345678"], ["HATCHED_TELEPHONE_WEBHOOK": "http://sms.example.org"], "needs https"),
    (
      ["--try", "+4366012345678"],
      ["HATCHED_TELEPHONE_WEBHOOK": "https://sms.example.org", "HATCHED_TELEPHONE_SECRET": "short"], "at least 24 bytes"
    ),
    (
      ["--try", "ada@example.org"],
      ["HATCHED_MAIL_SERVER": "http://localhost", "HATCHED_MAIL_FROM": "a@b.org"], "no smtp://host:port"
    ),
    (
      ["--try", "ada@example.org"],
      ["HATCHED_MAIL_SERVER": "smtp://localhost", "HATCHED_MAIL_FROM": "a@b.org", "HATCHED_MAIL_USER": "a"],
      "are good together"
    ),
  ] as [([String], [String: String], String)])
  func complaints(_ arguments: [String], _ environment: [String: String], _ message: String) async throws {
    let end = try await mail(arguments, environment)
    #expect(end.status != 0)
    #expect(end.errors.contains(message), "\(end.errors)")
  }

  @Test func `With --mail print, a server prints what it would send, with a link that is good`() async throws {
    let database = try await SchoolDatabase("mail_print", families: 1)
    let options = [
      "--worker-database-url", "\(database.superuser.user("hatched_worker"))", "--mail", "print", "--public-url",
      "http://localhost:8080/",
    ]
    try await RunningServer.run(on: database.app, options) { server in
      for (channel, address) in [("EMAIL", "ada@example.org"), ("TELEPHONE", "+4366012345678")] {
        try await database.run(
          """
          SELECT enqueue_message(gen_random_uuid(), \(bind: .text(channel)), \(bind: .text(address)), 'confirm-address', 'en', '{}',
            gen_random_uuid(), NULL, 600)
          """)
      }
      try await server.process.wait(within: .seconds(10)) {
        try server.process.output.split(separator: "---- end of message").count > 2
      }
      let output = try server.process.output
      #expect(output.contains("---- message to ada@example.org (confirm-address, en) ----"))
      #expect(output.contains(/---- message to \+4366012345678 [^\n]*\n\d{8} is your code/))
      let link = try #require(output.firstMatch(of: /http:\/\/localhost:8080\/confirm#([A-Za-z0-9_-]{64})/)).1
      let secrets = try SecretKeys([Array(RunningServer.secret.utf8)])
      #expect(AddressCode.id(ofLink: String(link), .confirmEmail, secrets) != nil)
    }
  }

  @Test func `A server without a mail server says so, and one with a half configuration does not start`() async throws {
    let database = try await SchoolDatabase("mail_off", families: 1)
    let worker = ["--worker-database-url", "\(database.superuser.user("hatched_worker"))"]
    try await RunningServer.run(on: database.app, worker) { server in
      let log = try server.process.errors
      #expect(log.contains("this process sends no messages"))
    }
    let end = try await ChildProcess.run(
      .hatched, ["serve", "--port", "0", "--mail-server", "smtp://localhost"] + worker,
      environment: ["DATABASE_URL": "\(database.app)", "HATCHED_TOKEN_SECRETS": RunningServer.secret])
    #expect(end.status != 0 && end.errors.contains("HATCHED_MAIL_FROM is not set"), "\(end.errors)")
  }
}
