import Embedded
import Foundation
import Testing

struct EmbeddedFileTests {
  @Test("Every file of the folder is part of the binary as it is", arguments: ["schema", "migrations"])
  func files(folder: String) throws {
    let embedded = folder == "schema" ? EmbeddedFile.schema : EmbeddedFile.migrations
    // Beside the SDL stand the files that `hatched schema` makes of it, and the placement of tables.
    let files = try Repository.files(in: folder).filter { !["access.txt", "expanded.graphql", "order.txt", "placement.txt"].contains($0.key) }
    #expect(Set(embedded.map(\.name)) == Set(files.keys))
    #expect(embedded.count == files.count)
    for file in embedded { #expect(files[file.name] == file.text, "\(folder)/\(file.name)") }
  }

  @Test func `So is every function file, with its folder, in the order of paths`() throws {
    let embedded = EmbeddedFile.functions
    var files: [String: String] = [:]
    for folder in ["account/", "core/", "family/", "files/", "household/", "learning/", "school/", "tables/"] {
      for (name, text) in try Repository.files(in: "migrations/functions/\(folder)") { files[folder + name] = text }
    }
    #expect(embedded.map(\.name) == files.keys.sorted())
    for file in embedded { #expect(files[file.name] == file.text, "\(file.name)") }
  }

  @Test(arguments: ["scripts/embed", "scripts/functions"])
  func `Generated sources are as scripts write them`(script: String) throws {
    let check = Process()
    check.executableURL = Repository.root.appending(path: script)
    check.arguments = ["--check"]
    let output = Pipe()
    check.standardError = output
    try check.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    check.waitUntilExit()
    #expect(check.terminationStatus == 0, "\(text)")
  }

  @Test func `So is every template of mail, with its folder`() throws {
    let embedded = EmbeddedFile.templates
    #expect(Set(embedded.map(\.name)).count == embedded.count)
    var files: [String: String] = [:]
    for folder in ["", "de/", "en/", "es/", "fr/"] {
      for (name, text) in try Repository.files(in: "Sources/Mail/Templates/\(folder)") { files[folder + name] = text }
    }
    #expect(embedded.map(\.name) == files.keys.sorted())
    for file in embedded { #expect(files[file.name] == file.text, "\(file.name)") }
  }

  @Test func `So is every file of the explorer`() throws {
    let files = try Repository.files(in: "Sources/Server/Explorer/Web")
    #expect(EmbeddedFile.explorer.map(\.name) == files.keys.sorted())
    for file in EmbeddedFile.explorer { #expect(files[file.name] == file.text, "\(file.name)") }
  }

  @Test func `So is every file of the operator's page`() throws {
    let files = try Repository.files(in: "Sources/Server/Operator/Web")
    #expect(EmbeddedFile.operatorPage.map(\.name) == files.keys.sorted())
    for file in EmbeddedFile.operatorPage { #expect(files[file.name] == file.text, "\(file.name)") }
  }

  @Test func `Migrations stand in the order of their numbers, without a gap`() {
    let numbers = EmbeddedFile.migrations.map { $0.name.prefix { $0 != "_" } }
    #expect(numbers.map { Int($0) } == Array(1...numbers.count))
    #expect(numbers.allSatisfy { $0.count == 4 })
  }
}
