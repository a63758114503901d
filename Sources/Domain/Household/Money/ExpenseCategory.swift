import Planning
import SQL

/// `ExpenseCategory` (ME-12).
enum ExpenseCategory: WritableType {
  static let entity = Entity<Viewer>(
    "ExpenseCategory", table: "expense_categories", scope: .family, visibility: .parents, extent: .small,
    quota: Quota(rows: 1_000, bytes: 1 << 20), order: [.ascending("name")],
    stored: [.family: ["id", "name", "color", "createdAt", "updatedAt", "version"]])

  /// Expenses stay without it. The database deletes its budgets.
  static let rules = WriteRules(
    beforeDelete: { id, rows throws(MutationFailure) in
      _ = try await rows.update(Expense.self, [Expense.set(.categoryID, .null(.uuid))]) { "\($0[.categoryID]) = \(bind: .uuid(id))" }
    })
}
