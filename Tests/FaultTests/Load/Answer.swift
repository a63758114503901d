import Foundation

/// The parts of the gateway's answers that the load reads.
struct Answer: Decodable {
  struct Failure: Decodable {
    struct Extensions: Decodable {
      let code: String?
      let outcome: String?
    }
    let message: String
    let extensions: Extensions?
  }

  struct Row: Decodable {
    let id: String
    let title: String?
    let version: Int?
    let percentage: Double?
  }

  struct Changed: Decodable {
    let assignment: Row?
    let course: Row?
    let id: String?
  }

  struct Summary: Decodable { let count: Int }

  struct Connection: Decodable {
    let totalCount: Int
    let nodes: [Row]?
  }

  struct Student: Decodable {
    let id: String
    let assignmentsSummary: Summary
  }

  struct Family: Decodable {
    let id: String
    let students: [Student]
    let assignmentsConnection: Connection
  }

  struct Course: Decodable {
    let id: String
    let grade: Double?
    let assignments: [Row]?
    let assignmentsConnection: Connection?
    let assignmentsSummary: Summary?
  }

  struct Content: Decodable {
    let changed: Changed?
    let family: Family?
    let graded: Course?
    let grown: Course?
  }

  let data: Content?
  let errors: [Failure]?
}
