import SQL

/// A name or a text that the words of notices are made of.
package enum NoticeArgument: String, CaseIterable, Sendable {
  case student, assignment, person, recipient, reason, message, dueDate, time, school, title

  /// The description in the schema.
  package var summary: String {
    switch self {
    case .student: "The student's name at that moment. Staff of a school confirm the name that notices of pickups have."
    case .assignment: "The assignment's title at that moment."
    case .person: "The name of the person who acted: asked, wrote, decided or joined; the name of the other side of a booking."
    case .recipient: "The person to whom staff handed the student."
    case .reason: "The reason that the person gave."
    case .message: "The student's message, with a request for help; the text of an announcement or an event."
    case .dueDate: "The day that the assignment was due, or of what a reminder or a booking is about."
    case .time: "The time of the day of what a reminder or a booking is about, as its own clock or that of the reader shows it: 17:30."
    case .school: "The name of the school."
    case .title:
      "The title of the announcement, the event, the ticket, or of what a reminder is about; the name of the group, or of the service that was booked."
    }
  }

  /// The name of a variable in functions of the database.
  package var variable: String { self == .dueDate ? "due_date" : rawValue }
}

extension Notice {
  /// The value of the column `arguments`: an object of the arguments that are not null, as JSON.
  ///
  ///     jsonb_strip_nulls(jsonb_build_object('student', $1::text, …))::text
  static func arguments(_ values: KeyValuePairs<NoticeArgument, SQLValue>) -> SQL {
    let pairs = values.map { argument, value -> SQL in "\(unescaped: "'\(argument.rawValue)'"), \(bind: value)::text" }
    return "jsonb_strip_nulls(jsonb_build_object(\(pairs.joined(separator: ", "))))::text"
  }
}
