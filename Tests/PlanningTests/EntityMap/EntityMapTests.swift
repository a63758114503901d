import GraphQL
import Planning
import SQL
import Testing

struct EntityMapTests {
  private func map(_ mistake: MapMistake) throws -> EntityMap<LibraryViewer> {
    try EntityMap(
      schema: Schema(sdl: [Source(MapMistake.soundSDL + mistake.sdl)]),
      areas: [MapMistake.soundArea, Area(entities: mistake.entities, resolvers: mistake.resolvers)],
      introspection: .anyone)
  }

  @Test func `What fits is accepted`() throws {
    #expect(try map(MapMistake("nothing")).entity("Thing")?.table == "things")
    #expect(try EntityMap.library().entity("Person")?.discriminator != nil)
  }

  @Test(
    "Everything that does not fit is refused with its coordinate",
    arguments: MapMistake.coverage + MapMistake.stored + MapMistake.types + MapMistake.relations + MapMistake.roots
      + MapMistake.entities + MapMistake.filters + MapMistake.orders + MapMistake.connections
      + MapMistake.summaries + MapMistake.nodes + MapMistake.payloads)
  func refusals(mistake: MapMistake) throws {
    let error = #expect(throws: EntityMapError.self) { try map(mistake) }
    #expect(error?.problems == mistake.problems.sorted())
  }

  @Test func `Hidden rows are of no type of the schema, and have one entity`() throws {
    let error = #expect(throws: EntityMapError.self) {
      try EntityMap(
        schema: Schema(sdl: [Source(MapMistake.soundSDL)]),
        areas: [
          MapMistake.soundArea,
          Area(hidden: [Thing.self, Secret.self, OtherSecret.self, Shown.self, Kept.self], resolvers: [:]),
        ], introspection: .anyone)
    }
    #expect(
      error?.problems == [
        "Kept is hidden, but a type of the schema", "Secret is bound to two hidden entities",
        "Shown is hidden, but a type of the schema", "Thing is hidden, but a type of the schema",
      ])
  }

  @Test func `All problems are told at once, in order, one on a line`() throws {
    let mistake = MapMistake(
      "two", sdl: "extend type Thing { b: Int a: Int }", resolvers: ["Part.z": MapMistake.text])
    let error = #expect(throws: EntityMapError.self) { try map(mistake) }
    #expect(
      error?.description == """
        the schema and its resolvers do not fit:
          - Part.z has a resolver, but the SDL has no such field of an object type
          - Thing.a has no resolver
          - Thing.b has no resolver
        """)
  }

  private enum Thing: EntityType {
    static let entity = Entity<LibraryViewer>.small("Thing", table: "things")
  }

  private enum Secret: EntityType {
    enum Column: String, ColumnName {
      case hash
      case keptUntil = "kept_until"
    }

    static let entity = Entity<LibraryViewer>.small("Secret", table: "secrets")
  }

  private enum OtherSecret: EntityType {
    static let entity = Entity<LibraryViewer>.small("Secret", table: "others")
  }

  private enum Shown: EntityType {
    static let entity = Entity<LibraryViewer>.small("Shown", table: "shown", resolvers: ["name": MapMistake.text])
  }

  private enum Kept: EntityType {
    static let entity = Entity<LibraryViewer>.small("Kept", table: "kept", stored: [.everyViewer: ["name"]])
  }

  @Test func `The columns that statements name are those of visible and of hidden types, by table`() throws {
    let map = try EntityMap(
      schema: Schema(sdl: [Source(MapMistake.soundSDL)]),
      areas: [MapMistake.soundArea, Area(hidden: [Secret.self], resolvers: [:])], introspection: .anyone)
    #expect(map.namedColumns == ["secrets": ["hash", "kept_until"]])
  }
}
