import GraphQL
import Postgres
import SQL
import School
import TestSupport
import Testing

/// A list of the schema, and the rows that it is of.
enum SchoolList: String, CaseIterable {
  case notifications, quotes, resources, resourcesOfSubject, portfolioItems, attendance, questions, reportCard
  case joinRequests, invitations, students, subjects, courses, assignments

  private var field: String { self == .resourcesOfSubject ? "resources" : rawValue }

  /// The connection beside the list.
  var connection: String? {
    switch self {
    case .notifications, .resources, .resourcesOfSubject, .portfolioItems, .attendance: "\(field)Connection"
    case .assignments: "assignmentsConnection"
    default: nil
    }
  }

  /// Whether a student is refused the list.
  var isForParents: Bool { self == .joinRequests || self == .invitations }

  /// What names an object of the list.
  private var selection: String { self == .reportCard ? "course { id }" : "id" }

  private func root(_ places: Places) -> String {
    switch self {
    case .notifications: "viewer"
    case .resourcesOfSubject: "root: subject(id: \"\(places.subject)\")"
    case .portfolioItems, .attendance, .reportCard: "root: student(id: \"\(places.student)\")"
    case .questions: "root: assignment(id: \"\(places.assignment)\")"
    case .assignments: "root: student(id: \"\(places.student)\")"
    default: "family"
    }
  }

  /// A query of the list, or of the connection beside it.
  /// - Parameter more: what else is selected of a connection.
  func query(_ arguments: String, _ more: String, _ places: Places, isConnection: Bool = false) -> String {
    isConnection
      ? "{ \(root(places)) { list: \(connection ?? "")(\(arguments)) { nodes { \(selection) } \(more) } } }"
      : "{ \(root(places)) { list: \(field)(\(arguments)) { \(selection) } } }"
  }

  /// What a query was answered.
  func list(in answer: JSONValue) -> JSONValue? {
    ["viewer", "family", "root"].lazy.compactMap { answer.at("data", .key($0), "list") }.first
  }

  func ids(in answer: JSONValue, isConnection: Bool = false) -> [String] {
    let list = list(in: answer)
    return ((isConnection ? list?.at("nodes") : list)?.array ?? []).compactMap { ($0["course"] ?? $0)["id"]?.string }
  }

  /// The keys of the rows of the list, as an independent statement reads them.
  func rows(_ places: Places) -> SQL {
    let (table, key, condition): (String, String, SQL) =
      switch self {
      case .notifications: ("notifications", "id", "t.recipient_id = \(bind: .uuid(places.member)) AND t.deleted_at IS NULL")
      case .quotes: ("quotes", "id", "true")
      case .resources: ("resources", "id", "true")
      case .resourcesOfSubject: ("resources", "id", "t.subject_id = \(bind: .uuid(places.subject))")
      case .portfolioItems: ("portfolio_items", "id", "t.student_id = \(bind: .uuid(places.student))")
      case .attendance: ("attendance_records", "id", "t.student_id = \(bind: .uuid(places.student))")
      case .questions: ("questions", "id", "t.assignment_id = \(bind: .uuid(places.assignment))")
      case .reportCard: ("course_results", "course_id", "t.student_id = \(bind: .uuid(places.student))")
      case .joinRequests: ("join_requests", "id", "t.state = 'PENDING'")
      case .invitations: ("invitations", "id", "true")
      case .students: ("members", "id", "t.role = 'STUDENT'")
      case .subjects: ("subjects", "id", "true")
      case .courses: ("courses", "id", "true")
      case .assignments: ("assignments", "id", "t.student_id = \(bind: .uuid(places.student))")
      }
    return """
      SELECT t.\(identifier: key) FROM \(identifier: table) t WHERE t.family_id = \(bind: .uuid(places.family)) AND \(condition)
      """
  }
}

/// Rows of a viewer's family that have lists.
struct Places {
  let family: UUIDValue
  let member: UUIDValue
  let student: UUIDValue
  let subject: UUIDValue
  let assignment: UUIDValue

  init(of viewer: AccountViewer, in database: SchoolDatabase) async throws {
    let membership = try #require(viewer.membership)
    family = membership.familyID
    member = membership.memberID
    func first(_ table: String, _ condition: SQL = "true") async throws -> UUIDValue {
      let rows = try await database.run(
        "SELECT id FROM \(identifier: table) WHERE family_id = \(bind: .uuid(membership.familyID)) AND \(condition) ORDER BY id LIMIT 1")
      return try #require(rows.uuid(row: 0, column: 0))
    }
    student = try await first("members", "role = 'STUDENT'")
    subject = try await first(
      "subjects",
      "(SELECT count(*) FROM resources r WHERE r.family_id = subjects.family_id AND r.subject_id = subjects.id) > 5")
    assignment = try await first(
      "assignments", "EXISTS (SELECT FROM questions q WHERE q.family_id = assignments.family_id AND q.assignment_id = assignments.id)")
  }
}

extension SchoolDatabase {
  /// The ids that a statement reads.
  func ids(_ sql: SQL) async throws -> [String] {
    let rows = try await run(sql)
    return (0..<rows.count).compactMap { rows.uuid(row: $0, column: 0)?.description }
  }
}
