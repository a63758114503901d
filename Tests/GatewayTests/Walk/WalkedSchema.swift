import Derivation
import Embedded
import GraphQL
import Planning
import Domain
import TestSupport

/// The types that tests walk, with what they need besides: their resolvers, and the tables of a database.
struct WalkedSchema: Sendable {
  let schema: Schema
  let declarations: [TypeDeclaration]
  /// The areas, the migrations and the placements that are not the school's.
  private let areas: [Area<Viewer>]
  private let migrations: [String]
  let placements: [TablePlacement]
  /// As the gateways of most tests have it.
  let map: EntityMap<Viewer>

  private init(
    _ schema: Schema, _ declarations: [TypeDeclaration], areas: [Area<Viewer>] = [], migrations: [String] = [],
    placements: [TablePlacement] = []
  ) throws {
    self.schema = schema
    self.declarations = declarations
    self.areas = areas
    self.migrations = migrations
    self.placements = placements
    map = try EntityMap(schema, declarations, areas: .domain(TestGateway.plainIdentity.get()) + areas)
  }

  /// The school as it is.
  static var domain: WalkedSchema { get throws { try ofDomain.get() } }
  private static let ofDomain = Result { try WalkedSchema(.domain(), TypeDeclaration.domain()) }

  /// The school and the types of `docs/adding-a-type.md`. Walks over all types include these: a type that is added in
  /// the way of that page is held to everything from its first day.
  static var recipe: WalkedSchema { get throws { try ofRecipe.get() } }
  private static let ofRecipe = Result {
    let expansion = try RecipeFile.expansion()
    return try WalkedSchema(
      Schema(sdl: [Source(expansion.sdl)]), expansion.declarations, areas: [.packing],
      migrations: RecipeFile.migrations.map { try RecipeFile($0).text },
      placements: TablePlacement.lines(of: RecipeFile("placement.txt").text))
  }

  /// The tables of the types of schools that the sample has no rows of, by the types' names.
  var addedTypesOfSchools: [String: String] {
    get throws {
      let known = Set(try TypeDeclaration.domain().map(\.name))
      let added = declarations.filter { !known.contains($0.name) }.compactMap { map.entity($0.name) }
      return Dictionary(
        added.filter { ["SCHOOL", "ADMINISTRATION"].contains(Scope.of($0)?.name) }.map { ($0.typeName, $0.table) }) { first, _ in first }
    }
  }

  /// Makes a map anew.
  func makeMap(_ identity: IdentityServices) throws -> EntityMap<Viewer> {
    try EntityMap(schema, declarations, areas: .domain(identity) + areas)
  }

  /// Makes a database with the tables of the types, and rows of each family.
  func database(_ name: String, families: Int = 3) async throws -> SchoolDatabase {
    var database = try await SchoolDatabase(name, families: families)
    if !migrations.isEmpty { try await database.add(migrations, for: map, and: addedTypesOfSchools.values.sorted()) }
    return database
  }
}

extension SchoolDatabase {
  /// The types whose tables the database has.
  var walked: WalkedSchema { get throws { try hasAdditions ? .recipe : .domain } }
}
