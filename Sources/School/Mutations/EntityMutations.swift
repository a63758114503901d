import Planning
import SQL

/// What can be written of one type: the changes that are the same for every type, each over that type's own
/// columns.
struct EntityMutations {
  typealias Values = [ColumnValue]

  let entity: Entity<Viewer>
  /// The name of the object in the payload.
  let name: String
  /// The columns that the input gives, of a new row and of one that is changed.
  let values: @Sendable (MutationInput) throws(MutationFailure) -> Values
  /// The input field of each column that refers to another row, by the name of its constraint.
  let references: [String: String]
  /// The number that may not be more than another one of its row.
  let upperBound: UpperBound?
  /// What is wrong when a value does not fit the others of its row, by the name of the constraint. The first of the fields
  /// that was given is to blame.
  let checkViolations: [String: (fields: [String], message: String)]
  /// What is wrong when there is such a row already, by the name of the constraint.
  let duplicates: [String: (field: String, message: String)]
  /// What is wrong when PostgreSQL does not know a value that has the right form.
  let unknownValue: (field: String, message: String)?
  /// Who may write.
  let access: Access<Viewer>
  /// The row that is to be changed or removed.
  let key: @Sendable (MutationInput, Viewer) throws(MutationFailure) -> UUIDValue?
  /// The columns that every new row has the same values in.
  let constants: Values
  /// Takes the locks that an update needs besides those of every change, before it locks the row: see `LockOrder`.
  let locks: RowWrite<Viewer>.Step?
  /// What else an update changes, before the row itself.
  let alongside: (@Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> Void)?

  init(
    of entity: Entity<Viewer>, name: String, values: @escaping @Sendable (MutationInput) throws(MutationFailure) -> Values,
    references: [String: String] = [:], upperBound: UpperBound? = nil,
    checkViolations: [String: (fields: [String], message: String)] = [:],
    duplicates: [String: (field: String, message: String)] = [:], unknownValue: (field: String, message: String)? = nil,
    access: Access<Viewer> = .parents,
    key: @escaping @Sendable (MutationInput, Viewer) throws(MutationFailure) -> UUIDValue? = {
      input, _ throws(MutationFailure) in try input.requiredID("id")
    }, constants: Values = [], locks: RowWrite<Viewer>.Step? = nil,
    alongside: (@Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> Void)? = nil
  ) {
    self.entity = entity
    self.name = name
    self.values = values
    self.references = references
    self.upperBound = upperBound
    self.checkViolations = checkViolations
    self.duplicates = duplicates
    self.unknownValue = unknownValue
    self.access = access
    self.key = key
    self.constants = constants
    self.locks = locks
    self.alongside = alongside
  }

  /// Adds a row. The same input sent again is answered as the first time.
  var create: Resolver<Viewer> {
    .write(access: access) { input, _ throws(MutationFailure) in
      .insert(entity, key: try input.newID(), as: name, for: input, failure: { failure(of: $0, input) }) {
        () throws(MutationFailure) in .init(constants + (try values(input)))
      }
    }
  }

  /// Changes what the input gives.
  /// - Parameter former: the columns whose keys the payload has as they were before, where they change.
  func update(former: KeyValuePairs<String, String> = [:]) -> Resolver<Viewer> {
    .write(access: access) { input, viewer throws(MutationFailure) in
      .update(
        entity, key: try row(input, viewer), as: name, for: input, version: try input.integer("ifVersion"),
        former: former, locks: locks, alongside: step(input), failure: { failure(of: $0, input) }
      ) { () throws(MutationFailure) in
        let values = try values(input)
        return .init(values, requiring: try upperBound?.requirement(input, values).map { [$0] } ?? [])
      }
    }
  }

  private func step(_ input: MutationInput) -> RowWrite<Viewer>.Step? {
    guard let alongside else { return nil }
    return { rows throws(MutationFailure) in try await alongside(input, rows) }
  }

  /// The key of the row that is to be changed or removed.
  func row(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> UUIDValue {
    guard let id = try key(input, viewer) else { throw input.notFound("id") }
    return id
  }

  /// Runs a statement, and says in the words of the input what constraint it violates.
  func mapped<Result>(
    _ input: MutationInput, _ body: () async throws(MutationFailure) -> Result
  ) async throws(MutationFailure) -> Result {
    do throws(MutationFailure) {
      return try await body()
    } catch {
      guard case .database(let statement) = error else { throw error }
      throw failure(of: statement, input)
    }
  }

  /// What a constraint that a statement violates is called in the words of the input.
  private func failure(of error: StatementError, _ input: MutationInput) -> MutationFailure {
    switch error.reason {
    case .statement(.foreignKeyViolation):
      if let field = error.constraint.flatMap({ references[$0] }) { return input.notFound(field) }
    case .statement(.uniqueViolation):
      let duplicate = error.constraint.flatMap { duplicates[$0] }
      return .conflict(
        duplicate?.message ?? "This id was used for something else.", at: input.path(of: duplicate?.field ?? "id"),
        version: nil)
    case .statement(.checkViolation):
      if let violation = error.constraint.flatMap({ checkViolations[$0] }) {
        return .invalid(violation.message, at: violation.fields.first(where: input.isGiven).map(input.path) ?? [])
      }
    case .statement(.invalidParameterValue):
      if let unknownValue { return .invalid(unknownValue.message, at: input.path(of: unknownValue.field)) }
    default: break
    }
    return .database(error)
  }
}
