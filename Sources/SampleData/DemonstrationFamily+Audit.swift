import SQL

extension DemonstrationFamily {
  /// An entry of the audit trail.
  private struct Entry: Sendable {
    let action: String
    let actor: DemonstrationPerson
    let moment: Moment
    var member: DemonstrationPerson
    /// By its number, from 0.
    var assignment: Int?
    var awarded: Points?
    var possible: Points?
    var previouslyAwarded: Points?
    var invitation: UUIDValue?
  }

  /// Everyone came, what is graded was graded, and Mia is invited.
  var auditEntriesTable: SampleTable {
    table(
      "audit_entries",
      [
        "family_id", "id", "action", "actor_id", "actor_name", "actor_role", "member_id", "member_name", "member_role",
        "assignment_id", "assignment_title", "points_awarded", "points_possible", "previous_points_awarded",
        "previous_points_possible", "invitation_id", "created_at",
      ], Array((arrivals + grades + [change, invitation]).enumerated())
    ) { numbered, text in
      let (index, entry) = numbered
      let (actor, member) = (entry.actor, entry.member)
      text.appendRow(
        Self.id, Self.key(.auditEntry, index + 1), entry.action, actor.id, actor.name, actor.role.rawValue, member.id,
        member.name, member.role.rawValue, entry.assignment.map { Self.key(.assignment, $0 + 1) },
        entry.assignment.map { DemonstrationAssignment.all[$0].title }, entry.awarded, entry.possible,
        entry.previouslyAwarded, entry.previouslyAwarded == nil ? nil : entry.possible, entry.invitation, entry.moment)
    }
  }

  private var arrivals: [Entry] {
    DemonstrationPerson.allCases.map { person in
      Entry(
        action: person.hasAccount ? "MEMBER_JOINED" : "STUDENT_ADDED", actor: person.hasAccount ? person : .elena,
        moment: created, member: person)
    }
  }

  private var grades: [Entry] {
    DemonstrationAssignment.all.enumerated().compactMap { index, assignment in
      guard let awarded = assignment.awarded, let due = assignment.due else { return nil }
      return Entry(
        action: "GRADE_SET", actor: .elena, moment: Moment(referenceDay.adding(days: due), offset: 20 * Moment.hour),
        member: assignment.student, assignment: index,
        awarded: index == corrected ? Points(quarters: awarded.quarters - 10) : awarded, possible: assignment.possible)
    }
  }

  /// Mateo looked at the test again, and found two and a half points more.
  private var change: Entry {
    let assignment = DemonstrationAssignment.all[corrected]
    return Entry(
      action: "GRADE_CHANGED", actor: .mateo,
      moment: Moment(referenceDay.adding(days: (assignment.due ?? 0) + 1), offset: 20 * Moment.hour),
      member: assignment.student, assignment: corrected, awarded: assignment.awarded, possible: assignment.possible,
      previouslyAwarded: assignment.awarded.map { Points(quarters: $0.quarters - 10) })
  }

  private var corrected: Int { DemonstrationAssignment.all.firstIndex { $0.title == "Unit 1 test" } ?? 0 }

  private var invitation: Entry {
    Entry(
      action: "INVITATION_CREATED", actor: .elena,
      moment: Moment(referenceDay.adding(days: -1), offset: 16 * Moment.hour), member: .mia,
      invitation: Self.key(.invitation, 1))
  }
}
