import Planning

/// The rows of a type that students may write: parents may write any.
protocol StudentRights: Sendable {
  /// The columns that a new row gets, and the conditions under which the viewer may create it.
  /// - Throws: `.forbidden` for an input that a student may not give.
  func creation(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> RowWrite<Viewer>.Content

  /// The conditions under which the viewer may change a row as the input says.
  /// - Throws: `.forbidden` for an input that a student may not give.
  func update(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> [RowRequirement<Viewer>]

  /// The conditions under which the viewer may delete a row.
  func deletion(_ input: MutationInput, _ viewer: Viewer) -> [RowRequirement<Viewer>]
}
