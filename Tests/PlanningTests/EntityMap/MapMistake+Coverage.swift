import Planning

extension MapMistake {
  /// Each field has one resolver, each resolver a field.
  static let coverage = [
    MapMistake(
      "a field without a resolver", sdl: "extend type Thing { colour: String }",
      problems: "Thing.colour has no resolver"),
    MapMistake(
      "a root field without a resolver", sdl: "extend type Query { part(id: ID!): Part }",
      problems: "Query.part has no resolver"),
    MapMistake(
      "a resolver without a field", resolvers: ["Thing.colour": text],
      problems: "Thing.colour has a resolver, but the SDL has no such field of an object type"),
    MapMistake(
      "a resolver without a type", resolvers: ["Ghost.name": text],
      problems: "Ghost.name has a resolver, but the SDL has no such field of an object type"),
    MapMistake(
      "a resolver of an interface's field", sdl: "interface Named { name: String! }",
      resolvers: ["Named.name": text],
      problems: "Named.name has a resolver, but the SDL has no such field of an object type"),
    MapMistake(
      "two resolvers of one field", resolvers: ["Thing.name": text],
      problems: "Thing.name has two resolvers"),
    MapMistake(
      "two resolvers of one coordinate", sdl: "extend type Thing { colour: String }",
      resolvers: ["Thing.colour": text, "Thing.colour": text], problems: "Thing.colour has two resolvers"),
    MapMistake(
      "a coordinate without a field", resolvers: ["Thing": text],
      problems: "\"Thing\" is not a coordinate of the form Type.field"),
    MapMistake(
      "a coordinate of three parts", resolvers: ["Thing.name.first": text],
      problems: "\"Thing.name.first\" is not a coordinate of the form Type.field"),
    MapMistake(
      "a coordinate with two dots", resolvers: ["Thing..name": text],
      problems: "\"Thing..name\" is not a coordinate of the form Type.field"),
    MapMistake(
      "an empty coordinate", resolvers: ["": text], problems: "\"\" is not a coordinate of the form Type.field"),
  ]
}
