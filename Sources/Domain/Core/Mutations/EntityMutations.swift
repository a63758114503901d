import Derivation
import Planning
import SQL

/// A mutation that changes one row of a type: the columns of the fields that its directive gives, and the type's rules.
struct EntityMutations {
  typealias Values = [ColumnValue]

  let entity: Entity<Viewer>
  /// The name of the object in the payload.
  let name: String
  let access: Access<Viewer>
  let rules: WriteRules
  /// The answers to violations that `rules` do not name. An item of several has a path of its own.
  private let constraints: ConstraintRules
  /// Whether the payload of a creation always shows the object.
  private let needsObject: Bool
  /// Nil where the writers do not depend on the row.
  let rights: (any StudentRights)?
  /// Nil for rows that the viewer writes as a member of its family.
  let staff: StaffWriting?
  private let fields: [WritableField]
  private let writes: [WritableField.Write]

  init(
    of entity: Entity<Viewer>, name: String, _ fields: [WritableField], by writers: Writers,
    rights: (any StudentRights)? = nil, staff: StaffWriting? = nil, needsObject: Bool = false, _ rules: WriteRules,
    _ constraints: [ConstraintRule] = []
  ) {
    self.entity = entity
    self.name = name
    self.fields = fields
    self.rules = rules
    self.constraints = ConstraintRules(constraints)
    self.needsObject = needsObject
    self.rights = rights
    self.staff = staff
    access = Access(writers)
    // The owner of a new row is written by its own rule.
    writes = fields.filter { !$0.isOwner }.compactMap { $0.write(to: entity) }
  }

  /// Adds a row. The same input sent again is answered as the first time.
  var create: DeclaredWrite<Viewer> {
    let columns = fields.filter { !$0.isLinks }.map { $0.column(of: entity) }
    return DeclaredWrite(access: access, columns: columns, isStaffWrite: staff != nil) { input, viewer throws(MutationFailure) in
      let key = try input.newID()
      return .insert(
        entity, key: key, as: name, for: try staff?.identified(input, viewer) ?? input,
        creation: try staff?.creation(input) ?? .init(isRowNeeded: needsObject), locks: try staff?.locks(forNew: input),
        following: links(input, key), failure: { failure(of: $0, input) }
      ) {
        () throws(MutationFailure) in
        let own = try rights?.creation(input, viewer) ?? .init([])
        let given = try values(input, isNew: true).filter { value in !own.values.contains { $0.column == value.column } }
        return .init(rules.constants + own.values + given, requiring: own.requirements)
      }
    }
  }

  /// Changes what the input gives.
  func update(_ update: TypeDeclaration.Update) -> DeclaredWrite<Viewer> {
    let own = update.namesObject ? nil : rules.own
    let transition = rules.transitions[update.verb]
    return DeclaredWrite(access: access, isStaffWrite: staff != nil) { input, viewer throws(MutationFailure) in
      let key = try key(input, own, viewer)
      return .update(
        entity, key: key, as: name, for: input, version: try input.integer("ifVersion"),
        former: rules.former, locks: staff?.locks(for: key, input) ?? rules.locks, before: step(input),
        following: links(input, key), failure: { failure(of: $0, input) }
      ) { () throws(MutationFailure) in
        let values = try values(input)
        if update.needsChange && values.isEmpty && links(input, key) == nil { throw nothingToChange(input) }
        let bounds = try rules.upperBound?.requirement(input, values).map { [$0] } ?? []
        let rights = try rights?.update(input, viewer) ?? []
        return .init(
          values + (transition?.values ?? []), requiring: rights + bounds + (transition?.requirements(input) ?? []))
      }
    }
  }

  /// The columns that the input gives.
  private func values(_ input: MutationInput, isNew: Bool = false) throws(MutationFailure) -> Values {
    var values: Values = []
    for write in writes { values += try write(input) }
    return values + (try rules.further?(input, isNew) ?? [])
  }

  /// The key of the row that is to be changed: the viewer's own, or the one that the input names.
  private func key(
    _ input: MutationInput, _ own: Viewer.Attribute?, _ viewer: Viewer
  ) throws(MutationFailure) -> UUIDValue {
    guard let own else { return try input.requiredID("id") }
    guard case .uuid(let key) = viewer.value(of: own) else { throw input.notFound("id") }
    return key
  }

  private func step(_ input: MutationInput) -> RowWrite<Viewer>.Step? {
    guard let beforeUpdate = rules.beforeUpdate else { return nil }
    return { rows throws(MutationFailure) in try await beforeUpdate(input, try values(input), rows) }
  }

  /// Ties the rows that the input names to the row; nil where it names none.
  private func links(_ input: MutationInput, _ key: UUIDValue) -> RowWrite<Viewer>.Step? {
    let ties = ties(input, key)
    guard let following = rules.following, input.isGiven(following.input) else { return ties }
    return { rows throws(MutationFailure) in
      try await ties?(rows)
      try await following.step(input, key, rows)
    }
  }

  private func ties(_ input: MutationInput, _ key: UUIDValue) -> RowWrite<Viewer>.Step? {
    let given = fields.compactMap { field -> Link? in
      guard case .references(let typeName, let most) = field.kind, input.isGiven(field.input),
        let junction = entity.junction(of: field.field)
      else { return nil }
      // A creation without them has none.
      if input.isNull(field.input) && !field.isRequired { return nil }
      return Link(input: field.input, typeName: typeName, most: most, junction: junction)
    }
    if given.isEmpty { return nil }
    return { rows throws(MutationFailure) in
      for link in given {
        guard let ids = try input.ids(link.input, atLeast: 0, atMost: link.most) else {
          throw .invalid("\"\(link.input)\" must not be null.", at: input.path(of: link.input))
        }
        let unknown = try await rows.link(ids, of: link.typeName, to: key, by: link.junction)
        if let index = ids.firstIndex(where: unknown.contains) {
          throw .notFound("There is nothing with this id.", at: input.path(of: link.input) + ["\(index)"])
        }
      }
    }
  }

  private struct Link {
    let input: String
    let typeName: String
    let most: Int
    let junction: Junction<Viewer>
  }

  private func nothingToChange(_ input: MutationInput) -> MutationFailure {
    let names = fields.map { "\"\($0.input)\"" }.joined(separator: " or ")
    return .invalid("There is nothing to change: give \(names).", at: fields.first.map { input.path(of: $0.input) } ?? [])
  }

  /// The client's error for a constraint that a statement violates.
  private func failure(of error: StatementError, _ input: MutationInput) -> MutationFailure {
    switch error.reason {
    case .statement(.foreignKeyViolation):
      if let field = fields.first(where: { $0.isReference && $0.constraint(in: entity.table) == error.constraint }) {
        return input.notFound(field.input)
      }
    case .statement(.uniqueViolation):
      let duplicate = error.constraint.flatMap { rules.duplicates[$0] }
      return .conflict(
        duplicate?.message ?? "This id was used for something else: send another.", at: input.path(of: duplicate?.field ?? "id"),
        version: nil)
    case .statement(.checkViolation):
      if let violation = Violation(error, of: rules.checkViolations, input) {
        return .invalid(violation.message, at: violation.path)
      }
    case .statement(.exclusionViolation):
      if let violation = Violation(error, of: rules.overlaps, input) {
        return .conflict(violation.message, at: violation.path, version: nil)
      }
    case .statement(.invalidParameterValue):
      // PostgreSQL alone knows which names of time zones there are.
      if let zone = fields.first(where: { $0.kind == .scalar("TimeZone") })?.input {
        return .invalid(
          "\"\(zone)\" must be the IANA name of a time zone that there is, such as America/New_York.",
          at: input.path(of: zone))
      }
    default: break
    }
    if let answer = constraints.answer(to: error, input), answer.isExpected { return answer.failure }
    return .database(error)
  }
}

/// The message for a constraint that a statement violates, and the field of the input that is to blame.
private struct Violation {
  let message: String
  let path: [String]

  /// - Returns: nil for a constraint that the rules do not name.
  init?(
    _ error: StatementError, of rules: [String: (fields: [String], message: String)], _ input: MutationInput
  ) {
    let parts = (error.constraint ?? "").split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = parts.first, let rule = rules[name] else { return nil }
    message = rule.message.replacing("LIMIT", with: parts.dropFirst().first ?? "")
    path = (rule.fields.first(where: input.isGiven) ?? rule.fields.first).map(input.path) ?? []
  }
}

extension WritableField {
  /// The name of the foreign key of a reference: `assignments_student` of `student`.
  func constraint(in table: String) -> String { "\(table)_\(field.databaseName)" }
}
