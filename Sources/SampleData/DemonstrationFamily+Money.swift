import SQL

extension DemonstrationFamily {
  /// Expenses of the four weeks before the reference day, and the budgets of its month.
  var moneyTables: [SampleTable] { [expenseCategoriesTable, expensesTable, budgetsTable] }

  private enum Category: Int, CaseIterable {
    case groceries = 1, books, outings

    var id: UUIDValue { DemonstrationFamily.key(.expenseCategory, rawValue) }
    var name: String { ["Groceries", "Books", "Outings"][rawValue - 1] }
    var color: String? { ["#27AE60", "#2E86AB", nil][rawValue - 1] }
  }

  private var expenseCategoriesTable: SampleTable {
    table("expense_categories", ["family_id", "id", "name", "color", "created_at", "updated_at"], Category.allCases) {
      [created] category, text in
      text.appendRow(Self.id, category.id, category.name, category.color, created, created)
    }
  }

  private typealias DemonstrationExpense = (
    category: Category?, payer: DemonstrationPerson?, day: Int, amount: String, currency: String, note: String?
  )

  private static let expenses: [DemonstrationExpense] = [
    (.groceries, .elena, -20, "84.35", "USD", nil), (.books, .mateo, -18, "46.00", "USD", "Algebra, used"),
    (.groceries, .mateo, -11, "91.20", "USD", nil), (.outings, .elena, -6, "38.50", "USD", "Science museum"),
    (.groceries, .elena, -4, "72.18", "USD", nil), (.books, .elena, -3, "-12.00", "USD", "One book went back"),
    (nil, nil, -2, "15.40", "CAD", "Maple syrup by mail"), (.outings, .mateo, 0, "24.00", "USD", "Tickets for the fair"),
  ]

  private var expensesTable: SampleTable {
    table(
      "expenses",
      ["family_id", "id", "category_id", "payer_id", "amount", "currency", "date", "note", "created_at", "updated_at"],
      Array(Self.expenses.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, expense) = numbered
      let day = referenceDay.adding(days: expense.day)
      let made = Moment(referenceDay.adding(days: min(expense.day, -1)), offset: 22 * Moment.hour)
      text.appendRow(
        Self.id, Self.key(.expense, index + 1), expense.category?.id, expense.payer?.id, expense.amount, expense.currency, day,
        expense.note, made, made)
    }
  }

  private var budgetsTable: SampleTable {
    let budgets: [(category: Category?, amount: String)] = [(.groceries, "400.00"), (.books, "120.00"), (nil, "900.00")]
    return table(
      "budgets", ["family_id", "id", "category_id", "month", "amount", "currency", "created_at", "updated_at"],
      Array(budgets.enumerated())
    ) { [created, referenceDay] numbered, text in
      let (index, budget) = numbered
      text.appendRow(
        Self.id, Self.key(.budget, index + 1), budget.category?.id, referenceDay.firstOfMonth, budget.amount, "USD", created, created)
    }
  }
}
