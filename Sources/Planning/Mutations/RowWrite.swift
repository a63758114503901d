package import SQL

/// A change of one row as a value: which row, what is written, what must hold for it, and what each failure means to
/// the client.
///
/// Where one statement is enough the gateway sends that alone. Where it is not, or where it found no row, `run` looks
/// at the row first and reports what is wrong.
package struct RowWrite<Viewer: ViewerContext>: Sendable {
  /// The values that a write puts into the row, and the requirements that they bring.
  package struct Content: Sendable {
    package let values: [ColumnValue]
    package let requirements: [RowRequirement<Viewer>]

    package init(_ values: [ColumnValue], requiring requirements: [RowRequirement<Viewer>] = []) {
      self.values = values
      self.requirements = requirements
    }
  }

  /// The rules of a creation besides those of the row.
  package struct Creation: Sendable {
    /// The table that keeps the id of the row; nil for that of the entity's scope.
    let register: IDRegister?
    /// The greatest number of rows that their owner may have; nil for any.
    let maximum: RowMaximum?
    /// Whether the same input sent again is refused once the row is gone: for a payload that is never null.
    let isRowNeeded: Bool

    package init(register: IDRegister? = nil, maximum: RowMaximum? = nil, isRowNeeded: Bool = false) {
      self.register = register
      self.maximum = maximum
      self.isRowNeeded = isRowNeeded
    }
  }

  /// Work on other rows, in the same transaction, before the row itself is changed.
  package typealias Step = @Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> Void

  enum Action {
    case insert, update, delete
  }

  let action: Action
  let entity: Entity<Viewer>
  let key: UUIDValue
  /// The name of the row in the payload.
  let name: String
  let input: MutationInput
  /// The version that the row must have; nil for any.
  let version: Int32?
  /// The columns whose keys the payload has as they were before, by their name there: of an update those that change.
  let former: KeyValuePairs<String, String>
  /// Takes the locks that the write needs before that of the row: see the lock order of the domain.
  let locks: Step?
  let creation: Creation
  let before: Step?
  /// Work on rows that refer to the row, after it is added or changed.
  let following: Step?
  /// The client's error for a statement that PostgreSQL refuses.
  let failure: SingleStatementWrite.Failure
  /// The content. An error in the input is reported after `NOT_FOUND` and `CONFLICT`.
  let content: @Sendable () throws(MutationFailure) -> Content

  private init(
    _ action: Action, _ entity: Entity<Viewer>, _ key: UUIDValue, _ name: String, _ input: MutationInput, version: Int32?,
    former: KeyValuePairs<String, String> = [:], locks: Step?, creation: Creation = Creation(), before: Step? = nil,
    following: Step? = nil, failure: @escaping SingleStatementWrite.Failure, content: @escaping @Sendable () throws(MutationFailure) -> Content
  ) {
    self.action = action
    self.entity = entity
    self.key = key
    self.name = name
    self.input = input
    self.version = version
    self.former = former
    self.locks = locks
    self.creation = creation
    self.before = before
    self.following = following
    self.failure = failure
    self.content = content
  }

  /// The same write with further values, in place of those that it has of the same columns, with further requirements,
  /// and with further work after it.
  /// - Parameter values: an error of these is reported after `NOT_FOUND` and `CONFLICT`, as one of the content is.
  package func adding(
    _ values: @escaping @Sendable () throws(MutationFailure) -> [ColumnValue] = { () throws(MutationFailure) in [] },
    requiring requirements: [RowRequirement<Viewer>] = [], following step: Step? = nil
  ) -> RowWrite {
    let (content, following) = (content, following)
    let steps = [following, step].compactMap(\.self)
    let allSteps: Step = { rows throws(MutationFailure) in for step in steps { try await step(rows) } }
    return RowWrite(
      action, entity, key, name, input, version: version, former: former, locks: locks, creation: creation, before: before,
      following: steps.isEmpty ? nil : allSteps, failure: failure
    ) { () throws(MutationFailure) in
      let own = try content()
      let added = try values()
      return Content(
        own.values.filter { value in !added.contains { $0.column == value.column } } + added,
        requiring: own.requirements + requirements)
    }
  }

  /// Adds a row, unless its id was used before. The same input sent again changes nothing and is answered as the first
  /// time.
  /// - Throws: `.conflict` when the id was used for something else.
  package static func insert(
    _ entity: Entity<Viewer>, key: UUIDValue, as name: String, for input: MutationInput, creation: Creation = Creation(),
    locks: Step? = nil, following: Step? = nil, failure: @escaping SingleStatementWrite.Failure,
    content: @escaping @Sendable () throws(MutationFailure) -> Content
  ) -> RowWrite {
    RowWrite(
      .insert, entity, key, name, input, version: nil, locks: locks, creation: creation, following: following,
      failure: failure, content: content)
  }

  /// Changes a row, and counts its version up.
  package static func update(
    _ entity: Entity<Viewer>, key: UUIDValue, as name: String, for input: MutationInput, version: Int32? = nil,
    former: KeyValuePairs<String, String> = [:], locks: Step? = nil, before: Step? = nil, following: Step? = nil,
    failure: @escaping SingleStatementWrite.Failure = { .database($0) },
    content: @escaping @Sendable () throws(MutationFailure) -> Content
  ) -> RowWrite {
    RowWrite(
      .update, entity, key, name, input, version: version, former: former, locks: locks, before: before,
      following: following, failure: failure, content: content)
  }

  /// Removes a row.
  /// - Parameters:
  ///   - related: the columns whose keys the payload has too.
  ///   - requirements: the conditions that the row must meet.
  package static func delete(
    _ entity: Entity<Viewer>, key: UUIDValue, as name: String = "id", for input: MutationInput, version: Int32? = nil,
    related: KeyValuePairs<String, String> = [:], requiring requirements: [RowRequirement<Viewer>] = [],
    locks: Step? = nil, before: Step? = nil, failure: @escaping SingleStatementWrite.Failure = { .database($0) }
  ) -> RowWrite {
    RowWrite(
      .delete, entity, key, name, input, version: version, former: related, locks: locks, before: before,
      failure: failure, content: { () throws(MutationFailure) in Content([], requiring: requirements) })
  }
}

/// A condition on a row besides that it exists. The statement that changes the row has it as a condition; where that
/// found no row, the database says which requirement is not met.
///
/// For a new row it is a condition on other rows, such as the course that the row names. A statement of its own
/// checks it under the locks of the transaction: see the lock order of the domain.
package struct RowRequirement<Viewer: ViewerContext>: Sendable {
  /// The answer where a row does not meet the requirement.
  package enum Unmet: Sendable {
    /// The row is already as it should be: nothing is written, and the mutation succeeds.
    case unchanged
    case failure(@Sendable (RequiredColumns) -> MutationFailure)
  }

  let condition: @Sendable (RowReference<Viewer>) -> SQL
  /// The columns that the failure reads.
  let columns: [String]
  let unmet: Unmet

  package init(
    reading columns: [String] = [], unmet: Unmet, _ condition: @escaping @Sendable (RowReference<Viewer>) -> SQL
  ) {
    self.condition = condition
    self.columns = columns
    self.unmet = unmet
  }

  /// A requirement over named columns of a type.
  package init<Type: EntityType<Viewer>>(
    of type: Type.Type, unmet: Unmet, _ condition: @escaping @Sendable (TypedRow<Type>) -> SQL
  ) {
    self.init(unmet: unmet) { condition(TypedRow($0)) }
  }
}

/// The columns of a row that the failure of a requirement reads.
package struct RequiredColumns {
  let rows: Rows
  let first: Int

  /// A number as people write it; nil for null.
  package func decimal(_ index: Int) -> String? { rows.decimal(row: 0, column: first + index) }
}
