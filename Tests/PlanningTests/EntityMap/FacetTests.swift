import GraphQL
@testable import Planning
import SQL
import Testing

/// Entities that show the rows of another one to viewers of another scope.
struct FacetTests {
  private static let sdl = """
    extend type Query { box: Box }
    type Box { id: ID! label: String! size: Int isLate: Boolean lid: Part }
    type OpenBox { id: ID! label: String! size: Int isLate: Boolean }
    """

  private static let box = Entity<LibraryViewer>.small(
    "Box", table: "boxes", stored: [.everyViewer: ["id", "label", "lid"]],
    resolvers: [
      "size": .column("width", .int4, access: .everyViewer),
      "isLate": .expression(.bool, access: .everyViewer) { row, _ in "\(row["due"]) < now()" },
    ])

  private static func facet(resolvers: KeyValuePairs<String, Resolver<LibraryViewer>>) -> Entity<LibraryViewer> {
    Entity(
      facet: "OpenBox", of: box, scope: RowScope(column: "shelf_id", attribute: .library), access: .anyone, resolvers: resolvers)
  }

  private static func map(
    _ facet: Entity<LibraryViewer>, sharing shared: [String], of original: String = "Box"
  ) throws -> EntityMap<LibraryViewer> {
    try EntityMap(
      schema: Schema(sdl: [Source(MapMistake.soundSDL + sdl)]),
      areas: [
        MapMistake.soundArea, Area(entities: [box, facet], resolvers: ["Query.box": .own(.library, access: .everyViewer)]),
      ],
      introspection: .anyone, facets: ["OpenBox": Facet(of: original, fields: shared)])
  }

  private static let isLate = Resolver<LibraryViewer>.expression(.bool, access: .everyViewer) { row, _ in "\(row["late"])" }

  @Test func `The shared fields have the columns of the entity and the rule of the facet`() throws {
    let map = try Self.map(Self.facet(resolvers: ["isLate": Self.isLate]), sharing: ["id", "label", "size", "isLate"])
    let entity = try #require(map.entity("OpenBox"))
    #expect(entity.table == "boxes" && entity.scope.column == "shelf_id" && entity.quota == nil)
    for (field, column) in ["id": "id", "label": "label", "size": "width"] {
      #expect(map.column(of: field, on: "OpenBox") == column)
      #expect(map.resolver(of: field, on: "OpenBox")?.access.name == Access<LibraryViewer>.anyone.name)
      #expect(map.resolver(of: field, on: "Box")?.access.name == Access<LibraryViewer>.everyViewer.name)
    }
    #expect(map.resolver(of: "isLate", on: "OpenBox")?.access.name == Access<LibraryViewer>.everyViewer.name)
  }

  @Test func `An expression is no field to share, and neither is a field that the SDL does not name`() throws {
    let error = #expect(throws: EntityMapError.self) {
      try Self.map(Self.facet(resolvers: [:]), sharing: ["id", "label", "isLate"])
    }
    #expect(error?.problems == ["OpenBox.isLate has no resolver", "OpenBox.size has no resolver"])
  }

  @Test func `A resolver of a shared field is refused`() throws {
    let label = Resolver<LibraryViewer>.column("label", .text, access: .everyViewer)
    let error = #expect(throws: EntityMapError.self) {
      try Self.map(Self.facet(resolvers: ["label": label, "isLate": Self.isLate]), sharing: ["id", "label", "size", "isLate"])
    }
    #expect(error?.problems == ["OpenBox.label has two resolvers"])
  }

  @Test func `The SDL and the entity are facets of the same type`() throws {
    let other = #expect(throws: EntityMapError.self) {
      try Self.map(Self.facet(resolvers: ["isLate": Self.isLate]), sharing: ["id", "label", "size"], of: "Part")
    }
    #expect(other?.problems.contains("OpenBox is a facet of Part in the SDL, and of Box") == true)
    let none = #expect(throws: EntityMapError.self) {
      try Self.map(
        .small("OpenBox", table: "boxes", stored: [.everyViewer: ["id", "label", "size"]], resolvers: ["isLate": Self.isLate]),
        sharing: ["id"])
    }
    #expect(none?.problems == ["OpenBox is a facet of Box in the SDL, and of no entity"])
  }
}
