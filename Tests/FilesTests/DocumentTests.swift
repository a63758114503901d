import Files
import Foundation
import Testing

@Suite("Documents", .enabled(if: SampleFiles.isThere, Comment(rawValue: SampleFiles.absence))) struct DocumentTests {
  @Test(arguments: [
    ("plan.pdf", FileType.pdf, "plan.pdf"), ("plan.docx", .docx, "plan.docx"), ("plan.xlsx", .xlsx, "plan.xlsx"), ("plan.pptx", .pptx, "plan.pptx"),
    ("plan.odt", .odt, "plan.odt"), ("plan.ods", .ods, "plan.ods"), ("plan.odp", .odp, "plan.odp"), ("plan.txt", .text, "plan.txt"),
    ("marked.csv", .text, "marked.csv"), ("numbers.csv", .text, "numbers.csv"), ("README.md", .text, "README.md"), ("long.txt", .text, "long.txt"),
    ("passwd", .text, "passwd.txt"),
  ] as [(String, FileType, String)]) func `are stored as they are`(sample: String, type: FileType, name: String) async throws {
    let folder = try TestFolder()
    let path = try SampleFiles.path("documents/\(sample)")
    let file = try await folder.accept(path, "../x/\(sample)")
    defer { file.discard() }
    #expect(file.type == type)
    #expect(file.kind == .document)
    #expect(file.name == name)
    #expect(file.width == nil && file.height == nil)
    let (sent, stored) = (try Data(contentsOf: URL(filePath: path)), try Data(contentsOf: URL(filePath: try #require(file.files[.original]))))
    #expect(sent == stored)
    #expect(file.bytes == sent.count && file.storedBytes == sent.count)
    #expect(file.files.count == 1)
  }

  @Test func `of other types, and what only looks like one, are refused`() async throws {
    let folder = try TestFolder()
    let names = try SampleFiles.names("refused")
    #expect(names.count > 30)
    for name in names { #expect(await folder.refusal(try SampleFiles.path("refused/\(name)")) == .content(.type), "\(name)") }
    #expect(try folder.temporary.isEmpty)
  }

  @Test func `whose directory is cut or changed anywhere are refused, or are what they were`() async throws {
    let folder = try TestFolder()
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: try SampleFiles.path("documents/plan.docx"))))
    for length in stride(from: 4, to: bytes.count, by: 9) {
      #expect(await folder.refusal(try folder.arrived(Array(bytes[..<length]))) == .content(.type), "\(length)")
    }
    for position in stride(from: 4, to: bytes.count, by: 3) {
      var changed = bytes
      changed[position] ^= 0xFF
      let refusal = await folder.refusal(try folder.arrived(changed))
      #expect(refusal == nil || refusal == .content(.type), "\(position)")
    }
  }
}
