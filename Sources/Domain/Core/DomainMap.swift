package import Derivation
package import GraphQL
package import Planning

extension EntityMap where Viewer == Domain.Viewer {
  /// The whole domain: a new area is one line here.
  /// - Parameter identity: what signing in needs; nil where nothing is served, and mutations are only looked at.
  /// - Throws: `EntityMapError` when the SDL and the resolvers do not fit.
  package init(domain schema: Schema, identity: IdentityServices? = nil) throws(EntityMapError) {
    let declarations: [TypeDeclaration]
    do {
      declarations = try TypeDeclaration.domain()
    } catch {
      throw EntityMapError(problems: ["\(error)"])
    }
    try self.init(schema, declarations, areas: .domain(identity))
  }

  /// Areas with the look-ups and mutations that follow from the declarations of their types.
  /// - Throws: `EntityMapError` when the SDL and the resolvers do not fit.
  package init(
    _ schema: Schema, _ declarations: [TypeDeclaration], areas: [Area<Viewer>]
  ) throws(EntityMapError) {
    let derived = try Area.derived(
      from: declarations, areas.flatMap(\.types), around: areas.flatMap(\.around),
      batches: areas.flatMap(\.batches), requirements: areas.requirements)
    let types = areas.flatMap { $0.types + $0.hiddenTypes }
    try self.init(
      schema: schema, areas: areas + [derived], introspection: .anyone, characters: declarations.characters,
      constraints: ConstraintRules(.domain(declarations, types)), payloads: .domain,
      facets: declarations.facets)
    _ = try AuditedTable.all(declarations, in: self)
  }
}

extension [Area<Domain.Viewer>] {
  /// The requirements of the mutations that follow from the declaration of a type, by its name.
  fileprivate var requirements: [String: [MutationRequirement<Domain.Viewer>]] {
    reduce(into: [:]) { requirements, area in
      for type in area.types where !area.requirements.isEmpty { requirements[type.entity.typeName] = area.requirements }
    }
  }

  /// The areas of the domain.
  package static func domain(_ identity: IdentityServices? = nil) -> [Area<Domain.Viewer>] {
    [
      .identity(identity), .accounts(identity), .family, .membership(identity), .curriculum, .grading, .scales, .curriculumLists, .day, .dashboard,
      .notifications, .planner, .records, .terms, .reportCards(identity), .degrees, .studyTimes, .notes, .progress, .settings(identity),
      .privacy(identity), .storage, .changes, .schools(identity), .pickup, .pickupCards(identity), .schoolMessages,
      .claims(identity), .staffDevices, .files(identity), .schoolAttendance, .community, .posts(identity), .albums,
      .conversations(identity), .helpDesk,
      .consents, .termsOfUse, .calendar(identity), .money, .meals, .shopping, .groups, .webhooks(identity), .suggestions,
      .services,
    ]
  }
}

extension [TypeDeclaration] {
  /// The fields that types share with others, by type.
  fileprivate var facets: [String: Planning.Facet] {
    reduce(into: [:]) { facets, type in facets[type.name] = type.facet.map { Facet(of: $0.of, fields: $0.fields) } }
  }

  /// The most characters of texts that may be long, by type and field. A search of such texts costs more.
  fileprivate var characters: [String: [String: Int]] {
    reduce(into: [:]) { lengths, type in
      for case (let field, .text(let characters, _)) in type.bounds where characters.upperBound >= 1_000 {
        lengths[type.name, default: [:]][field] = characters.upperBound
      }
    }
  }
}
