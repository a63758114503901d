extension SampleFamily {
  /// The school year of the reference day.
  static let schoolYears = TableOutline(
    name: "school_years",
    columns: ["family_id", "id", "name", "first_day", "last_day", "created_at", "updated_at"],
    rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.schoolYear, number)
      let first = family.sample.referenceDay.adding(days: -14)
      text.appendRow(
        family.id, row.id, "School year \(first.civil.year)", first, first.adding(days: 280), row.created, row.created)
    })

  /// Two, with a week between them.
  static let terms = TableOutline(
    name: "terms",
    columns: ["family_id", "id", "school_year_id", "name", "first_day", "last_day", "created_at", "updated_at"],
    rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.schoolTerm, number)
      let first = family.sample.referenceDay.adding(days: -14 + 140 * number)
      text.appendRow(
        family.id, row.id, family.identity(.schoolYear, 0).id, number == 0 ? "Fall" : "Spring", first,
        first.adding(days: 132), row.created, row.created)
    })
}
