import ArgumentParser
import Foundation
import Logging
import TestSupport
import Testing

@testable import Server

/// A server's options for the team that revokes at Apple: all of them, or none.
struct AppleRevocationOptionsTests {
  private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  /// Runs `body` with the path of a file that has a text.
  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID()).p8")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test func `With a team, a key and an app it is set up; with nothing it is not`() throws {
    #expect(try AppleRevocationOptions.parse([]).revocation(of: ["org.example.app"], logger: logger).map { _ in true } == nil)
    try withFile(TestApple.teamKey()) { path in
      let options = try AppleRevocationOptions.parse([
        "--apple-team-id", "T", "--apple-key-id", "K", "--apple-private-key", path, "--apple-url", "http://127.0.0.1:1",
      ])
      #expect(try options.revocation(of: ["org.example.app"], logger: logger).map { _ in true } == true)
      #expect(throws: ValidationError.self) { try options.revocation(of: [], logger: logger) }
    }
  }

  @Test("A part of it is refused, and so is what is no key or no address", arguments: [
    ["--apple-team-id", "T"], ["--apple-team-id", "T", "--apple-key-id", "K"], ["--apple-private-key", "KEY"],
    ["--apple-team-id", "T", "--apple-key-id", "K", "--apple-private-key", "/nowhere"],
    ["--apple-team-id", "T", "--apple-key-id", "K", "--apple-private-key", "TEXT"],
    ["--apple-team-id", "T", "--apple-key-id", "K", "--apple-private-key", "KEY", "--apple-url", "apple"],
    ["--apple-team-id", "T", "--apple-key-id", "K", "--apple-private-key", "KEY", "--apple-url", "https://apple/"],
  ])
  func refused(_ arguments: [String]) throws {
    try withFile(arguments.contains("TEXT") ? "no key" : TestApple.teamKey()) { path in
      let options = try AppleRevocationOptions.parse(arguments.map { ["KEY", "TEXT"].contains($0) ? path : $0 })
      #expect(throws: ValidationError.self) { try options.revocation(of: ["org.example.app"], logger: logger) }
    }
  }
}
