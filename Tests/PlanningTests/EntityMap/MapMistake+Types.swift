import Planning
import SQL

extension MapMistake {
  /// A resolver returns the type that the SDL declares.
  static let types = [
    MapMistake(
      "a non-null field that may be refused", sdl: "extend type Thing { secret: String! }",
      resolvers: ["Thing.secret": .column("secret", .text, access: .staff)],
      problems: "Thing.secret may be refused by staff, but is non-null"),
    MapMistake(
      "a non-null list that may be refused",
      sdl: "extend type Thing { spares(first: Int = 1, offset: Int = 0): [Part!]! }",
      resolvers: ["Thing.spares": .toMany(key: "spare_of", access: .staffOrAuthor)],
      problems: "Thing.spares may be refused by staffOrAuthor, but is non-null"),
    MapMistake(
      "text for an Int", sdl: "extend type Thing { size: Int }", resolvers: ["Thing.size": text],
      problems: "Thing.size is Int, which text cannot be"),
    MapMistake(
      "text for a list", sdl: "extend type Thing { tags: [String!]! }", resolvers: ["Thing.tags": text],
      problems: "Thing.tags is [String!]!, which text cannot be"),
    MapMistake(
      "an array for a String", sdl: "extend type Thing { tags: String }",
      resolvers: ["Thing.tags": .column("tags", .textArray, access: .everyViewer)],
      problems: "Thing.tags is String, which _text cannot be"),
    MapMistake(
      "a number for an enum", sdl: "enum Size { SMALL } extend type Thing { size: Size }",
      resolvers: ["Thing.size": .column("size", .int4, access: .everyViewer)],
      problems: "Thing.size is Size, which int4 cannot be"),
    MapMistake(
      "a column for an object", sdl: "extend type Thing { twin: Thing }", resolvers: ["Thing.twin": text],
      problems: "Thing.twin is Thing, which text cannot be"),
    MapMistake(
      "a column for a list of objects", sdl: "extend type Thing { twins: [Thing!]! }",
      resolvers: ["Thing.twins": .column("twins", .textArray, access: .everyViewer)],
      problems: "Thing.twins is [Thing!]!, which _text cannot be"),
  ]
}
