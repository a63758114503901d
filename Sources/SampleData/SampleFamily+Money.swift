import SQL

extension SampleFamily {
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
