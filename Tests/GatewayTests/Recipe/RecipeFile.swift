import Derivation
import Domain
import Embedded
import Foundation

/// A file that somebody who adds a type writes.
struct RecipeFile {
  let text: String

  /// The number of lines that are not empty.
  var lines: Int { text.split(separator: "\n").count }

  /// The lines that a type costs: those of its own files, and those of the area's file that name it.
  static func lines(of files: [String], _ names: [String]) throws -> Int {
    let area = try RecipeFile("RecipeArea.swift").text.split(separator: "\n").count { line in names.contains { line.contains($0) } }
    return try files.reduce(area) { try $0 + RecipeFile($1).lines }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// - Parameter name: The name of a Swift file beside this one, or of another file in `Files`.
  init(_ name: String) throws {
    let folder = name.hasSuffix(".swift") ? Self.folder : Self.folder.appending(path: "Files")
    try self.init(folder.appending(path: name))
  }

  private init(_ url: URL) throws { text = try String(contentsOf: url, encoding: .utf8) }

  static let sdl = ["packing_list.graphql", "packing_item.graphql", "room.graphql", "allergy.graphql"]
  static let migrations = ["9001_packing_lists.sql", "9002_packing_items.sql", "9003_rooms.sql", "9004_allergies.sql"]

  /// The documents of `schema/` and of the recipe, expanded.
  static func expansion() throws -> Expansion {
    let written = try sdl.map { SDLFile(name: $0, text: try RecipeFile($0).text) }
    return try Expansion(of: EmbeddedFile.schema.map { SDLFile(name: $0.name, text: $0.text) } + written, writers: Writers.all)
  }

  /// The recipe.
  static var page: RecipeFile {
    get throws { try RecipeFile(folder.appending(path: "../../../docs/adding-a-type.md").standardized) }
  }
}
