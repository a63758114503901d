import SQL

extension SampleFamily {
  static let expenseCategories = TableOutline(
    name: "expense_categories", columns: ["family_id", "id", "name", "color", "created_at", "updated_at"], rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.expenseCategory, number)
      let color: String? = number == 0 ? "#27AE60" : nil
      text.appendRow(family.id, row.id, ["Groceries", "Books"][number], color, row.created, row.created)
    })

  /// Expenses of a week; the last one is given back.
  static let expenses = TableOutline(
    name: "expenses",
    columns: ["family_id", "id", "category_id", "payer_id", "amount", "currency", "date", "note", "created_at", "updated_at"],
    rowCount: { _ in 4 },
    write: { family, number, text in
      var row = family.identity(.expense, number)
      let category: UUIDValue? = number < 3 ? family.identity(.expenseCategory, number % 2).id : nil
      let payer: UUIDValue? = number == 1 ? nil : family.identity(.member, 0).id
      let amount = "\(number == 3 ? "-" : "")\(5 + row.generator.draw(below: 80)).50"
      let note: String? = number == 2 ? "The market" : nil
      text.appendRow(
        family.id, row.id, category, payer, amount, "EUR", family.sample.referenceDay.adding(days: 2 * number - 7), note, row.created,
        row.created)
    })

  /// For all expenses of each of two months.
  static let budgets = TableOutline(
    name: "budgets",
    columns: ["family_id", "id", "month", "amount", "currency", "created_at", "updated_at"],
    rowCount: { _ in 2 },
    write: { family, number, text in
      var row = family.identity(.budget, number)
      let month = family.sample.referenceDay.firstOfMonth
      text.appendRow(
        family.id, row.id, number == 0 ? month : month.adding(days: -1).firstOfMonth, "\(100 + 10 * row.generator.draw(below: 40))",
        "EUR", row.created, row.created)
    })
}

extension CalendarDay {
  /// The first day of the month.
  var firstOfMonth: CalendarDay { adding(days: 1 - civil.day) }
}
