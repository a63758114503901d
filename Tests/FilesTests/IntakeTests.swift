import Files
import Foundation
import SQL
import Testing

@Suite("An upload") struct IntakeTests {
  @Test func `has the hash that was declared, or is refused`() async throws {
    let folder = try TestFolder()
    let path = try folder.arrived(Array("hi".utf8))
    // sha256sum of "hi".
    let hash: [UInt8] = [
      0x8f, 0x43, 0x43, 0x46, 0x64, 0x8f, 0x6b, 0x96, 0xdf, 0x89, 0xdd, 0xa9, 0x01, 0xc5, 0x17, 0x6b,
      0x10, 0xa6, 0xd8, 0x39, 0x61, 0xdd, 0x3c, 0x1a, 0xc8, 0x8b, 0x59, 0xb2, 0xdc, 0x32, 0x7a, 0xa4,
    ]
    let file = try await folder.intake.accept(path, name: "../../etc/passwd", owner: folder.owner, sha256: hash)
    #expect(file.sha256 == hash)
    #expect(file.name == "passwd.txt")
    file.discard()
    await #expect(throws: FileRefusal.content(.hash)) {
      try await folder.intake.accept(path, name: "a", owner: folder.owner, sha256: [UInt8](repeating: 0, count: 32))
    }
    // It stays where it arrived.
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try folder.temporary.isEmpty)
  }

  @Test func `that is not there is refused for now`() async throws {
    let folder = try TestFolder()
    guard case .storage = await folder.refusal("/nonexistent") else {
      Issue.record("it was not refused")
      return
    }
  }

  @Test func `through a symbolic link is not followed`() async throws {
    let folder = try TestFolder()
    let path = folder.folder.incoming(.random())
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    guard case .storage = await folder.refusal(path) else {
      Issue.record("it was not refused")
      return
    }
  }
}
