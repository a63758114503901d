import Planning
import SQL
import Testing

/// Something wrong between an SDL and its resolvers, and what is said about it.
struct MapMistake: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The text added to the SDL of `MapMistake.soundSDL`.
  var sdl = ""
  /// The entities added to those of `soundArea`; `resolvers` likewise.
  var entities: [Entity<LibraryViewer>] = []
  var resolvers: KeyValuePairs<String, Resolver<LibraryViewer>> = [:]
  let problems: [String]

  init(
    _ description: String, sdl: String = "", entities: [Entity<LibraryViewer>] = [],
    resolvers: KeyValuePairs<String, Resolver<LibraryViewer>> = [:], problems: String...
  ) {
    testDescription = description
    self.sdl = sdl
    self.entities = entities
    self.resolvers = resolvers
    self.problems = problems
  }

  static let soundSDL = """
    type Query { thing(id: ID!): Thing }
    type Thing { name: String! parts(first: Int = 1, offset: Int = 0): [Part!]! }
    type Part { name: String! thing: Thing! }

    """

  static var soundArea: Area<LibraryViewer> {
    Area(
      entities: [
        .small(
          "Thing", table: "things",
          resolvers: ["name": text, "parts": .toMany(key: "thing_id", access: .everyViewer)]),
        .small(
          "Part", table: "parts",
          resolvers: ["name": text, "thing": .toOne(foreignKey: "thing_id", access: .everyViewer)]),
      ],
      resolvers: ["Query.thing": .lookup(by: "id", access: .everyViewer)])
  }

  static var text: Resolver<LibraryViewer> { .column("name", .text, access: .everyViewer) }
}

extension Entity where Viewer == LibraryViewer {
  static func small(
    _ typeName: String, table: String, scopeColumn: String = "library_id",
    stored: KeyValuePairs<Access<LibraryViewer>, [String]> = [:],
    resolvers: KeyValuePairs<String, Resolver<LibraryViewer>> = [:]
  ) -> Entity {
    Entity(
      typeName, table: table, scope: RowScope(column: scopeColumn, attribute: .library),
      visibility: .wholeScope, extent: .small, stored: stored, resolvers: resolvers)
  }

  static func union(_ typeName: String, _ parts: [Part]) -> Entity {
    Entity(union: typeName, named: "all", scope: .library, parts: parts)
  }

  static func abstract(_ typeName: String, table: String, typeNames: [String: String]) -> Entity {
    Entity(
      abstract: typeName, table: table, scope: .library, visibility: .wholeScope, extent: .small,
      discriminator: Discriminator(column: "kind", typeNames: typeNames))
  }
}
