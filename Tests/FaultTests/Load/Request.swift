import Foundation

/// The requests of the load. Each is one document, so that it is planned once, and prepared once on each connection.
struct Request: Encodable {
  let query: String
  let variables: [String: Variable]

  enum Variable: Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case number(Int)

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(number) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  static func createAssignment(_ id: String, _ title: String, course: String, in family: LoadFamily) -> Request {
    Request(
      query: """
        mutation ($id: ID!, $title: String!, $student: ID!, $course: ID!) {
          changed: createAssignment(input: {id: $id, title: $title, studentId: $student, courseId: $course}) {
            assignment { id title }
          }
        }
        """,
      variables: ["id": .text(id), "title": .text(title), "student": .text(family.student), "course": .text(course)])
  }

  static func createCourse(_ id: String, in family: LoadFamily) -> Request {
    Request(
      query: """
        mutation ($id: ID!, $subject: ID!) {
          changed: createCourse(input: {id: $id, subjectId: $subject, name: "Passing"}) { course { id } }
        }
        """,
      variables: ["id": .text(id), "subject": .text(family.subject)])
  }

  static func deleteCourse(_ id: String) -> Request {
    Request(
      query: "mutation ($id: ID!) { changed: deleteCourse(input: {id: $id, cascade: true}) { id } }",
      variables: ["id": .text(id)])
  }

  static func grade(_ id: String, points: Int) -> Request {
    Request(
      query: """
        mutation ($id: ID!, $points: Float!) {
          changed: gradeAssignment(input: {id: $id, pointsAwarded: $points}) {
            assignment { id version percentage }
            course { id }
          }
        }
        """,
      variables: ["id": .text(id), "points": .number(points)])
  }

  /// Reads by several statements the rows that one transaction changes together: a grade and the mean that it is part
  /// of, the number of assignments of a family, and of its students. Two of them agree only if they see one snapshot.
  static func read(_ family: LoadFamily) -> Request {
    Request(
      query: """
        query ($graded: ID!, $grown: ID!) {
          family {
            id
            students { id assignmentsSummary { count } }
            assignmentsConnection(first: 1) { totalCount }
          }
          graded: course(id: $graded) { id grade assignments(first: 10) { id title percentage } }
          grown: course(id: $grown) {
            id
            assignmentsSummary { count }
            assignmentsConnection(last: 3) { totalCount nodes { id title } }
          }
        }
        """,
      variables: ["graded": .text(family.gradedCourse), "grown": .text(family.grownCourse)])
  }
}
