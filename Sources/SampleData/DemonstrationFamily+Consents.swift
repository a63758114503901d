/// The consents that Elena gave for the students.
extension DemonstrationFamily {
  var consentsTable: SampleTable {
    let consents: [(student: DemonstrationPerson, kind: String, isWithdrawn: Bool)] = [
      (.ada, "ACCOUNT", false), (.ada, "MESSAGES", false), (.leo, "ACCOUNT", false), (.leo, "MESSAGES", true), (.mia, "ACCOUNT", false),
      (.mia, "PHOTOGRAPHS", false),
    ]
    return table(
      "consents", ["family_id", "id", "student_id", "kind", "given_by", "given_at", "withdrawn_at", "created_at", "updated_at"],
      Array(consents.enumerated())
    ) { [created, referenceDay] numbered, text in
      let (index, consent) = numbered
      let withdrawn = consent.isWithdrawn ? Moment(referenceDay.adding(days: -10), offset: 17 * Moment.hour) : nil
      text.appendRow(
        Self.id, Self.key(.consent, index + 1), consent.student.id, consent.kind, DemonstrationPerson.elena.name, created, withdrawn,
        created, withdrawn ?? created)
    }
  }
}
