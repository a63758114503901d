/// The fields of an entity that facets of it may share: values of columns. An expression may look at its scope, so that a facet
/// writes its own.
struct SharedFields<Viewer: ViewerContext>: Sendable {
  /// The type of the entity.
  let typeName: String
  /// The rule of the fields in the facet.
  let access: Access<Viewer>
  private let stored: Set<String>
  private let columns: [String: Resolver<Viewer>]

  init(of entity: Entity<Viewer>, access: Access<Viewer>) {
    typeName = entity.typeName
    self.access = access
    stored = Set(entity.stored.flatMap(\.value))
    var columns: [String: Resolver<Viewer>] = [:]
    for (field, resolver) in entity.resolvers where resolver.column != nil {
      if case .value = resolver.kind { columns[field] = resolver }
    }
    self.columns = columns
  }

  func isStored(_ field: String) -> Bool { stored.contains(field) }

  /// The resolver of a field that is a column of another name or type; nil for other fields.
  func column(_ field: String) -> Resolver<Viewer>? {
    columns[field].map { column in
      var resolver = Resolver(kind: column.kind, access: access, characters: column.characters)
      resolver.column = column.column
      return resolver
    }
  }
}
