import Planning
import SQL

/// The way by which a file was read: the row that led to it, and as what the viewer sees that. The raw value is a byte of the claims of
/// addresses, and ``name`` an argument of `file_of_address`.
///
/// A type that leads to files has a case here, and a condition in `file_of_address`.
package enum FilePlace: UInt8, CaseIterable, Sendable {
  /// By its id, as the account that sent it.
  case sender
  /// By its id, as a member of the family that uses it.
  case home
  case upload, note, course, assignment, portfolioItem, student, collector, viewer
  /// As staff of the student's class or school.
  case classStudent, classCollector
  /// As one of the people of a school whose file it is.
  case announcement, schoolEvent, schoolInformation, schoolPost, schoolPicture, schoolPerson, conversationMessage
  /// As one of those who see the ticket of a message.
  case ticketMessage
  /// As the family of an absence report, and as staff of the student's class or school.
  case absenceReport, classAbsenceReport
  /// As a parent of the family.
  case expense

  /// The type that leads to the file; nil for a file that was read by its id.
  private var typeName: String? {
    switch self {
    case .sender, .home: nil
    case .upload: "Upload"
    case .note: "Note"
    case .course: "Course"
    case .assignment: "Assignment"
    case .portfolioItem: "PortfolioItem"
    case .student: "Student"
    case .collector: "Collector"
    case .viewer: "Viewer"
    case .classStudent: "ClassStudent"
    case .classCollector: "ClassCollector"
    case .announcement: "Announcement"
    case .schoolEvent: "SchoolEvent"
    case .schoolInformation: "SchoolInformation"
    case .schoolPost: "SchoolPost"
    case .schoolPicture: "SchoolPicture"
    case .schoolPerson: "SchoolPerson"
    case .ticketMessage: "TicketMessage"
    case .absenceReport: "AbsenceReport"
    case .classAbsenceReport: "ClassAbsenceReport"
    case .conversationMessage: "ConversationMessage"
    case .expense: "Expense"
    }
  }

  /// The name that the database has for it.
  package var name: String {
    switch self {
    case .sender: "SENDER"
    case .home: "HOME"
    case .upload: "UPLOAD"
    case .note: "NOTE"
    case .course: "COURSE"
    case .assignment: "ASSIGNMENT"
    case .portfolioItem: "PORTFOLIO_ITEM"
    case .student: "STUDENT"
    case .collector: "COLLECTOR"
    case .viewer: "VIEWER"
    case .classStudent: "CLASS_STUDENT"
    case .classCollector: "CLASS_COLLECTOR"
    case .announcement: "ANNOUNCEMENT"
    case .schoolEvent: "SCHOOL_EVENT"
    case .schoolInformation: "SCHOOL_INFORMATION"
    case .schoolPost: "SCHOOL_POST"
    case .schoolPicture: "SCHOOL_PICTURE"
    case .schoolPerson: "SCHOOL_PERSON"
    case .ticketMessage: "TICKET_MESSAGE"
    case .absenceReport: "ABSENCE_REPORT"
    case .classAbsenceReport: "CLASS_ABSENCE_REPORT"
    case .conversationMessage: "CONVERSATION_MESSAGE"
    case .expense: "EXPENSE"
    }
  }

  /// The place of the files that objects of a type lead to.
  package init?(of typeName: String) {
    guard let place = Self.allCases.first(where: { $0.typeName == typeName }) else { return nil }
    self = place
  }

  /// The bytes of the place and of the row by which a file is read: 17 together.
  ///
  ///     '\x03'::bytea || uuid_send(parents_2.key)
  static func claim(_ file: RowReference<Viewer>) -> SQL {
    if let way = file.way, let place = FilePlace(of: way.typeName) { return "\(place.byte) || uuid_send(\(way.key))" }
    return """
      (CASE WHEN \(file["unused_since"]) IS NULL AND \(file["home_id"]) = \(file.viewer(.familyID)) THEN \(home.byte) \
      ELSE \(sender.byte) END) || uuid_send(\(file["id"]))
      """
  }

  private var byte: SQL {
    let digits = String(rawValue, radix: 16)
    return "\(unescaped: "'\\x\(digits.count < 2 ? "0" : "")\(digits)'::bytea")"
  }
}
