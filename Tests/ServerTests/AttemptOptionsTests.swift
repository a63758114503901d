import ArgumentParser
import Foundation
import Planning
import Domain
import Testing

@testable import Server

/// The limits of attempts: an operator can set each, and reads of each in docs/limits.md.
struct AttemptOptionsTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  @Test func `Every limit of attempts is in the list of those that can be set`() throws {
    let source = try Self.text("Sources/Domain/Account/Identity/AttemptLimit+Domain.swift")
    let written = source.matches(of: /kind: "([A-Za-z]+)"/).map { String($0.1) }
    #expect(written.sorted() == AttemptLimit.all.map(\.kind).sorted())
    #expect(Set(written).count == written.count)
    // And they are nowhere else.
    let sources = try #require(FileManager.default.enumerator(atPath: Self.repository.appending(path: "Sources/Domain").path))
    for case let path as String in sources where path.hasSuffix(".swift") && !path.hasSuffix("AttemptLimit+Domain.swift") {
      #expect(try !Self.text("Sources/Domain/\(path)").contains(/\bAttemptLimit\(\s*kind:/), "\(path)")
    }
  }

  @Test("docs/limits.md names the limit, its default and its time", arguments: AttemptLimit.all)
  func isTold(_ limit: AttemptLimit) throws {
    let rows = try Self.text("docs/limits.md").split(separator: "\n").filter { $0.hasPrefix("|") && $0.contains("`\(limit.kind)`") }
    let row = try #require(rows.count == 1 ? rows[0] : nil, "\(limit.kind) needs one row, and has \(rows.count)")
    let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(cells.count == 4 && cells[1] == "`--attempt-limit`", "\(row)")
    // The defaults of several kinds in one row are in their order.
    let kinds = cells[0].matches(of: /`([A-Za-z]+)`/).map { String($0.1) }
    let defaults = cells[2].replacing(",", with: " ").split(separator: " ").compactMap { Int32($0) }
    let index = try #require(kinds.firstIndex(of: limit.kind))
    #expect(defaults.count == kinds.count && defaults[index] == limit.maximum, "\(row)")
    #expect(cells[3].contains(limit.seconds == 900 ? "15 minutes" : "hour"), "\(row)")
  }

  @Test func `The flag sets a limit, and others keep the program's`() throws {
    let options = try AttemptOptions.parse(["--attempt-limit", "networkRegistrations=2000", "--attempt-limit", "passwordResets=7"])
    let limits = try options.limits()
    let all = AttemptLimit.all.map { limits[$0] }
    #expect(all.first { $0.kind == "networkRegistrations" }?.maximum == 2000)
    #expect(all.first { $0.kind == "passwordResets" }?.maximum == 7)
    let others = { (limit: AttemptLimit) in !["networkRegistrations", "passwordResets"].contains(limit.kind) }
    #expect(all.filter(others) == AttemptLimit.all.filter(others))
  }

  @Test("A limit that cannot be is refused", arguments: ["x", "registrations", "nothing=5", "joinAttempts=0", "joinAttempts=-1", "joinAttempts=many"])
  func refused(_ text: String) {
    #expect(throws: (any Error).self) { try AttemptOptions.parse(["--attempt-limit", text]) }
  }
}
