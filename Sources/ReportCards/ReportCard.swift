package import GraphQL

/// A report card: what the viewer sees of a student's courses, with all that a school asks of such a page.
package struct ReportCard: Sendable {
  /// A course with the student's result.
  struct Line: Sendable {
    let courseID: String
    let course: String
    let code: String?
    let instructor: String?
    let subject: String?
    /// A value of `CourseLevel`.
    let level: String
    /// As the answer has it.
    let credits: String?
    let percent: String?
    let letter: String?
    let gradedCount: String
    let assignmentCount: String
    let term: Term?
  }

  struct Term: Hashable, Sendable {
    let id: String
    let name: String
    let schoolYear: String?
    let firstDay: String
  }

  package let head: ReportCardHead
  let lines: [Line]
  /// Nil where no course counts.
  let weighted: String?
  let unweighted: String?
  /// The number of days by the values of `AttendanceState`, in the order of the schema.
  let attendance: [(state: String, days: String)]
  /// The scales that letters on this card are of, with the courses of each that is not the only one.
  let scales: [GradeScale]

  /// - Parameters:
  ///   - data: the answer to ``ReportCardQuery/body``.
  ///   - more: the answers to ``ReportCardQuery/more``, in order.
  /// - Returns: nil where the viewer does not see the student.
  package init?(_ head: ReportCardHead, student id: String, _ data: JSONValue, more: [JSONValue]) {
    guard let student = data["student"], case .object = student, let family = data["family"] else { return nil }
    self.head = head
    lines = ([data] + more).flatMap { $0["student"]?["reportCard"]?.items ?? [] }.compactMap(Line.init)
    weighted = student["weighted"]?.number
    unweighted = student["unweighted"]?.number
    attendance = ["PRESENT", "PARTIAL", "EXCUSED", "ABSENT"].compactMap { state in
      student[state]?["totalCount"]?.number.map { (state, $0) }
    }
    scales = GradeScaleChoices(family).scales(of: lines.filter { $0.letter != nil }, student: id)
  }

  /// The number of courses in an answer to ``ReportCardQuery/body`` or ``ReportCardQuery/more``.
  package static func courseCount(in data: JSONValue) -> Int { data["student"]?["reportCard"]?.items.count ?? 0 }

  /// The lines by term, in the order of the terms' days; those without a term last.
  var sections: [(term: Term?, lines: [Line])] {
    let terms = Set(lines.compactMap(\.term)).sorted { ($0.firstDay, $0.id) < ($1.firstDay, $1.id) }
    let sections: [(Term?, [Line])] = terms.map { term in (term, lines.filter { $0.term == term }) }
    let others = lines.filter { $0.term == nil }
    return others.isEmpty ? sections : sections + [(nil, others)]
  }

  /// The sum of the credits of the courses that have any; nil where none has.
  static func credits(of lines: [Line]) -> String? {
    let hundredths = lines.compactMap { $0.credits.flatMap(Double.init) }.map { Int(($0 * 100).rounded()) }
    guard !hundredths.isEmpty else { return nil }
    let sum = hundredths.reduce(0, +)
    let decimals = sum % 100 == 0 ? "" : sum % 10 == 0 ? ".\(sum / 10 % 10)" : ".\(sum / 10 % 10)\(sum % 10)"
    return "\(sum / 100)\(decimals)"
  }
}

extension ReportCard.Line {
  fileprivate init?(_ line: JSONValue) {
    guard let course = line["course"], let id = course["id"]?.text, let name = course["name"]?.text else { return nil }
    courseID = id
    self.course = name
    code = course["code"]?.text
    instructor = course["instructor"]?.text
    subject = course["subject"]?["name"]?.text
    level = course["level"]?.text ?? "REGULAR"
    credits = course["creditHours"]?.number
    percent = line["grade"]?.number
    letter = line["letter"]?.text
    gradedCount = line["gradedCount"]?.number ?? "0"
    assignmentCount = line["assignmentCount"]?.number ?? "0"
    term = course["term"].flatMap { term in
      guard let id = term["id"]?.text, let name = term["name"]?.text else { return nil }
      return ReportCard.Term(
        id: id, name: name, schoolYear: term["schoolYear"]?["name"]?.text, firstDay: term["firstDay"]?.text ?? "")
    }
  }
}
