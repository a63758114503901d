import Derivation
import Embedded
import GraphQL
@testable import Planning
import SQL
import Domain
import Testing

/// Look-ups and mutations that follow from directives: what does not fit is refused when the map is built.
struct DerivedMutationTests {
  /// The schema of the school with a type more, and the map that has the type.
  private func map(
    _ sdl: String, _ types: [any EntityType<Viewer>.Type], _ areas: [Area<Viewer>] = []
  ) throws -> EntityMap<Viewer> { try mapped(sdl, types, areas).map }

  private func mapped(
    _ sdl: String, _ types: [any EntityType<Viewer>.Type], _ areas: [Area<Viewer>]
  ) throws -> (map: EntityMap<Viewer>, declarations: [TypeDeclaration]) {
    let files = EmbeddedFile.schema.map { SDLFile(name: $0.name, text: $0.text) }
    let expansion = try Expansion(of: files + [SDLFile(name: "badges.graphql", text: sdl)], writers: Writers.all)
    let map = try EntityMap(
      Schema(sdl: [Source(expansion.sdl)]), expansion.declarations,
      areas: .domain() + [Area(types: types, resolvers: [:])] + areas)
    return (map, expansion.declarations)
  }

  private static let badge = """
    type Badge implements Node @record @lookup @create(by: PARENTS, fields: [student, title]) @delete(by: MEMBERS) {
      title: String! @text(min: 1, max: 50)
      student: Student!
    }
    """

  private enum Badge: WritableType {
    static let entity = Entity<Viewer>(
      "Badge", table: "badges", scope: .family, visibility: .wholeScope, extent: .small,
      stored: [.family: ["id", "title", "student", "createdAt", "updatedAt", "version"]])
  }

  private enum ReadOnlyBadge: EntityType {
    static let entity = Badge.entity
  }

  @Test func `A type has what its directives ask for`() throws {
    let map = try map(Self.badge, [Badge.self])
    #expect(map.resolver(of: "badge", on: "Query")?.access.name == "signedIn")
    #expect(map.resolver(of: "createBadge", on: "Mutation")?.access.name == "parents")
    #expect(map.resolver(of: "deleteBadge", on: "Mutation")?.access.name == "members")
    #expect(map.resolver(of: "updateBadge", on: "Mutation") == nil)
    #expect(map.resolver(of: "title", on: "Badge")?.characters == 100)
  }

  @Test func `A type that is written has to be writable`() {
    let error = #expect(throws: EntityMapError.self) { try map(Self.badge, [ReadOnlyBadge.self]) }
    #expect(error?.problems == ["Badge is created, updated or deleted, but is no WritableType"])
  }

  @Test func `A field of a scalar that no column holds is refused`() {
    let sdl = Self.badge.replacing("title: String! @text(min: 1, max: 50)", with: "title: JSON!")
    let error = #expect(throws: EntityMapError.self) { try map(sdl, [Badge.self]) }
    #expect(error?.problems == ["Badge.title is JSON, of which no column follows that can be written"])
  }

  @Test func `A list of objects needs a table that ties them`() {
    let sdl = Self.badge.replacing("fields: [student, title]", with: "fields: [student, title, notes]")
      .replacing("student: Student!", with: "student: Student! notes: [Note!]! @list @links(max: 3)")
    let error = #expect(throws: EntityMapError.self) { try map(sdl, [Badge.self]) }
    #expect(
      error?.problems == ["Badge.notes is a list that no table ties. Write a resolver .toMany(through:) in the entity"])
  }

  @Test func `An update whose input names no object needs one of the viewer's own`() {
    let sdl = Self.badge + """
       extend type Badge @update(by: PARENTS, fields: [title]) @byHand(names: ["UpdateBadgeInput"])
      input UpdateBadgeInput { ifVersion: Int title: String }
      """
    let error = #expect(throws: EntityMapError.self) { try map(sdl, [Badge.self]) }
    #expect(error?.problems == ["Badge: the input of update names no row. Give it an id, or write WriteRules(own:)"])
  }

  @Test func `A mutation of several rows needs the directives of one`() throws {
    let area = Area<Viewer>(
      resolvers: [:], batches: [DeclaredBatch("Mutation.createBadges", of: ["Mutation.createBadge"]) { $0[0].resolver }])
    let without = "type Badge implements Node @record @delete(by: MEMBERS) { title: String! student: Student! }"
    let error = #expect(throws: EntityMapError.self) { try map(without, [Badge.self], [area]) }
    #expect(error?.problems == ["Mutation.createBadges is made of a write that no directive declares"])
  }

  @Test func `Code around a write needs the directive that declares it`() throws {
    let area = Area<Viewer>(
      resolvers: [:], around: ["Mutation.createBadge": { .write(access: .members, $0.write) }])
    let declarations = try TypeDeclaration.domain()
    let error = #expect(throws: EntityMapError.self) {
      try EntityMap(Schema.domain(), declarations, areas: .domain() + [area])
    }
    #expect(error?.problems == ["Mutation.createBadge is around a write that no directive declares"])
    let map = try map(Self.badge, [Badge.self], [area])
    #expect(map.resolver(of: "createBadge", on: "Mutation")?.access.name == "members")
  }

  // MARK: The audit trail

  @Test func `The trigger of an audited type has the columns of its fields`() throws {
    let (map, declarations) = try mapped(Self.badge + " extend type Badge @audited(fields: [title, student])", [Badge.self], [])
    let table = try #require(AuditedTable.all(declarations, in: map).first { $0.name == "badges" })
    #expect(table.entries == .rows(subject: "BADGE", columns: ["title", "student_id"]))
    #expect(
      table.trigger == """
        CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON badges
          FOR EACH ROW EXECUTE FUNCTION audit_row('BADGE', 'title', 'student_id');
        """)
  }

  @Test func `A field that no column holds cannot be audited`() {
    let sdl = Self.badge.replacing("student: Student!", with: "student: Student! rank: Int")
      + " extend type Badge @audited(fields: [rank])"
    let ranks = Area<Viewer>(resolvers: ["Badge.rank": .expression(.int4, access: .family) { _, _ in "1" }])
    let error = #expect(throws: EntityMapError.self) { try map(sdl, [Badge.self], [ranks]) }
    #expect(error?.problems == ["Badge.rank is audited, but no column holds it"])
  }

  @Test func `A type whose entity is missing is named`() {
    let sdl = Self.badge.replacing("@create(by: PARENTS, fields: [student, title]) @delete(by: MEMBERS)", with: "")
    let error = #expect(throws: EntityMapError.self) { try map(sdl, []) }
    #expect(error?.problems.contains("Badge is bound to no entity") == true)
  }
}
