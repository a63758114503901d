import GraphQL
import SQL
import Testing

@testable import Planning

/// A query to the library, planned for a viewer: all of a request but the database.
struct LibraryRequest {
  let plan: QueryPlan<LibraryViewer>
  let operation: Operation
  let viewer: LibraryViewer
  let variables: VariableValues
  private let locks: PlannerLocks

  init(
    _ query: String, variables json: String = "{}", as viewer: LibraryViewer = .staff, locks: PlannerLocks = .all,
    map: EntityMap<LibraryViewer>? = nil
  ) throws {
    let map = try map ?? .library()
    let source = Source(query)
    let document = try Document(parsing: source)
    let errors = Validator(schema: map.schema).validate(document, source: source)
    try #require(errors.isEmpty, "\(errors.map(\.message))")
    operation = try document.operation(named: nil, source: source)
    variables = try VariableValues(
      coercing: JSONValue(parsing: Array(json.utf8)), for: operation, schema: map.schema)
    guard
      case .query(let plan) = try Planner(map: map, locks: locks).plan(
        operation, for: viewer.planClass, variables: variables)
    else { throw PlanRefusal.fault("the operation is no query") }
    self.plan = plan
    self.viewer = viewer
    self.locks = locks
  }

  func statements(limits: RequestLimits = RequestLimits()) throws(PlanRefusal) -> [Statement] {
    try plan.statements(for: viewer, variables: variables, limits: limits)
  }

  /// The text of each statement.
  var texts: [String] { get throws { try statements().map(\.text) } }

  /// The response from rows that a database could have given, statement by statement.
  func response(_ results: [[Cell]]..., maximumErrors: Int = 100) throws -> Completion.Response {
    try #require(results.count == plan.statements.count, "the plan has the statements \(plan.outline)")
    return try #require(
      Completion.complete(
        plan, results: zip(plan.statements, results).map { Rows($0.columns, $1) }, viewer: viewer,
        variables: variables, locks: locks, maximumErrors: maximumErrors))
  }

  /// The body of a response that has no errors.
  func body(_ results: [[Cell]]..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try #require(results.count == plan.statements.count, "the plan has the statements \(plan.outline)")
    let response = try #require(
      Completion.complete(
        plan, results: zip(plan.statements, results).map { Rows($0.columns, $1) }, viewer: viewer,
        variables: variables, locks: locks))
    #expect(response.errors.isEmpty, sourceLocation: sourceLocation)
    return response.text
  }
}

extension Completion.Response {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// The error of a request that is refused before anything is run; nil when it is not refused so.
func refusal(of body: () throws -> Void) -> GraphQLError? {
  do {
    try body()
    return nil
  } catch PlanRefusal.invalid(let error) {
    return error
  } catch {
    return nil
  }
}
