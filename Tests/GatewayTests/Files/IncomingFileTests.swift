import Foundation
import Testing

@testable import Gateway

@Suite struct IncomingFileTests {
  private let folder = NSTemporaryDirectory() + "hatched-incoming-\(UInt64.random(in: .min ... .max))"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func text(_ path: String) -> String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

  @Test("Bytes follow those that are there, or take their place")
  func append() async throws {
    let path = folder + "/a"
    #expect(await IncomingFile.size(at: path) == 0)
    do {
      let file = try await IncomingFile.open(at: path, isAnew: false)
      try await file.append(Array("abc".utf8))
      try await file.append("def".utf8)
      #expect(file.size == 6)
      await file.truncate(to: 4)
    }
    do {
      let file = try await IncomingFile.open(at: path, isAnew: false)
      try await file.append(Array("x".utf8))
      #expect(text(path) == "abcdx")
    }
    let anew = try await IncomingFile.open(at: path, isAnew: true)
    try await anew.append(Array("y".utf8))
    #expect(text(path) == "y")
    #expect(try names() == ["a"])
  }

  @Test("A writer of another process loses the file to a newer one", arguments: [true, false])
  func displacement(isAnew: Bool) async throws {
    let path = folder + "/a"
    let older = try await IncomingFile.open(at: path, isAnew: true)
    try await older.append(Array("abc".utf8))
    // Its lock is not this one's: as between two processes.
    let newer = try await IncomingFile.open(at: path, isAnew: isAnew)
    await #expect(throws: IncomingFile.Failure.displaced) { try await older.append(Array("def".utf8)) }
    try await newer.append(Array("x".utf8))
    #expect(text(path) == (isAnew ? "x" : "abcx"))
    #expect(try names() == ["a"])
  }

  @Test("A file that is removed takes no more bytes, and its other name stays")
  func removal() async throws {
    let path = folder + "/a"
    let file = try await IncomingFile.open(at: path, isAnew: true)
    try await file.append(Array("abc".utf8))
    let other = try await file.link()
    _ = try await IncomingFile.open(at: path, isAnew: true)
    #expect(text(other) == "abc")
    await IncomingFile.remove(at: other)
    await IncomingFile.remove(at: path)
    await #expect(throws: IncomingFile.Failure.displaced) { try await file.append(Array("d".utf8)) }
    #expect(try names() == [])
  }

  @Test("A folder that is not there says so")
  func missingFolder() async throws {
    await #expect(throws: IncomingFile.Failure.disk(errno: ENOENT)) { try await IncomingFile.open(at: "/nowhere/a", isAnew: true) }
  }
}
