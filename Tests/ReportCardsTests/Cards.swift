import GraphQL

@testable import ReportCards

/// Answers and report cards of the tests.
enum Cards {
  static let head = """
    {"viewer": {"settings": {"language": "de-AT"}}, "family": {"name": "Rivera", "timeZone": "America/New_York"},
     "student": {"name": "Ada Rivera"},
     "term": {"name": "Fall", "firstDay": "2026-09-01", "lastDay": "2026-12-18", "schoolYear": {"name": "2026/27"}}}
    """

  static let body = """
    {"student": {"weighted": 3.85, "unweighted": 3.5,
      "PRESENT": {"totalCount": 41}, "PARTIAL": {"totalCount": 2}, "EXCUSED": {"totalCount": 1}, "ABSENT": {"totalCount": 0},
      "reportCard": [
        {"course": {"id": "c1", "name": "Algebra I", "code": "MATH-101", "instructor": "Dr. \\"Pi\\" Diaz", "creditHours": 1.0,
          "level": "HONORS", "subject": {"name": "Mathematics"},
          "term": {"id": "t1", "name": "Fall", "firstDay": "2026-09-01", "schoolYear": {"name": "2026/27"}}},
         "grade": 90.5, "letter": "A-", "gradedCount": 4, "assignmentCount": 7},
        {"course": {"id": "c2", "name": "Nature, again", "code": null, "instructor": null, "creditHours": 0.25,
          "level": "REGULAR", "subject": null, "term": null},
         "grade": null, "letter": null, "gradedCount": 0, "assignmentCount": 3}]},
     "family": {
      "gradeScales": [{"id": "s1", "name": "Out of doors", "steps": [
        {"letter": "E", "leastPercentage": 85, "gradePoints": 4}, {"letter": "N", "leastPercentage": 0, "gradePoints": null}]}],
      "gradeScaleChoices": [],
      "readyMadeGradeSteps": [
        {"gradeScale": "PLUS_MINUS", "letter": "A", "leastPercentage": 93, "gradePoints": 4.0},
        {"gradeScale": "PLUS_MINUS", "letter": "A-", "leastPercentage": 90, "gradePoints": 3.7},
        {"gradeScale": "PLAIN", "letter": "A", "leastPercentage": 90, "gradePoints": 4}]}}
    """

  static func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  /// - Parameter edit: changes the text of the answer.
  static func card(head: String = head, _ edit: (String) -> String = { $0 }) throws -> ReportCard? {
    guard let head = ReportCardHead(try json(head), hasTerm: true, hasSchoolYear: false) else { return nil }
    return ReportCard(head, student: "ada", try json(edit(body)), more: [])
  }

  static func page(_ card: ReportCard?, in language: String = "en", on paper: Paper = .letter) -> String {
    guard let card, let day = CivilDay("2026-12-20") else { return "" }
    return ReportCardPage(card, in: DocumentLanguage(tag: language), on: paper, issued: day).html
  }
}
