import Planning
import SQL

extension MapMistake {
  /// A relation leads to an entity, and a list is bounded.
  static let relations = [
    MapMistake(
      "a relation to no entity", sdl: "type Orphan { name: String } extend type Thing { orphan: Orphan }",
      resolvers: [
        "Orphan.name": text, "Thing.orphan": .toOne(foreignKey: "orphan_id", access: .everyViewer),
      ],
      problems: "Orphan is bound to no entity", "Thing.orphan leads to Orphan, which is bound to no entity"),
    MapMistake(
      "a relation to a scalar", sdl: "extend type Thing { colour: String }",
      resolvers: ["Thing.colour": .toOne(foreignKey: "colour_id", access: .everyViewer)],
      problems: "Thing.colour leads to String, which is bound to no entity"),
    MapMistake(
      "a way that leads nowhere", sdl: "extend type Thing { far: Part }",
      resolvers: ["Thing.far": .toOne(through: ["nothing"], access: .everyViewer)],
      problems: "Thing.far is by a way that does not lead from Thing to it, or is non-null"),
    MapMistake(
      "one object for a list", sdl: "extend type Thing { twins: [Thing!]! }",
      resolvers: ["Thing.twins": .toOne(foreignKey: "twin_id", access: .everyViewer)],
      problems: "Thing.twins is [Thing!]!, but its resolver gives one object"),
    MapMistake(
      "a list for one object", sdl: "extend type Thing { twin(first: Int = 1, offset: Int = 0): Thing }",
      resolvers: ["Thing.twin": .toMany(key: "twin_id", access: .everyViewer)],
      problems: "Thing.twin is Thing, but its resolver gives a list"),
    MapMistake(
      "a list of lists", sdl: "extend type Thing { grid(first: Int = 1, offset: Int = 0): [[Part!]!]! }",
      resolvers: ["Thing.grid": .toMany(key: "thing_id", access: .everyViewer)],
      problems: "Thing.grid is [[Part!]!]!, but its resolver gives a list"),
    MapMistake(
      "a list without bounds", sdl: "extend type Thing { spares: [Part!]! }",
      resolvers: ["Thing.spares": .toMany(key: "thing_id", access: .everyViewer)],
      problems: "Thing.spares is a list without an argument first: Int with a default",
      "Thing.spares is a list without an argument offset: Int with a default"),
    MapMistake(
      "a list whose ties are of another scope", sdl: "extend type Thing { spares(first: Int = 1, offset: Int = 0): [Part!]! }",
      resolvers: ["Thing.spares": .toMany(through: ForeignTie.self, from: .thingID, to: .partID, access: .everyViewer)],
      problems: "Thing.spares is tied by ties, which is not of its scope"),
    MapMistake(
      "a series without its days", sdl: "enum Step { DAY WEEK } extend type Thing { days(from: Date, by: Step!): [Part!]! } scalar Date",
      resolvers: ["Thing.days": .toMany(key: "thing_id", access: .everyViewer, bounds: .periods())],
      problems: "Thing.days is a series without an argument from: Date!", "Thing.days is a series without an argument to: Date!",
      "Thing.days is a series without an argument by of an enum with DAY, WEEK and MONTH"),
    MapMistake(
      "a list without a default bound", sdl: "extend type Thing { spares(first: Int!, offset: Int = 0): [Part!]! }",
      resolvers: ["Thing.spares": .toMany(key: "thing_id", access: .everyViewer)],
      problems: "Thing.spares is a list without an argument first: Int with a default"),
    MapMistake(
      "a list whose offset is no number",
      sdl: "extend type Thing { spares(first: Int = 1, offset: String = \"0\"): [Part!]! }",
      resolvers: ["Thing.spares": .toMany(key: "thing_id", access: .everyViewer)],
      problems: "Thing.spares is a list without an argument offset: Int with a default"),
    MapMistake(
      "all there is, where there may be several", sdl: "extend type Thing { others(first: Int = 1, offset: Int = 0): [Thing!]! }",
      resolvers: ["Thing.others": .all(access: .everyViewer)],
      problems: "Thing.others is all there is, but there may be several Thing"),
    MapMistake(
      "all there is, without the bound that it names", sdl: "extend type Query { things(first: Int = 1): [Thing!]! }",
      resolvers: ["Query.things": .all(bounds: ListBounds(first: "count", offset: nil), access: .everyViewer)],
      problems: "Query.things is a list without an argument count: Int with a default"),
    MapMistake(
      "an object that an expression may not find, but non-null", sdl: "extend type Query { best: Thing! }",
      resolvers: ["Query.best": .lookup(access: .everyViewer) { _, _ in "NULL" }],
      problems: "Query.best looks a row up, which may not be there, but is non-null"),
  ]
}

/// Rows of people that tie others.
private enum ForeignTie: EntityType {
  enum Column: String, ColumnName {
    case thingID = "thing_id"
    case partID = "part_id"
  }

  static var entity: Entity<LibraryViewer> {
    Entity(
      "Tie", table: "ties", scope: RowScope(column: "person_id", attribute: .person), visibility: .wholeScope, extent: .small)
  }
}
