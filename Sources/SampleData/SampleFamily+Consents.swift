import SQL

extension SampleFamily {
  /// The consent of the first parent for each student: to its account, or to pictures of one who has none.
  static let consents = TableOutline(
    name: "consents",
    columns: ["family_id", "id", "student_id", "kind", "given_by", "given_at", "created_at", "updated_at"],
    rowCount: { $0.personCount - $0.parentCount },
    write: { family, number, text in
      let row = family.identity(.consent, number)
      let person = family.parentCount + number
      let student = family.identity(.member, person)
      text.appendRow(
        family.id, row.id, student.id, family.hasAccount(person) ? "ACCOUNT" : "PHOTOGRAPHS", family.names.fullName(of: 0), row.created,
        row.created, row.created)
    })
}
