import GraphQL

/// The access rules of fields of payloads. Their resolvers follow from the types of the fields:
///
///     viewer: Viewer!              .own(.accountID, …)        a type of which a viewer has one row
///     card: PickupCard             .changed("card", …)
///     dismissals: [Dismissal!]!    .changedList("dismissals", …)
///     id: ID!                      .changedKey("id", …)
///     goneIds: [ID!]!              .changedKeys("goneIds", …)
///     code: String!                .given("code", …)
///     session: Session!            .part(…)                   an object without rows
package struct PayloadRules<Viewer: ViewerContext>: Sendable {
  private let rows: @Sendable (Entity<Viewer>) -> Access<Viewer>
  private let values: @Sendable (Mutation<Viewer>, Access<Viewer>) -> Access<Viewer>

  /// - Parameters:
  ///   - rows: the rule of fields that show rows of an entity.
  ///   - values: the rule of other fields, for a mutation with its own rule.
  package init(
    rows: @escaping @Sendable (Entity<Viewer>) -> Access<Viewer>,
    values: @escaping @Sendable (Mutation<Viewer>, Access<Viewer>) -> Access<Viewer>
  ) {
    self.rows = rows
    self.values = values
  }

  /// The resolvers that follow, for all mutations.
  func resolvers(
    _ schema: Schema, _ entities: [String: Entity<Viewer>], _ resolvers: [String: [String: Resolver<Viewer>]]
  ) -> [(typeName: String, field: String, resolver: Resolver<Viewer>)] {
    guard let root = schema.mutationType else { return [] }
    return resolvers[root, default: [:]].sorted { $0.key < $1.key }.flatMap { name, resolver in
      guard case .mutation(let mutation) = resolver.kind, let typeName = schema.field(name, of: root)?.type.namedType,
        entities[typeName] == nil, let payload = schema.objectType(named: typeName)
      else { return [(typeName: String, field: String, resolver: Resolver<Viewer>)]() }
      return payload.fields.compactMap { field in
        self.resolver(of: field, mutation, resolver.access, schema, entities).map { (typeName, field.name, $0) }
      }
    }
  }

  /// - Returns: nil where nothing follows from the type.
  private func resolver(
    of field: FieldType, _ mutation: Mutation<Viewer>, _ access: Access<Viewer>, _ schema: Schema,
    _ entities: [String: Entity<Viewer>]
  ) -> Resolver<Viewer>? {
    let (name, isList) = (field.type.namedType, field.type.itemType != nil)
    if let entity = entities[name] {
      let access = rows(entity)
      if isList { return mutation.maximumListed.map { .changedList(field.name, atMost: $0, access: access) } }
      return entity.isScope ? .own(entity.scope.attribute, access: access) : .changed(field.name, access: access)
    }
    if isList { return name == "ID" ? .changedKeys(field.name, access: values(mutation, access)) : nil }
    let access = values(mutation, access)
    if schema.isLeaf(name) { return name == "ID" ? .changedKey(field.name, access: access) : .given(field.name, access: access) }
    return field.type.isNonNull ? .part(access: access) : nil
  }
}

extension Resolver {
  /// Whether two fields of payloads have the same value and the same rule.
  func isSamePayloadField(as other: Resolver) -> Bool {
    guard access.name == other.access.name else { return false }
    return switch (kind, other.kind) {
    case (.payload(let part), .payload(let otherPart)): part == otherPart
    case (.relation(.lookup(.changed(let name))), .relation(.lookup(.changed(let otherName)))): name == otherName
    case (.relation(.lookup(.viewer(let own))), .relation(.lookup(.viewer(let otherOwn)))): own == otherOwn
    case (.relation(.changedList(let name, let most)), .relation(.changedList(let otherName, let otherMost))):
      name == otherName && most == otherMost
    default: false
    }
  }
}
