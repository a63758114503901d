import Planning
import SQL

/// `Budget` (ME-12).
enum Budget: WritableType {
  static let entity = Entity<Viewer>(
    "Budget", table: "budgets", scope: .family, visibility: .parents, extent: .small,
    quota: Quota(rows: 10_000, bytes: 1 << 20), order: [.descending("month")],
    stored: [.family: ["id", "category", "month", "amount", "currency", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "spent": .expression(.numeric, access: .family) { budget, _ in spent(of: budget) },
      "remaining": .expression(.numeric, access: .family) { budget, _ in "\(budget["amount"]) - \(spent(of: budget))" },
    ])

  static let rules = WriteRules(
    checkViolations: [
      "budgets_amount": (["amount"], "\"amount\" must be above 0."),
      "budgets_minor_unit": (["amount", "currency"], Money.tooFine),
      "budgets_month": (["month"], "\"month\" must be the first day of a month."),
    ],
    duplicates: ["budgets_once": ("categoryId", "There is a budget for this category, month and currency: change that one.")])

  /// The sum of the expenses that count, with the decimals of the currency.
  private static func spent(of budget: RowReference<Viewer>) -> SQL {
    """
    (SELECT round(coalesce(sum(spent.amount), 0), scale(\(budget["amount"]))) FROM expenses spent \
    WHERE spent.family_id = \(budget.viewer(.familyID)) AND spent.date >= \(budget["month"]) \
    AND spent.date < \(budget["month"]) + interval '1 month' AND spent.currency = \(budget["currency"]) \
    AND (\(budget["category_id"]) IS NULL OR spent.category_id = \(budget["category_id"])))
    """
  }
}
