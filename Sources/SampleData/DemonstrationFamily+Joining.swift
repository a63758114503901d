import SQL

extension DemonstrationFamily {
  /// Someone who has an account, no family, and the wish to join this one.
  struct JoiningPerson: Sendable {
    let name = "Nora Vale"
    let email = "nora@vale.example.com"
    let accountID = DemonstrationFamily.key(.account, 6)
  }

  static let joiningPerson = JoiningPerson()

  /// Nora waits for a parent, and Mia's profile for the person with her invitation.
  var joiningTables: [SampleTable] {
    let asked = Moment(referenceDay.adding(days: -1), offset: 16 * Moment.hour)
    let expires = Moment(referenceDay.adding(days: SampleFamilies.sessionDays))
    return [
      table(
        "join_requests", ["family_id", "id", "account_id", "name", "email", "created_at", "updated_at"],
        [Self.joiningPerson]
      ) { person, text in
        text.appendRow(
          Self.id, Self.key(.joinRequest, 1), person.accountID, person.name, person.email, asked, asked)
      },
      table(
        "invitations",
        ["family_id", "id", "code_hash", "role", "student_id", "expires_at", "created_at", "updated_at", "consented_by"],
        [DemonstrationPerson.mia]
      ) { student, text in
        // No code is known to hash to zeros: this invitation cannot be used.
        text.appendRow(
          Self.id, Self.key(.invitation, 1), "\\x" + String(repeating: "00", count: 32), student.role.rawValue,
          student.id, expires, asked, asked, DemonstrationPerson.elena.name)
      },
      // A subject that was made and removed: its id stays used.
      table("used_ids", ["family_id", "id", "type", "input_hash", "used_at"], ["Subject"]) { type, text in
        text.appendRow(Self.id, Self.key(.idempotencyKey, 1), type, "\\x" + String(repeating: "00", count: 32), asked)
      },
    ]
  }
}
