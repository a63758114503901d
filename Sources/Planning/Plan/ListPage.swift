import SQL

/// The part of a list that is asked for.
struct ListPage: Sendable {
  let first: SQL.Slot
  /// Nil for a list that is not paged.
  let offset: SQL.Slot?
  /// The planned arguments that the slots are of.
  let arguments: Int
}
