import SQL

/// The part of a list that is asked for, as it is resolved.
struct ListPage: Sendable {
  let first: SQL.Slot
  /// How many to skip; nil for a list that is not paged, or is between cursors.
  var offset: SQL.Slot?
  /// Whether the page is counted from the end of the list.
  var isFromEnd = false
  /// The arguments that the slots are part of.
  let arguments: PlannedArguments
}
