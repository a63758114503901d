/// A part of the domain: its entities, and resolvers that it adds to fields of any type by coordinate.
///
///     Area(entities: [.subject, .course], resolvers: ["Query.course": .lookup(by: "id", access: .family)])
package struct Area<Viewer: ViewerContext>: Sendable {
  let entities: [Entity<Viewer>]
  /// Rows that no object of the schema shows, and that mutations change: sessions, say. They have no resolvers.
  let hidden: [Entity<Viewer>]
  /// By coordinate, `Type.field`. Pairs, not a dictionary: a duplicate is reported, not a trap.
  let resolvers: KeyValuePairs<String, Resolver<Viewer>>

  package init(
    entities: [Entity<Viewer>], hidden: [Entity<Viewer>] = [],
    resolvers: KeyValuePairs<String, Resolver<Viewer>>
  ) {
    self.entities = entities
    self.hidden = hidden
    self.resolvers = resolvers
  }
}
