package import Derivation
package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// The look-ups and mutations that follow from the directives of types.
  /// - Parameters:
  ///   - types: those that areas have.
  ///   - around: mutations that do more than the declared write, by coordinate.
  ///   - batches: mutations of several rows.
  ///   - requirements: those of the mutations of a type, by its name.
  /// - Throws: `EntityMapError` for mutations of a type that is not writable, and for fields of which no column follows.
  package static func derived(
    from declarations: [TypeDeclaration], _ types: [any EntityType<Viewer>.Type],
    around: [(coordinate: String, wrap: DeclaredWrite<Viewer>.Wrapper)] = [], batches: [DeclaredBatch<Viewer>] = [],
    requirements: [String: [MutationRequirement<Viewer>]] = [:]
  ) throws(EntityMapError) -> Area {
    var resolvers: [(String, Resolver<Viewer>)] = []
    var problems: [String] = []
    var writes: [String: DeclaredWrite<Viewer>] = [:]
    var required: [String: [MutationRequirement<Viewer>]] = [:]
    for declaration in declarations {
      if declaration.hasLookup {
        resolvers.append(("Query.\(declaration.key)", .lookup(by: "id", access: .signedIn)))
      }
      guard declaration.isWritten else { continue }
      let type = types.lazy.compactMap { $0 as? any WritableType.Type }
        .first { $0.entity.typeName == declaration.name }
      guard let type else {
        problems.append("\(declaration.name) is created, updated or deleted, but is no WritableType")
        continue
      }
      let keeping = Keeping(declaration, declarations, types)
      let mutations = DerivedMutations(declaration, type.entity, type.rules, type.constraints, keeping)
      problems += mutations.problems
      for coordinate in mutations.writes.keys { required[coordinate] = requirements[declaration.name] }
      writes.merge(mutations.writes) { first, _ in first }
    }
    for batch in batches {
      let parts = batch.writes.compactMap { writes[$0] }
      if parts.count == batch.writes.count {
        let needed = batch.writes.flatMap { required[$0] ?? [] }
        resolvers.append((batch.coordinate, batch.make(parts).needing(needed)))
      } else {
        problems.append("\(batch.coordinate) is made of a write that no directive declares")
      }
    }
    for (coordinate, wrap) in around {
      if let write = writes.removeValue(forKey: coordinate) {
        resolvers.append((coordinate, wrap(write).needing(required[coordinate] ?? [])))
      } else {
        problems.append("\(coordinate) is around a write that no directive declares")
      }
    }
    guard problems.isEmpty else { throw EntityMapError(problems: problems) }
    return Area(derived: resolvers + writes.map { ($0.key, $0.value.resolver.needing(required[$0.key] ?? [])) })
  }
}

extension TypeDeclaration {
  fileprivate var isWritten: Bool { creation != nil || !updates.isEmpty || deletion != nil }
}

/// The mutations of a type that its directives ask for.
private struct DerivedMutations {
  let declaration: TypeDeclaration
  let entity: Entity<Viewer>
  let rules: WriteRules
  let constraints: [ConstraintRule]
  let keeping: Keeping?

  init(
    _ declaration: TypeDeclaration, _ entity: Entity<Viewer>, _ rules: WriteRules, _ constraints: [ConstraintRule],
    _ keeping: Keeping?
  ) {
    self.declaration = declaration
    self.entity = entity
    self.rules = rules
    self.constraints = constraints
    self.keeping = keeping
  }

  /// The fields of which no column follows, and updates of which no row does.
  var problems: [String] {
    let fields = Set((declaration.creation?.fields ?? []) + declaration.updates.flatMap(\.fields))
    let scope = Scope.of(entity)
    let allowed = scope?.writers.map(\.writers.name) ?? []
    let strangers = scope == nil ? [] : declaration.writers.map(\.name).filter { !allowed.contains($0) }.map {
      "\(declaration.name) is written by \($0), who write no rows of its scope. Write one of \(allowed.joined(separator: ", "))"
    }
    let untied = fields.filter { $0.isLinks && entity.junction(of: $0.field) == nil }.map {
      "\(declaration.name).\($0.field) is a list that no table ties. Write a resolver .toMany(through:) in the entity"
    }
    let unwritable = fields.filter { !$0.isLinks && $0.write(to: entity) == nil }.map {
      "\(declaration.name).\($0.field) is \($0.typeName), of which no column follows that can be written"
    }
    let ownerless = declaration.updates.filter { !$0.namesObject && rules.own == nil }.map {
      "\(declaration.name): the input of \($0.verb) names no row. Give it an id, or write WriteRules(own:)"
    }
    return strangers + untied + unwritable + ownerless
  }

  /// By coordinate.
  var writes: [String: DeclaredWrite<Viewer>] {
    let name = declaration.name
    var writes: [String: DeclaredWrite<Viewer>] = [:]
    if let creation = declaration.creation {
      writes["Mutation.create\(name)"] = mutations(
        creation.fields, creation.writers, creation.payloadField, needsObject: creation.needsObject
      ).create
    }
    for update in declaration.updates {
      writes["Mutation.\(update.verb)\(name)"] =
        mutations(update.fields, update.writers, update.payloadField).update(update)
    }
    if let deletion = declaration.deletion {
      writes["Mutation.delete\(name)"] = mutations([], deletion.writers, declaration.key).delete
    }
    return writes
  }

  private func mutations(
    _ fields: [WritableField], _ writers: Writers, _ name: String, needsObject: Bool = false
  ) -> EntityMutations {
    let staff = writers.isStaff ? StaffWriting(declaration, entity, writers) : nil
    let rights: (any StudentRights)?
    if staff?.admitsTeachers == true {
      rights = AudienceWriting()
    } else {
      rights = writers.claim == .keeper ? keeping : Ownership(declaration, entity, writers)
    }
    return EntityMutations(
      of: entity, name: name, fields, by: writers, rights: rights, staff: staff, needsObject: needsObject, rules, constraints)
  }
}
