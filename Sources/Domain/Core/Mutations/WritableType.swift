package import Planning
package import SQL

/// A type whose look-up, creation, update and deletion follow from the directives of `schema/`: `@lookup`, `@create`,
/// `@update` and `@delete` declare which there are, who may run them, and the fields with their bounds.
package protocol WritableType: EntityType where Viewer == Domain.Viewer {
  /// The parts that do not follow.
  static var rules: WriteRules { get }
}

extension WritableType {
  package static var rules: WriteRules { WriteRules() }
}

/// The parts of a type's mutations that do not follow from the directives.
package struct WriteRules: Sendable {
  /// Work on other rows before a row with a key is removed.
  package typealias Step = @Sendable (UUIDValue, ScopedRows<Viewer>) async throws(MutationFailure) -> Void
  /// Work on other rows before a row with a key is removed, as the input says.
  package typealias RemovalStep =
    @Sendable (MutationInput, UUIDValue, ScopedRows<Viewer>) async throws(MutationFailure) -> Void
  /// Columns that an input gives besides those of the fields that directives name: of a new row, or of an update.
  package typealias FurtherValues = @Sendable (MutationInput, _ isNew: Bool) throws(MutationFailure) -> [ColumnValue]
  /// Work on other rows before a row is updated with values.
  package typealias UpdateStep =
    @Sendable (MutationInput, [ColumnValue], ScopedRows<Viewer>) async throws(MutationFailure) -> Void

  let own: Viewer.Attribute?
  let upperBound: UpperBound?
  let checkViolations: [String: (fields: [String], message: String)]
  let overlaps: [String: (fields: [String], message: String)]
  let duplicates: [String: (field: String, message: String)]
  let constants: [ColumnValue]
  let further: FurtherValues?
  let following: (input: String, step: RemovalStep)?
  let former: KeyValuePairs<String, String>
  let related: KeyValuePairs<String, String>
  let hasOthers: String
  let cascade: Step?
  let reassigning: (field: String, step: RemovalStep)?
  let beforeDelete: Step?
  let keeperDeletes: (@Sendable (RowReference<Viewer>) -> SQL)?
  let locks: RowWrite<Viewer>.Step?
  let beforeUpdate: UpdateStep?
  let deletionLocks: Step?
  let transitions: [String: Transition]

  /// - Parameters:
  ///   - own: the value of the viewer that is the key of its own row, for updates whose input names none.
  ///   - upperBound: the number that may not be more than another one of its row.
  ///   - checkViolations: the message for a value that does not fit the others of its row, by the name of the constraint. The
  ///     first of the fields that was given is to blame. `LIMIT` in the message is the value after the name of the
  ///     constraint: `terms_first_day 2026-08-31`.
  ///   - overlaps: the same for a span of values that another row has, which is a conflict.
  ///   - duplicates: the message where there is such a row already, by the name of the constraint.
  ///   - constants: the columns that every new row has the same values in.
  ///   - further: columns of fields that no directive names, in a new row and in an update.
  ///   - following: changes other rows behind a new row and an update that give a field of the input.
  ///   - former: the columns whose keys the payload of an update has as they were before, by their name there.
  ///   - related: the columns whose keys the payload of a deletion has too, by their name there.
  ///   - hasOthers: the message where others refer to a row that is to be deleted.
  ///   - reassigning: gives rows that refer to it to another row, whose id a field of the input has.
  ///   - cascade: deletes rows that cannot be without it, when the input asks for that.
  ///   - beforeDelete: changes rows that can.
  ///   - keeperDeletes: the rows that refer to a row allow the student who keeps it to delete it.
  ///   - locks: takes the locks that an update needs besides those of every change, before it locks the row: see `LockOrder`.
  ///   - beforeUpdate: changes other rows with an update, before the row itself.
  ///   - deletionLocks: takes locks that a deletion needs before that of the row's school: see `LockOrder`.
  ///   - transitions: the columns that an update of another verb sets, by its verb: `revoke`.
  package init(
    own: Viewer.Attribute? = nil, upperBound: UpperBound? = nil,
    checkViolations: [String: (fields: [String], message: String)] = [:],
    overlaps: [String: (fields: [String], message: String)] = [:],
    duplicates: [String: (field: String, message: String)] = [:], constants: [ColumnValue] = [],
    further: FurtherValues? = nil, following: (input: String, step: RemovalStep)? = nil,
    former: KeyValuePairs<String, String> = [:], related: KeyValuePairs<String, String> = [:], hasOthers: String = "",
    reassigning: (field: String, step: RemovalStep)? = nil, cascade: Step? = nil, beforeDelete: Step? = nil,
    keeperDeletes: (@Sendable (RowReference<Viewer>) -> SQL)? = nil, locks: RowWrite<Viewer>.Step? = nil, beforeUpdate: UpdateStep? = nil,
    deletionLocks: Step? = nil, transitions: [String: Transition] = [:]
  ) {
    self.own = own
    self.upperBound = upperBound
    self.checkViolations = checkViolations
    self.overlaps = overlaps
    self.duplicates = duplicates
    self.constants = constants
    self.further = further
    self.following = following
    self.former = former
    self.related = related
    self.hasOthers = hasOthers
    self.reassigning = reassigning
    self.cascade = cascade
    self.beforeDelete = beforeDelete
    self.keeperDeletes = keeperDeletes
    self.locks = locks
    self.beforeUpdate = beforeUpdate
    self.deletionLocks = deletionLocks
    self.transitions = transitions
  }
}
