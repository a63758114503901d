import SQL

/// How many rows a level can have, before its statement is run.
struct RowBound: Sendable {
  /// The level of the parents; nil under the root.
  let parent: Int?
  /// What a list is bounded by, for each parent.
  let page: ListPage?
  /// The keys that are looked up, where there are several.
  var keys: SQL.Slot?
  /// How many different rows there can be, whatever is asked for: the quota of the type.
  var quota: Int?
}
