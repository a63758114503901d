import Testing

@testable import Server

/// The hash of the build, out of the program's file.
@Suite struct BuildIDTests {
  /// An ELF file of one segment of notes: another note, and the build's.
  private static let file: [UInt8] = {
    var file = [UInt8](repeating: 0, count: 160)
    func set(_ place: Int, _ bytes: [UInt8]) { file.replaceSubrange(place..<place + bytes.count, with: bytes) }
    set(0, [0x7f, 0x45, 0x4c, 0x46, 2, 1])
    set(32, [64])
    set(54, [56])
    set(56, [1])
    set(64, [4])
    set(72, [120])
    set(96, [40])
    set(120, [4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0x47, 0x4e, 0x55, 0, 9, 0, 0, 0])
    set(140, [4, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4e, 0x55, 0])
    return file[..<156] + [0xa, 0xb, 0xc, 0]
  }()

  @Test func `Finds the note that has it`() {
    #expect(BuildID.note(in: Self.file) == [0xa, 0xb, 0xc])
  }

  @Test func `A file that is cut off or no program has none`() {
    for count in 0..<159 { #expect(BuildID.note(in: Array(Self.file.prefix(count))) == nil) }
    #expect(BuildID.note(in: [UInt8](repeating: 0xff, count: 4096)) == nil)
  }

  @Test func `This program has one, the same each time`() throws {
    let id = try BuildID.bytes()
    #expect(id.count >= 8)
    #expect(try BuildID.bytes() == id)
  }
}
