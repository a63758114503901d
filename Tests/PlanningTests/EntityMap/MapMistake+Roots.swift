import Planning

extension MapMistake {
  /// Lookups stand at the root, and nothing else does.
  static let roots = [
    MapMistake(
      "a rule about rows at the root", sdl: "extend type Query { part(id: ID!): Part }",
      resolvers: ["Query.part": .lookup(by: "id", access: .staffOrAuthor)],
      problems: "Query.part has no row that staffOrAuthor could look at"),
    MapMistake(
      "a lookup below the root", sdl: "extend type Thing { part(id: ID!): Part }",
      resolvers: ["Thing.part": .lookup(by: "id", access: .everyViewer)],
      problems: "Thing.part looks a row up by id below the root, where its parent is no condition"),
    MapMistake(
      "a lookup that may not fail", sdl: "extend type Query { part(id: ID!): Part! }",
      resolvers: ["Query.part": .lookup(by: "id", access: .everyViewer)],
      problems: "Query.part looks a row up, which may not be there, but is non-null"),
    MapMistake(
      "a lookup of a list", sdl: "extend type Query { parts(id: ID!): [Part!] }",
      resolvers: ["Query.parts": .lookup(by: "id", access: .everyViewer)],
      problems: "Query.parts is [Part!], but its resolver gives one object"),
    MapMistake(
      "a lookup without its argument", sdl: "extend type Query { part: Part }",
      resolvers: ["Query.part": .lookup(by: "id", access: .everyViewer)],
      problems: "Query.part has no argument id of type ID"),
    MapMistake(
      "a lookup by what is no id", sdl: "extend type Query { part(id: String!): Part }",
      resolvers: ["Query.part": .lookup(by: "id", access: .everyViewer)],
      problems: "Query.part has no argument id of type ID"),
    MapMistake(
      "a column of the root", sdl: "extend type Query { name: String }", resolvers: ["Query.name": text],
      problems: "Query.name is a value, but Query has no rows"),
    MapMistake(
      "a key of the root", sdl: "extend type Query { part: Part }",
      resolvers: ["Query.part": .toOne(foreignKey: "part_id", access: .everyViewer)],
      problems: "Query.part has no row to hold a key"),
    MapMistake(
      "a list of the root", sdl: "extend type Query { parts(first: Int = 1, offset: Int = 0): [Part!]! }",
      resolvers: ["Query.parts": .toMany(key: "query_id", access: .everyViewer)],
      problems: "Query.parts has no row to be referred to"),
  ]
}
