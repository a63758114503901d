import Foundation
import Gateway
import Testing

@testable import Server

/// Trusted documents as files.
@Suite struct TrustedDocumentFilesTests {
  private func withFiles(
    _ files: [String: String], _ body: (URL) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-documents-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(folder)
  }

  @Test("The files of a folder are a document each, with their names for ids")
  func folder() throws {
    let files = [
      "FamilyPage.graphql": "{ a }\n", "course.page.gql": "{ b }", "README.md": "# No", ".hidden.graphql": "no",
      "inner/Other.graphql": "no",
    ]
    try withFiles(files) { folder in
      let documents = try TrustedDocumentFiles(path: folder.path).documents
      #expect(documents.map(\.id) == ["FamilyPage", "course.page"])
      #expect(documents.map(\.text) == ["{ a }\n", "{ b }"])
      #expect(documents.map(\.origin) == ["\(folder.path)/FamilyPage.graphql", "\(folder.path)/course.page.gql"])
    }
  }

  @Test(
    "A manifest is read as generators write it",
    arguments: [
      #"{"a1": "{ a }", "sha256:b2": "{ b }"}"#,
      #"""
      {"format": "apollo-persisted-query-manifest", "version": 1, "operations": [
        {"id": "a1", "name": "A", "type": "query", "body": "{ a }"},
        {"id": "sha256:b2", "name": "B", "type": "query", "body": "{ b }"}]}
      """#,
    ])
  func manifest(text: String) throws {
    try withFiles(["manifest.json": text]) { folder in
      let path = folder.appending(path: "manifest.json").path
      let documents = try TrustedDocumentFiles(path: path).documents
      #expect(documents.map(\.id) == ["a1", "sha256:b2"])
      #expect(documents.map(\.text) == ["{ a }", "{ b }"])
      #expect(documents.map(\.origin) == ["\(path), \"a1\"", "\(path), \"sha256:b2\""])
    }
  }

  @Test(
    "A manifest is refused with its name",
    arguments: [
      ("{\n  \"a\": \"{ a }\",\n}", "manifest.json:3:1: this is not JSON"),
      ("[]", "manifest.json is no manifest: it must be a JSON object of ids and documents"),
      ("{}", "there are no trusted documents in"),
      (#"{"a": 1}"#, "manifest.json, \"a\": the document must be a string"),
      (#"{"a": "{ a }", "a": "{ b }"}"#, "manifest.json:1:"),
      (
        #"{"format": "apollo-persisted-query-manifest", "version": 2, "operations": []}"#,
        "manifest.json is no manifest of version 1"
      ),
      (
        #"{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{"body": "{ a }"}]}"#,
        "manifest.json has an operation without \"id\""
      ),
    ])
  func badManifest(text: String, message: String) throws {
    try withFiles(["manifest.json": text]) { folder in
      let error = #expect(throws: CommandFailure.self) {
        try TrustedDocumentFiles(path: folder.appending(path: "manifest.json").path)
      }
      #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }
  }

  @Test("A folder is refused that is empty, not there, too large, or has other text than UTF-8")
  func badFolder() throws {
    try withFiles(["README.md": "none"]) { folder in
      let empty = #expect(throws: CommandFailure.self) { try TrustedDocumentFiles(path: folder.path) }
      #expect(empty?.description == "there are no trusted documents in \(folder.path)")
      let absent = #expect(throws: CommandFailure.self) { try TrustedDocumentFiles(path: folder.path + "/x") }
      #expect(absent?.description == "there are no trusted documents: there is nothing at \(folder.path)/x")

      let file = folder.appending(path: "A.graphql")
      try Data([0x7B, 0xFF, 0x7D]).write(to: file)
      let latin = #expect(throws: CommandFailure.self) { try TrustedDocumentFiles(path: folder.path) }
      #expect(latin?.description == "\(folder.path)/A.graphql is not UTF-8")

      // A file with a hole: large, and no room on the disk.
      try FileHandle(forWritingTo: file).truncate(atOffset: 1 << 40)
      let large = #expect(throws: CommandFailure.self) { try TrustedDocumentFiles(path: folder.path) }
      #expect(large?.description.hasPrefix("\(folder.path)/A.graphql is too large") == true)
    }
  }
}
