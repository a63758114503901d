package import GraphQL

/// The GraphQL documents that a report card is read by, as its viewer. They have no rights of their own.
package enum ReportCardQuery {
  /// The courses that a report card has at most.
  package static let maximumCourses = 400

  /// The names on a report card, its days and its language.
  package static let head = """
    query ReportCardHead($student: ID!, $term: ID!, $year: ID!, $hasTerm: Boolean!, $hasYear: Boolean!) {
      viewer { settings { language } }
      family { name timeZone }
      student(id: $student) { name }
      term(id: $term) @include(if: $hasTerm) { name firstDay lastDay schoolYear { name } }
      schoolYear(id: $year) @include(if: $hasYear) { name firstDay lastDay }
    }
    """

  /// - Parameters:
  ///   - term: the id of the term; nil for none.
  ///   - schoolYear: the id of the school year; nil for none.
  package static func headVariables(student: String, term: String?, schoolYear: String?) -> JSONValue {
    .object([
      .init("student", .string(student)), .init("term", .string(term ?? "")), .init("year", .string(schoolYear ?? "")),
      .init("hasTerm", .bool(term != nil)), .init("hasYear", .bool(schoolYear != nil)),
    ])
  }

  /// The averages, the attendance, the grade scales, and the first courses.
  package static let body = """
    query ReportCard($student: ID!, $term: ID, $year: ID, $from: Date!, $to: Date!, $first: Int!) {
      student(id: $student) {
        reportCard(termId: $term, schoolYearId: $year, first: $first) { ...Line }
        weighted: gradePointAverage(termId: $term, schoolYearId: $year)
        unweighted: gradePointAverage(termId: $term, schoolYearId: $year, weighted: false)
        PRESENT: attendanceConnection(first: 1, where: {date: {gte: $from, lte: $to}, state: {eq: PRESENT}}) { totalCount }
        PARTIAL: attendanceConnection(first: 1, where: {date: {gte: $from, lte: $to}, state: {eq: PARTIAL}}) { totalCount }
        EXCUSED: attendanceConnection(first: 1, where: {date: {gte: $from, lte: $to}, state: {eq: EXCUSED}}) { totalCount }
        ABSENT: attendanceConnection(first: 1, where: {date: {gte: $from, lte: $to}, state: {eq: ABSENT}}) { totalCount }
      }
      family {
        gradeScales(first: 40) { id name steps(first: 30) { letter leastPercentage gradePoints } }
        gradeScaleChoices(first: $first, where: {not: {student: {not: {id: {eq: $student}}}}}) {
          student { id } course { id } gradeScale { id } readyMade
        }
        readyMadeGradeSteps(first: 60) { gradeScale letter leastPercentage gradePoints }
      }
    }
    """ + line

  /// More courses.
  package static let more = """
    query ReportCardCourses($student: ID!, $term: ID, $year: ID, $first: Int!, $offset: Int!) {
      student(id: $student) { reportCard(termId: $term, schoolYearId: $year, first: $first, offset: $offset) { ...Line } }
    }
    """ + line

  private static let line = """

    fragment Line on CourseResult {
      course {
        id name code instructor creditHours level subject { name } term { id name firstDay schoolYear { name } }
      }
      grade letter gradedCount assignmentCount
    }
    """

  /// - Parameters:
  ///   - head: of the same report card.
  ///   - first: the number of courses.
  ///   - offset: the number of courses that were read before; nil for ``body``.
  package static func variables(
    student: String, term: String?, schoolYear: String?, _ head: ReportCardHead, first: Int, offset: Int? = nil
  ) -> JSONValue {
    let id = { (id: String?) in id.map { JSONValue.string($0) } ?? .null }
    let days: [JSONValue.Member] = [
      .init("from", .string(head.firstDay?.text ?? "1000-01-01")), .init("to", .string(head.lastDay?.text ?? "9999-12-31")),
    ]
    return .object(
      [
        .init("student", .string(student)), .init("term", id(term)), .init("year", id(schoolYear)), .init("first", .number("\(first)")),
      ] + (offset.map { [.init("offset", .number("\($0)"))] } ?? days))
  }
}
