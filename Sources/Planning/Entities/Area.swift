/// A part of the domain: its entities, and resolvers that it adds to fields of any type by coordinate.
///
///     Area(types: [Subject.self, Course.self], resolvers: ["Query.course": .lookup(by: "id", access: .family)])
package struct Area<Viewer: ViewerContext>: Sendable {
  /// The types that code names.
  package let types: [any EntityType<Viewer>.Type]
  let entities: [Entity<Viewer>]
  /// Rows that no object of the schema shows, and that mutations change, such as sessions. They have no resolvers.
  let hidden: [Entity<Viewer>]
  /// The types of those rows.
  package let hiddenTypes: [any EntityType<Viewer>.Type]
  /// By coordinate, `Type.field`. Pairs, not a dictionary: a duplicate is reported, not a trap.
  let resolvers: [(coordinate: String, resolver: Resolver<Viewer>)]
  /// By coordinate of the mutation.
  package let around: [(coordinate: String, wrap: DeclaredWrite<Viewer>.Wrapper)]
  package let batches: [DeclaredBatch<Viewer>]
  /// The requirements of all its mutations, also of those that follow from the declarations of its types.
  package let requirements: [MutationRequirement<Viewer>]

  /// - Parameters:
  ///   - entities: those of types that no code names.
  ///   - around: mutations that do more than the write that directives declare for them: `"Mutation.createFamily"`.
  ///   - batches: mutations of several rows that are made of declared writes.
  ///   - requirements: those of all mutations of the area.
  package init(
    types: [any EntityType<Viewer>.Type] = [], entities: [Entity<Viewer>] = [],
    hidden: [any EntityType<Viewer>.Type] = [], resolvers: KeyValuePairs<String, Resolver<Viewer>>,
    around: KeyValuePairs<String, DeclaredWrite<Viewer>.Wrapper> = [:], batches: [DeclaredBatch<Viewer>] = [],
    requirements: [MutationRequirement<Viewer>] = []
  ) {
    self.types = types
    self.entities = types.map { Entity(of: $0) } + entities
    self.hidden = hidden.map { Entity(of: $0) }
    hiddenTypes = hidden
    self.resolvers = resolvers.map { ($0.key, $0.value.isMutation ? $0.value.needing(requirements) : $0.value) }
    self.requirements = requirements
    self.around = around.map { ($0.key, $0.value) }
    self.batches = batches
  }

  /// Resolvers that follow from declarations, by coordinate.
  package init(derived resolvers: [(String, Resolver<Viewer>)]) {
    types = []
    entities = []
    hidden = []
    hiddenTypes = []
    self.resolvers = resolvers.map { ($0.0, $0.1) }
    around = []
    batches = []
    requirements = []
  }
}
