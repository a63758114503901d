import GraphQL
package import Planning
package import SQL
package import Domain

/// The plan of a request, without its execution.
package struct Explanation: Sendable {
  /// The reads of each statement: the places of its objects in the response, and their type.
  package let outline: [String]
  /// How many places of the response have rows, several of which may share a statement.
  package let levelCount: Int
  /// The scope and the membership check; none for a request without a token.
  package let guards: [Statement]
  /// The statements of the plan. For a field of a mutation that one statement may perform: this statement, and those
  /// that read its result. For other fields only the latter, because the changing statements depend on rows that the
  /// change reads.
  package let statements: [Statement]
  package let isQuery: Bool
  /// The parts of the database's state that the answer to a query depends on, besides the versions of the family and the account.
  package let scope: VersionScope
  /// Each statement's text, with what it declares to read, one for each place.
  package let readings: [(text: String, dependencies: [SQL.Dependency])]

  /// - Throws: the errors that the request would be answered with.
  package init(
    of request: GraphQLRequest, for viewer: Viewer, map: EntityMap<Viewer>
  ) throws(ExplanationError) {
    var endedSessions = EndedSessions.none
    do throws(RequestFailure) {
      let reader = OperationReader(schema: map.schema, limits: DocumentLimits())
      let operation = try reader.operation(
        in: DocumentFinder(DocumentOptions()).text(of: request), for: request, showsSchema: true)
      let variables: VariableValues
      do {
        variables = try VariableValues(coercing: request.variables, for: operation, schema: map.schema)
      } catch {
        throw .invalid(error.errors)
      }
      do throws(PlanRefusal) {
        let plan = try Planner(map: map).plan(operation, for: viewer.planClass, variables: variables)
        readings = plan.selections.flatMap(\.readings)
        levelCount = plan.selections.reduce(0) { $0 + $1.levelCount }
        switch plan {
        case .query(let selection), .subscription(let selection, _):
          isQuery = true
          scope = VersionScope(selection.dependencies)
          outline = selection.outline
          statements = try selection.statements(for: viewer, variables: variables)
        case .mutation(let fields):
          isQuery = false
          scope = VersionScope()
          endedSessions = fields.compactMap { $0.mutation?.endedSessions }.first { $0 != .none } ?? .none
          (outline, statements) = try Self.parts(of: fields, for: viewer, variables, map)
        }
      } catch {
        throw RequestFailure(error)
      }
    } catch {
      throw ExplanationError(response: error.response(id: "explain"))
    }
    if case .account(let account) = viewer {
      let check = MembershipCheck(of: account, reading: scope)
      guards = isQuery ? check.statements : check.lockingStatements(ending: endedSessions)
    } else {
      guards = []
    }
  }

  private static func parts(
    of fields: [MutationPlan<Viewer>], for viewer: Viewer, _ variables: VariableValues, _ map: EntityMap<Viewer>
  ) throws(PlanRefusal) -> (outline: [String], statements: [Statement]) {
    var (outline, statements): ([String], [Statement]) = ([], [])
    for field in fields {
      let input = try field.input(variables)
      let single = try? field.mutation?.single?(input, ScopedStatements(viewer: viewer, map: map))
      if let single {
        outline.append("\(field.responseKey), in one round trip with COMMIT")
        statements.append(single.statement)
      }
      guard let selection = field.selection else { continue }
      outline += selection.outline
      statements += try selection.statements(for: viewer, variables: variables, changed: single?.keys ?? [:])
    }
    return (outline, statements)
  }
}

/// A request that has no plan, with the answer that it would get.
package struct ExplanationError: Error, CustomStringConvertible {
  package let response: GraphQLResponse

  package var description: String { String(decoding: response.body, as: UTF8.self) }
}
