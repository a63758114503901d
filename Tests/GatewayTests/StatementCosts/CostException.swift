import Testing

/// A statement that reads more rows, or touches more pages, than the rules allow where a family has much,
/// and why it may.
struct CostException: Sendable, CustomTestStringConvertible {
  let query: String
  let level: String
  let reason: String
  /// The rules that it breaks.
  let rules: Set<CostRule>

  init(_ query: String, _ level: String, _ reason: String, of rules: Set<CostRule> = [.rows, .pages]) {
    self.query = query
    self.level = level
    self.reason = reason
    self.rules = rules
  }

  var testDescription: String { "\(query), \(level)" }

  /// They are filters and orders that a client puts together itself. The rows that the family has bound their cost.
  static let all = [
    CostException(
      "assignment-subjects", "family.assignments Assignment",
      "Of all students, by the day they are due: PostgreSQL expects few, and sorts the family's assignments."),
    CostException(
      "weight-groups", "family.courses Course", "Work in no weight group is counted among the course's work."),
    CostException(
      "calendar", "calendar.entries CalendarEntry",
      "Days of series are computed, whose number PostgreSQL cannot know. The server has the compilation of plans turned off.",
      of: [.notCompiled]),
    CostException(
      "calendar", "calendar.entries.members FamilyMember",
      "The members of a course are the students who have work in it: an index alone has them, a row for each piece of work."),
    CostException("calendar", "membership check", "The next start or end of a booking: the bookings of the family are looked through."),
    CostException(
      "class-queue", "schoolClass.messages ClassMessage",
      "The latest: PostgreSQL expects few of a class, and sorts the messages that are kept."),
    CostException(
      "nested-results", "family.students.assignments.courseResult CourseResult",
      "PostgreSQL expects few assignments of a student, and reads them once for each of its courses."),
    CostException("connection", "family.last Assignment", "By title: the family's assignments are sorted."),
    CostException(
      "day-connections", "family.resourcesConnection Resource",
      "By the name of the subject, which is in another table: the family's resources are sorted."),
    CostException(
      "day-connections", "family.subjects Subject",
      "Which subjects have resources: the subjects of all the family's resources are a set that is made once."),
    CostException(
      "day-lists", "viewer.notifications Notification",
      "By kind, and by the course of the assignment: the member's notifications are filtered and sorted."),
    CostException(
      "day-lists", "family.resources Resource",
      "By the name of the subject, which is in another table: the family's resources are sorted."),
    CostException(
      "day-lists", "family.invitations Invitation",
      "By status, which is computed, and by the name of the student: the family's invitations are filtered and sorted."),
    CostException(
      "day-lists", "family.subjects Subject", "Which subjects have a link with a text: all links are looked into."),
    CostException(
      "family-attendance", "family.enrolments.schoolAttendance SchoolAttendance",
      "It is looked up for each enrolment, most of which have ended."),
    CostException(
      "family-attendance", "family.enrolments.absenceReports AbsenceReport",
      "They are looked up for each enrolment, most of which have ended."),
    CostException(
      "family-pickup", "family.enrolments.collectors Collector",
      "They are looked up for each enrolment, most of which have ended."),
    CostException(
      "filters", "family.students Student",
      "Which students have an assignment with a title: theirs are looked at until one has."),
    CostException(
      "filters", "family.students.byLogic Assignment",
      "By students as above, and by parts of texts: theirs are looked at until there are enough."),
    CostException(
      "filters", "family.students.withoutCourse Assignment",
      "By students as above, and by what is missing: theirs are looked at until there are enough."),
    CostException("notes", "family.tagged Note", "By the name of a tag: the notes with the tag are a set that is made once."),
    CostException("notes", "family.notes.tags.notes Note", "By time: the notes of each tag are sorted."),
    CostException(
      "order", "family.students.assignments Assignment", "By points and title: the student's assignments are sorted."),
    CostException(
      "order-by-relation", "family.assignmentsConnection Assignment",
      "By the names of subject, course and student, looked up for each: the family's assignments are sorted."),
    CostException(
      "order-by-relation", "family.students.assignments Assignment",
      "By the name of the course, which is in another table: the student's assignments are sorted."),
    CostException(
      "terms", "family.students.timeSlotOverlaps TimeSlotOverlap",
      "Which student has work of which course: the family's assignments are read once, from an index."),
  ]
}
