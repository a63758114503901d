package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Expenses, budgets and their sums (ME-12).
  package static var money: Area {
    Area(
      types: [ExpenseCategory.self, Expense.self, Budget.self, ExpenseSum.self],
      resolvers: [
        "Family.expenses": .toMany(access: .parents),
        "Family.expenseCategories": .toMany(access: .parents),
        "Family.budgets": .toMany(access: .parents),
        "Family.expenseSummary": .toMany(key: "family_id", access: .parents),
      ])
  }
}
