import GraphQL

/// A schema that documents are generated for.
struct TestedSchema: Sendable {
  var name: String
  var sdl: String
  var schema: Schema

  init(name: String, sdl: String) throws {
    self.name = name
    self.sdl = sdl
    schema = try Schema(sdl: [Source(sdl)])
  }

  /// Has every kind of thing that a schema can have.
  static func rich() throws -> TestedSchema {
    try TestedSchema(name: "rich", sdl: Repository.text("Schemas/rich.graphql"))
  }

  /// The one of `schema/`, expanded.
  static func served() throws -> TestedSchema {
    try TestedSchema(name: "served", sdl: Repository.servedSDL())
  }
}
