import SQL

extension DemonstrationFamily {
  private struct Notice: Sendable {
    let recipient: DemonstrationPerson
    let event: String
    let arguments: String
    let student: DemonstrationPerson
    /// The number of the assignment, from 0.
    let assignment: Int?
    let due: CalendarDay?
    let created: Moment
    let read: Moment?
  }

  var notificationsTable: SampleTable {
    table(
      "notifications",
      [
        "family_id", "id", "recipient_id", "kind", "event", "arguments", "student_id", "assignment_id", "due_date",
        "notice_date", "created_at", "updated_at", "read_at",
      ], Array((helpRequest + overdueNotices).enumerated())
    ) { numbered, text in
      let (index, notice) = numbered
      text.appendRow(
        Self.id, Self.key(.notification, index + 1), notice.recipient.id, notice.due == nil ? "HELP_REQUEST" : "OVERDUE",
        notice.event, notice.arguments, notice.student.id, notice.assignment.map { Self.key(.assignment, $0 + 1) }, notice.due,
        notice.due, notice.created, notice.read ?? notice.created, notice.read)
    }
  }

  /// Ada asked for help: both parents were notified, and Elena has read it.
  private var helpRequest: [Notice] {
    let asked = Moment(referenceDay.adding(days: -1), offset: 18 * Moment.hour)
    return [.elena, .mateo].map { recipient in
      Notice(
        recipient: recipient, event: "HELP_REQUEST",
        arguments: NoticeArguments.json([
          "student": "Ada Rivera", "assignment": "Systems by substitution", "message": "Which of the two do I start with?",
        ]), student: .ada,
        assignment: DemonstrationAssignment.all.firstIndex { $0.title == "Systems by substitution" }, due: nil,
        created: asked, read: recipient == .elena ? asked + Moment.hour : nil)
    }
  }

  /// The notifications of the assignments that were overdue before yesterday, so that a server that starts with these rows
  /// makes only those of yesterday's work. The recent ones are unread.
  private var overdueNotices: [Notice] {
    DemonstrationAssignment.all.enumerated().flatMap { index, assignment -> [Notice] in
      guard assignment.awarded == nil, let days = assignment.due, days < -1 else { return [] }
      let (student, due) = (assignment.student, referenceDay.adding(days: days))
      let noticed = Moment(due.adding(days: 1), offset: 6 * Moment.hour)
      let isToldToStudent = student.hasAccount && !assignment.isDone
      return ([.elena, .mateo] + (isToldToStudent ? [student] : [])).map { recipient in
        Notice(
          recipient: recipient, event: assignment.isDone ? "WAITS_FOR_GRADE" : "OVERDUE",
          arguments: NoticeArguments.json(["student": student.name, "assignment": assignment.title, "dueDate": due.text]),
          student: student,
          assignment: index, due: due, created: noticed, read: days < -3 ? noticed + 8 * Moment.hour : nil)
      }
    }
  }
}
