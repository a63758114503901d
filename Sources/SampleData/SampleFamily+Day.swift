import SQL

extension SampleFamily {
  private var today: CalendarDay { sample.referenceDay }

  /// A quarter of the tasks are for the whole family, the others for one student.
  static let plannerTasks = TableOutline(
    name: "planner_tasks",
    columns: ["family_id", "id", "title", "date", "time", "color", "notes", "student_id", "created_at", "updated_at"],
    rowCount: { _ in 12 },
    write: { family, number, text in
      var row = family.identity(.plannerTask, number)
      let (title, color) = row.generator.draw(from: SampleTexts.plannerTasks)
      let day = family.today.adding(days: row.generator.draw(below: 35) - 14)
      let hour = row.generator.draw(from: SampleTexts.hours)
      let isForAll = family.sample.studentsPerFamily == 0 || row.generator.draw(oneIn: 4)
      let student = family.parentCount + row.generator.draw(below: family.sample.studentsPerFamily)
      text.appendRow(
        family.id, row.id, title, day, row.generator.draw(oneIn: 4) ? nil : hour, color,
        row.generator.draw(oneIn: 3) ? row.generator.draw(from: SampleTexts.notes) : nil,
        isForAll ? nil : family.identity(.member, student).id, row.created, row.created)
    })

  static let quotes = TableOutline(
    name: "quotes",
    columns: ["family_id", "id", "text", "author", "created_at", "updated_at"],
    rowCount: { _ in 2 },
    write: { family, number, text in
      var row = family.identity(.quote, number)
      let quote = row.generator.draw(from: SampleTexts.quotes)
      text.appendRow(family.id, row.id, quote.text, quote.author, row.created, row.created)
    })

  /// A notification of an assignment, to one member.
  private struct Notice {
    let assignment: Int
    let student: Int
    let recipient: Int
    let isOverdue: Bool
    let due: CalendarDay?
    let title: String
  }

  /// Each student had to do with two assignments: what was due and is not graded is overdue, which the student is told
  /// too; with the others the student asked for help.
  private var notices: [Notice] {
    let students = sample.studentsPerFamily
    guard students > 0, sample.assignmentsPerStudent > 0 else { return [] }
    var notices: [Notice] = []
    for event in 0..<min(2, sample.assignmentsPerStudent) * students {
      let student = event % students
      // One assignment of the first half of the term, and one of the second.
      let turn = event / students * sample.assignmentsPerStudent / 2 + sample.assignmentsPerStudent / 4
      let number = turn * students + student
      var row = identity(.assignment, number)
      let assignment = SampleAssignment(number, of: self, created: row.created, using: &row.generator)
      let isOverdue = assignment.awarded == nil && assignment.due.map { $0 < today } ?? false
      let person = parentCount + student
      for recipient in Array(0..<parentCount) + (isOverdue && hasAccount(person) ? [person] : []) {
        notices.append(
          Notice(
            assignment: number, student: person, recipient: recipient, isOverdue: isOverdue,
            due: isOverdue ? assignment.due : nil, title: assignment.title))
      }
    }
    return notices
  }

  static let notifications = TableOutline(
    name: "notifications",
    columns: [
      "family_id", "id", "recipient_id", "kind", "event", "arguments", "student_id", "assignment_id", "due_date",
      "notice_date", "created_at", "updated_at", "read_at", "deleted_at",
    ],
    rowCount: \.notices.count,
    write: { family, number, text in
      var row = family.identity(.notification, number)
      let notice = family.notices[number]
      let name = family.names.fullName(of: notice.student)
      let read = row.generator.draw(oneIn: 2) ? row.created + row.generator.draw(below: 12 * Moment.hour) : nil
      let deleted = row.generator.draw(oneIn: 8) ? read : nil
      text.appendRow(
        family.id, row.id, family.identity(.member, notice.recipient).id,
        notice.isOverdue ? "OVERDUE" : "HELP_REQUEST", notice.isOverdue ? "OVERDUE" : "HELP_REQUEST",
        NoticeArguments.json(["student": name, "assignment": notice.title, "dueDate": notice.due?.text]),
        family.identity(.member, notice.student).id, family.identity(.assignment, notice.assignment).id, notice.due,
        notice.due, row.created, read ?? row.created, read, deleted)
    })

  /// Everyone who can sign in has a telephone.
  static let devices = TableOutline(
    name: "devices",
    columns: ["family_id", "id", "member_id", "platform", "token", "registered_at", "updated_at"],
    rowCount: \.peopleWithAccounts.count,
    write: { family, number, text in
      var row = family.identity(.device, number)
      let member = family.identity(.member, family.peopleWithAccounts[number]).id
      let token = row.generator.drawHexadecimal(bytes: 32)
      text.appendRow(family.id, row.id, member, "IOS", token, row.created, row.created)
    })

  /// Long ago, so that the next check is the server's.
  static let overdueChecks = TableOutline(
    name: "overdue_checks",
    columns: ["family_id", "hour", "process", "checked_at", "notified"],
    rowCount: { _ in 1 },
    write: { family, _, text in
      let hour = Moment(milliseconds: family.created.milliseconds / Moment.hour * Moment.hour)
      text.appendRow(family.id, hour, family.identity(.overdueCheck, 0).id, family.created, "0")
    })
}
