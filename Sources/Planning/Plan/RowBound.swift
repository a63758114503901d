import SQL

/// How many rows a level can have, before its statement is run.
struct RowBound: Sendable {
  /// The slots that hold the size of a page.
  struct Page: Sendable {
    let first: Int
    let offset: Int?
    /// The arguments that the size is part of.
    let arguments: PlannedArguments
  }

  /// The level of the parents; nil under the root.
  let parent: Int?
  /// The page of a list, for each parent.
  var page: Page?
  /// The slot of the keys that are looked up, where there are several.
  var keys: Int?
  /// The greatest number of rows, where the keys are not known yet.
  var most: Int?
  /// How many different rows there can be, whatever is asked for: the quota of the type.
  var quota: Int?
}
