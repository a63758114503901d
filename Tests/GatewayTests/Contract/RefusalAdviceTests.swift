import Foundation
import Testing

/// The messages of refusals that a person can lift: each says what to do, behind a colon or in a sentence of its own.
@Suite struct RefusalAdviceTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// Refusals that nobody lifts, or that name who may do it.
  private static let complete: Set<String> = [
    "Only a parent, or the member whose it is, may do this.", "Only the student whose work it is may hand it in.",
    "Only the teachers of the class and the school's administrators may do this.",
  ]

  private static func texts() throws -> [(file: String, message: String)] {
    var found: [(file: String, message: String)] = []
    for folder in ["Domain", "Planning", "Gateway"] {
      let root = sources.appending(path: folder)
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
      for file in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        let calls = text.matches(of: /\.(?:conflict|forbidden)\(\s*"((?:[^"\\\n]|\\.)+)"/).map(\.output.1)
        // Those of constraints, with a name and paths in front.
        let rules = text.matches(of: /\.conflict\("\w+", \[[^\]]*\], "((?:[^"\\\n]|\\.)+)"/).map(\.output.1)
        let coded = text.matches(of: /\.refused\(\s*"((?:[^"\\\n]|\\.)+)",\s*code: \.forbidden/).map(\.output.1)
        found += (calls.filter { $0.contains(" ") } + rules + coded).map { (file.lastPathComponent, String($0)) }
      }
    }
    return found
  }

  @Test func `Every CONFLICT and FORBIDDEN says what to do`() throws {
    let texts = try Self.texts()
    #expect(texts.count > 40)
    for (file, message) in texts where !Self.complete.contains(message) {
      let hasAdvice = message.contains(/[:;] \S|[.,] \S/) || message.contains(" see ")
      #expect(hasAdvice, "\(file): \"\(message)\": say what to do, as in \"…: leave it first.\"")
    }
  }
}
