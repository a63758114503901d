import Planning
import SQL

/// `Expense` (ME-12). The database gives an amount the decimals of its currency, and refuses more: fit_money().
enum Expense: WritableType {
  enum Column: String, ColumnName {
    case categoryID = "category_id"
    case payerID = "payer_id"
  }

  static let entity = Entity<Viewer>(
    "Expense", table: "expenses", scope: .family, visibility: .parents, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 16 << 20), order: [.descending("date")],
    stored: [.family: ["id", "amount", "currency", "date", "category", "payer", "note", "createdAt", "updatedAt", "version"]],
    resolvers: ["files": .toMany(through: FileUse.self, from: .expenseID, to: .fileID, access: .family)])

  static let rules = WriteRules(
    checkViolations: [
      "expenses_amount": (["amount"], "\"amount\" must not be 0."),
      "expenses_minor_unit": (["amount", "currency"], Money.tooFine),
    ])
}
