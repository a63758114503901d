import Planning

extension MapMistake {
  private static let named =
    "interface Named { name: String! } type Dog implements Named { name: String! } "
    + "type Cat implements Named { name: String! }"
  private static let resolvers: KeyValuePairs<String, Resolver<LibraryViewer>> = [
    "Dog.name": text, "Cat.name": text,
  ]

  /// An entity is bound to a type of its kind, and the types of an interface share its table and scope.
  static let entities = [
    MapMistake(
      "two entities of one type", entities: [.small("Part", table: "pieces")],
      problems: "Part is bound to two entities"),
    MapMistake(
      "an entity without a type", entities: [.small("Ghost", table: "ghosts")],
      problems: "Ghost is an entity, but the SDL has no type of that kind"),
    MapMistake(
      "an entity of a scalar", entities: [.small("String", table: "strings")],
      problems: "String is an entity, but the SDL has no type of that kind"),
    MapMistake(
      "an interface bound as an object", sdl: named,
      entities: [
        .small("Named", table: "pets"), .small("Dog", table: "pets"), .small("Cat", table: "pets"),
      ], resolvers: resolvers, problems: "Named is an entity, but the SDL has no type of that kind"),
    MapMistake(
      "an interface in another table", sdl: named,
      entities: [
        .abstract("Named", table: "pets", typeNames: ["D": "Dog", "C": "Cat"]), .small("Dog", table: "pets"),
        .small("Cat", table: "cats"),
      ], resolvers: resolvers, problems: "Named and Cat do not share a table and its scope"),
    MapMistake(
      "an interface in another scope", sdl: named,
      entities: [
        .abstract("Named", table: "pets", typeNames: ["D": "Dog", "C": "Cat"]),
        .small("Dog", table: "pets", scopeColumn: "owner_id"), .small("Cat", table: "pets"),
      ], resolvers: resolvers, problems: "Named and Dog do not share a table and its scope"),
    MapMistake(
      "an interface that does not know its types", sdl: named,
      entities: [
        .abstract("Named", table: "pets", typeNames: ["D": "Dog"]), .small("Dog", table: "pets"),
        .small("Cat", table: "pets"),
      ], resolvers: resolvers, problems: #"Named tells apart ["Dog"], but can be ["Cat", "Dog"]"#),
    MapMistake(
      "a union without a part for a type", sdl: named,
      entities: [.union("Named", [.init(Dog.self, [:])]), .small("Dog", table: "dogs"), .small("Cat", table: "cats")],
      resolvers: resolvers, problems: "Named has the parts [\"Dog\"], but can be [\"Cat\", \"Dog\"]"),
    MapMistake(
      "a union whose parts have other columns", sdl: named,
      entities: [
        .union("Named", [.init(Dog.self, ["day": .born]), .init(Cat.self, ["born": .born])]),
        .small("Dog", table: "dogs"), .small("Cat", table: "cats"),
      ], resolvers: resolvers, problems: "Named has other columns of Cat than of Dog"),
    MapMistake(
      "a union of rows of another scope", sdl: named,
      entities: [
        .union("Named", [.init(Dog.self, [:]), .init(Cat.self, [:])]), .small("Dog", table: "dogs"),
        .small("Cat", table: "cats", scopeColumn: "owner_id"),
      ], resolvers: resolvers, problems: "Named has the part Cat, which has no table of its scope"),
  ]
}

private enum Dog: EntityType {
  enum Column: String, ColumnName {
    case born
  }

  static let entity = Entity<LibraryViewer>.small("Dog", table: "dogs")
}

private enum Cat: EntityType {
  enum Column: String, ColumnName {
    case born
  }

  static let entity = Entity<LibraryViewer>.small("Cat", table: "cats")
}
