import Gateway
import GraphQL
package import Planning
import SQL
package import Domain

extension Corpus {
  /// SDL that builds a schema.
  static let schemas =
    [zooSDL, schoolMap.schema.sdl] + [
      "schema @a { query: Q } type Q { f(a: [N!] = [{a: 1}]): E } input N { a: Int b: N } enum E { A B @deprecated } directive @a on SCHEMA",
      "\"\"\"\nd\n\"\"\" type Query implements I & J { i: I j(a: Int): J! } interface I implements J { i: I j(a: Int): J } interface J { j(a: Int): J } extend type Query @c { x: S } scalar S directive @c repeatable on OBJECT",
      "type Query { u: U } union U = Query | A type A { q(o: O): Query @deprecated(reason: \"x\") } input O @oneOf { a: String b: O }",
    ]

  /// Requests that the school answers.
  static let requests = [
    "{ family { id name students { id name assignments(first: 20) { id title dueDate course { name grade subject { name } } } } } }",
    "query A { viewer { name role } } query B { __typename }",
    "{ __schema { queryType { name } types { kind name fields(includeDeprecated: true) { name args { name defaultValue } type { kind ofType { name } } } } } }",
    "{ family { subjects(first: 3, offset: 1) { ...S } courses { id subject { ...S } } } } fragment S on Subject { name courses(first: 2) { assignments { student { name } } } }",
  ].map { "{\"query\":\"\($0.replacing("\"", with: "\\\""))\",\"operationName\":\($0.contains("query A") ? "\"A\"" : "null")}" } + [
    #"{"query":"query Q($id: ID!, $n: Int! = 2, $on: Boolean!) { a: course(id: $id) { grade(studentId: $id) @include(if: $on) } family { students { assignments(first: $n) { id } } } }","variables":{"id":"018f0000-0000-7000-8000-000000000001","on":true},"extensions":{}}"#,
    #"{"query":"query Q($w: AssignmentFilter, $o: [AssignmentOrder!], $d: OrderDirection! = DESC, $s: String) { family { students(where: {assignments: {some: {title: {contains: $s}}}}) { assignments(where: $w, orderBy: $o) { id } assignmentsConnection(first: 3, where: {or: [{course: null}, {not: {percentage: {gte: 9.5}}}]}, orderBy: [{field: TITLE, direction: $d}]) { edges { cursor node { title } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } } } }","variables":{"w":{"dueDate":{"gte":"2026-09-07","ne":null},"and":[{"course":{"subject":{"name":{"in":["Maths"]}}}}],"state":{"ne":"GRADED"}},"o":[{"field":"DUE_DATE","nulls":"FIRST"}],"s":"%"}}"#,
    #"{"query":"query Q($i: [ID!]!) { nodes(ids: $i) { id ... on Student { assignmentsSummary(where: {createdAt: {gt: \"2026-09-07T08:30:00Z\"}}) { count meanPercentage byState { state count } bySubject(first: 2) { subject { name } gradedCount } byWeek { week } } } } node(id: 1) { ... on Course { assignmentsConnection(last: 2) { nodes { id } } } } }","variables":{"i":["018f0000-0000-7000-8000-000000000001"]}}"#,
  ]

  static let requestWords =
    jsonWords + [
      "\"query\":", "\"variables\":", "\"operationName\":", "\"extensions\":", "family", "students", "assignments", "course",
      "subject", "viewer", "__typename", "__schema", "__type(name:", "first:", "offset:", "id", "name", "grade", "...S",
      "... on Student {", "{ id }", "$id", "$n", "@skip(if:", "@include(if: $on)", "fragment S on Subject {", "a:", "2147483648",
      "where: {", "orderBy: [{field: TITLE}]", "and: [", "or: []", "not: {",
      "some: {", "every: {}", "none: {", "{eq: null}", "{in: []}", #"{contains: \"%\"}"#, "{isNull: true}", "course: {", "null",
      "direction: DESC", "nulls: FIRST", #"after: \"x\""#, "last: 1", "totalCount", "pageInfo { endCursor }", "edges { cursor }",
      "assignmentsConnection", "assignmentsSummary", "byWeek { week }", "nodes(ids: [1]) {", "\"eq\":", "\"and\":", "$w", "$o",
    ]

  /// The whole school.
  package static let schoolMap: EntityMap<Viewer> = {
    do {
      return try EntityMap(domain: .domain())
    } catch {
      fatalError("\(error)")
    }
  }()

  static let accountID = UUIDValue(high: 0xA0A0_0000_0000_7000, low: 0x8000_0000_0000_00A1)

  private static let parentAccount = AccountViewer(
    accountID: accountID, sessionID: UUIDValue(high: 0xA0A0_0000_0000_7000, low: 0x8000_0000_0000_00A2),
    membership: Membership(
      familyID: UUIDValue(high: 0xA0A0_0000_0000_7000, low: 0x8000_0000_0000_00A3),
      memberID: UUIDValue(high: 0xA0A0_0000_0000_7000, low: 0x8000_0000_0000_00A4), role: .parent))

  /// A parent of no family in particular.
  package static let parent = Viewer.account(parentAccount)

  static let parentClaims = SessionToken(viewer: parentAccount).privateClaims
}
