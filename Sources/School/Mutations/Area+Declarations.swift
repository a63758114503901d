package import Derivation
package import Planning
import SQL

extension Area where Viewer == School.Viewer {
  /// The look-ups and mutations that follow from the directives of types.
  /// - Parameter types: those that areas have.
  /// - Throws: `EntityMapError` for mutations of a type that is not writable, and for fields of which no column follows.
  package static func derived(
    from declarations: [TypeDeclaration], _ types: [any EntityType<Viewer>.Type]
  ) throws(EntityMapError) -> Area {
    var resolvers: [(String, Resolver<Viewer>)] = []
    var problems: [String] = []
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
      let mutations = DerivedMutations(declaration, type.entity, type.rules)
      problems += mutations.problems
      resolvers += mutations.resolvers
    }
    guard problems.isEmpty else { throw EntityMapError(problems: problems) }
    return Area(derived: resolvers)
  }
}

extension TypeDeclaration {
  fileprivate var isWritten: Bool { creation != nil || update != nil || deletion != nil }
}

/// The mutations of a type that its directives ask for, with the resolvers of their payloads.
private struct DerivedMutations {
  let declaration: TypeDeclaration
  let entity: Entity<Viewer>
  let rules: WriteRules

  init(_ declaration: TypeDeclaration, _ entity: Entity<Viewer>, _ rules: WriteRules) {
    self.declaration = declaration
    self.entity = entity
    self.rules = rules
  }

  /// The fields of which no column follows.
  var problems: [String] {
    let fields = Set((declaration.creation?.fields ?? []) + (declaration.update?.fields ?? []))
    return fields.filter { $0.write == nil }.map {
      "\(declaration.name).\($0.field) is \($0.typeName), of which no column follows that can be written"
    }
  }

  var resolvers: [(String, Resolver<Viewer>)] {
    let (name, key) = (declaration.name, declaration.key)
    var resolvers: [(String, Resolver<Viewer>)] = []
    if let creation = declaration.creation {
      resolvers += [
        ("Mutation.create\(name)", mutations(of: creation.fields, by: creation.writers).create),
        ("Create\(name)Payload.\(key)", .changed(key, access: .family)),
      ]
    }
    if let update = declaration.update {
      resolvers += [
        ("Mutation.update\(name)", mutations(of: update.fields, by: update.writers).update(former: rules.former)),
        ("Update\(name)Payload.\(key)", .changed(key, access: .family)),
      ]
    }
    if let deletion = declaration.deletion {
      let delete = mutations(of: [], by: deletion.writers).delete(
        rules.related, hasOthers: rules.hasOthers, cascade: rules.cascade, detaching: rules.detaching)
      resolvers += [
        ("Mutation.delete\(name)", delete), ("Delete\(name)Payload.id", .changedKey("id", access: .family)),
      ]
    }
    return resolvers
  }

  private func mutations(of fields: [WritableField], by writers: Writers) -> EntityMutations {
    let writes = fields.compactMap(\.write)
    return EntityMutations(
      of: entity, name: declaration.key,
      values: { input throws(MutationFailure) in
        var values: EntityMutations.Values = []
        for write in writes { values += try write(input) }
        return values
      }, references: references(of: fields), upperBound: rules.upperBound, checkViolations: rules.checkViolations,
      duplicates: rules.duplicates, access: Access(writers), constants: rules.constants)
  }

  /// The input field of each reference, by the name of its constraint: `studentId` by `assignments_student`.
  private func references(of fields: [WritableField]) -> [String: String] {
    let references = fields.compactMap { field -> (String, String)? in
      guard case .reference = field.kind else { return nil }
      return ("\(entity.table)_\(field.field.databaseName)", field.input)
    }
    return Dictionary(references) { first, _ in first }
  }
}

extension Access where Viewer == School.Viewer {
  /// The rule of those who may write.
  fileprivate init(_ writers: Writers) {
    switch writers {
    case .parents: self = .parents
    case .members: self = .members
    case .students: self = .students
    }
  }
}
