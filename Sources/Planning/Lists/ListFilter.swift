import SQL

/// The condition on the rows of a list, and its cost.
struct ListFilter {
  /// Nil when the filter is true of every row.
  let condition: SQL?
  /// The most rows that finding those which satisfy the condition reads.
  let cost: ScanCost
  /// The values that the filter compares with, which each request checks. The condition may do without some of them:
  /// `{or: [{}, …]}` is true whatever follows.
  let operands: [SQL.Slot]
}
