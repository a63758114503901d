import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Filters and orders of the lists that staff read.
@Suite struct StaffListTests {
  @Test func `Staff find the dismissals of a student, and order them by its name`() async throws {
    try await PickupGround.run("staff_list_dismissals") { ground in
      let (mia, leo) = try await ground.students()
      _ = try await ground.request([mia, leo])
      func names(_ arguments: String) async throws -> [String] {
        let answer = try await ground.ask(
          "{ schools(first: 1) { dismissals(\(arguments)) { student { name } } } }", as: ground.dispatcher)
        #expect(answer.at("errors") == nil, "\(answer)")
        return (answer.at("data", "schools", 0, "dismissals")?.array ?? []).compactMap { $0.at("student", "name")?.string }
      }
      let enrolment = try await ground.enrolment(of: "Mia")
      #expect(try await names(#"where: {student: {id: {eq: "\#(enrolment)"}}}"#) == ["Mia Rivera"])
      #expect(try await names(#"where: {student: {name: {startsWith: "Leo"}}}"#) == ["Leo Rivera"])
      #expect(try await names(#"where: {student: {schoolClass: {name: {eq: "Owls"}}}}"#) == ["Mia Rivera"])
      #expect(try await names("orderBy: {field: STUDENT_NAME}") == ["Leo Rivera", "Mia Rivera"])
      #expect(try await names("orderBy: {field: STUDENT_NAME, direction: DESC}") == ["Mia Rivera", "Leo Rivera"])
    }
  }

  @Test func `A filter tells a teacher nothing of the students of other classes`() async throws {
    try await PickupGround.run("staff_list_attacks") { ground in
      let (mia, leo) = try await ground.students()
      _ = try await ground.request([mia, leo])
      let enrolment = try await ground.enrolment(of: "Leo")
      let foreign = [
        #"{student: {id: {eq: "\#(enrolment)"}}}"#, #"{student: {name: {contains: "Leo"}}}"#,
        #"{student: {studentNumber: {ne: null}}, not: {student: {name: {contains: "Mia"}}}}"#,
      ]
      func dismissals(_ filter: String, as viewer: AccountViewer) async throws -> JSONValue? {
        let answer = try await ground.ask(
          "{ schools(first: 1) { dismissals(where: \(filter)) { id } students(where: {and: [{name: {contains: \"Leo\"}}]}) { id } } }",
          as: viewer)
        #expect(answer.at("errors") == nil, "\(answer)")
        return answer.at("data", "schools", 0)
      }
      for filter in foreign {
        let seen = try await dismissals(filter, as: ground.dispatcher)
        #expect(seen?.at("dismissals")?.array?.count == 1 && seen?.at("students")?.array?.count == 1, "\(filter)")
        for viewer in [ground.teacher, ground.parent] {
          let hidden = try await dismissals(filter, as: viewer)
          #expect(hidden?.at("dismissals") == .array([]) && hidden?.at("students") == .array([]), "\(filter)")
        }
      }
      // The whole list, whatever is asked of rows that the teacher does not see.
      let others = try await dismissals(#"{not: {student: {id: {eq: "\#(enrolment)"}}}}"#, as: ground.teacher)
      #expect(others?.at("dismissals")?.array?.count == 1)
    }
  }

  @Test func `Each list of staff takes each comparison and each order`() async throws {
    try await PickupGround.run("staff_lists") { ground in
      let schema = try Schema.domain()
      let dismissal = try #require(try await ground.request([ground.students().mia]).ids.first)
      let parents = [
        "School": DemonstrationFamily.schoolID.description, "SchoolClass": DemonstrationClass.owls.id.description,
        "ClassStudent": DemonstrationFamily.enrolmentID.description, "ClassDismissal": dismissal,
      ]
      var (lists, rows) = (0, 0)
      for (parent, id) in parents.sorted(by: { $0.key < $1.key }) {
        for field in try #require(schema.objectType(named: parent)).fields {
          let filter = field.arguments.first { $0.name == "where" }.flatMap { schema.inputObjectType(named: $0.type.namedType) }
          guard let filter, let order = field.arguments.first(where: { $0.name == "orderBy" }) else { continue }
          func count(_ arguments: String) async throws -> Int? {
            let query = "{ node(id: \"\(id)\") { ... on \(parent) { list: \(field.name)\(arguments) { __typename } } } }"
            let answer = try await ground.ask(query, as: ground.administrator)
            #expect(answer.at("errors") == nil, "\(query): \(answer)")
            return answer.at("data", "node", "list")?.array?.count
          }
          let all = try await count("")
          lists += 1
          rows += all ?? 0
          for name in filter.fields.map(\.name) where !InputObjectType.combinators.contains(name) {
            #expect(try await count("(where: {or: [{\(name): null}, {not: {\(name): null}}]})") == all, "\(parent).\(field.name) \(name)")
          }
          for value in schema.orderValues(of: order) ?? [] {
            #expect(try await count("(orderBy: {field: \(value), direction: DESC})") == all, "\(parent).\(field.name) \(value)")
          }
        }
      }
      #expect(lists >= 18)
      #expect(rows >= 18)
    }
  }
}
