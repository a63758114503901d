import SQL

extension SampleFamily {
  /// How each person came into the family.
  static let auditEntries = TableOutline(
    name: "audit_entries",
    columns: [
      "family_id", "id", "action", "actor_id", "actor_name", "actor_role", "member_id", "member_name", "member_role",
      "created_at",
    ],
    rowCount: \.personCount,
    write: { family, person, text in
      // The first parent brought a person without an account.
      let actor = family.hasAccount(person) ? person : 0
      let row = family.identity(.auditEntry, person)
      text.appendRow(
        family.id, row.id, actor == person ? "MEMBER_JOINED" : "STUDENT_ADDED",
        family.identity(.member, actor).id, family.names.fullName(of: actor), family.role(of: actor).rawValue,
        family.identity(.member, person).id, family.names.fullName(of: person), family.role(of: person).rawValue,
        row.created)
    })
}
