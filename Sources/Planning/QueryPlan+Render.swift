package import GraphQL
package import SQL

extension QueryPlan {
  /// The statements for one request, in the order of the levels.
  /// - Throws: `PlanRefusal.invalid` when an argument cannot be coerced (`BAD_USER_INPUT`) or the lists
  ///   would be larger than `limits` (`LIMIT_EXCEEDED`).
  package func statements(
    for viewer: Viewer, variables: VariableValues, limits: RequestLimits = RequestLimits()
  ) throws(PlanRefusal) -> [Statement] {
    var coerced: [ArgumentValues] = []
    for planned in arguments {
      do {
        coerced.append(
          try ArgumentValues(
            coercing: planned.field.arguments, definitions: planned.definitions, variables: variables,
            schema: schema, source: operation.source))
      } catch {
        throw .invalid(error)
      }
    }
    var values: [SQLValue] = []
    for slot in slots {
      switch slot {
      case .viewer(let attribute): values.append(viewer.value(of: attribute))
      case .argument(let list, let name, let conversion):
        do {
          values.append(try conversion.value(of: coerced[list][name], limits: limits))
        } catch {
          throw .invalid(argumentError(error, name: name, of: arguments[list]))
        }
      }
    }
    try checkRows(values, limits: limits)
    return levels.map { level in level.template.statement { values[$0.index] } }
  }

  /// Refuses lists whose rows, multiplied down the tree, would pass the limit.
  private func checkRows(_ values: [SQLValue], limits: RequestLimits) throws(PlanRefusal) {
    var bounds: [Int] = []
    var total = 0
    for level in levels {
      let parents = level.bound.parent.map { bounds[$0] } ?? 1
      var rows = parents
      if let slot = level.bound.first, case .int8(let first) = values[slot.index] {
        // Both are at most the limits' size, or the request was refused above.
        rows = parents * Int(first)
      }
      bounds.append(rows)
      if level.bound.first != nil { total += rows }
      if total > limits.rows, let list = level.bound.argumentList {
        let planned = arguments[list]
        throw .invalid(
          GraphQLError(
            "The lists of this operation may have \(total) rows together, more than \(limits.rows). "
              + "Ask for fewer with \"first\".",
            code: .limitExceeded, locations: [operation.source.location(at: planned.field.position)],
            path: planned.path,
            extensions: [.init("limit", .number("\(limits.rows)")), .init("value", .number("\(total)"))]))
      }
    }
  }

  private func argumentError(
    _ problem: ArgumentProblem, name: String, of planned: PlannedArguments
  ) -> GraphQLError {
    let node = planned.field.arguments.first { $0.name.value == name }
    var error = GraphQLError(
      "Argument \"\(name)\" \(problem.message)", code: problem.code,
      locations: [operation.source.location(at: node?.position ?? planned.field.position)],
      path: planned.path, extensions: [.init("argument", .string(name))])
    if let limit = problem.limit, let value = problem.value {
      error.extensions += [.init("limit", .number("\(limit)")), .init("value", .number("\(value)"))]
    }
    return error
  }
}

/// What is wrong with an argument whose type is right.
struct ArgumentProblem: Error {
  var message: String
  var code: ErrorCode
  var limit: Int?
  var value: Int?
}

extension ArgumentConversion {
  func value(of argument: InputValue?, limits: RequestLimits) throws(ArgumentProblem) -> SQLValue {
    switch (self, argument) {
    case (.uuid, .scalar(let text)?), (.uuid, .string(let text)?):
      return UUIDValue(text).map { .uuid($0) } ?? .null(.uuid)
    case (.uuid, _):
      return .null(.uuid)
    case (.first, .int(let count)?), (.offset, .int(let count)?):
      guard count >= 0 else {
        throw ArgumentProblem(message: "must not be negative, got \(count).", code: .badUserInput)
      }
      guard self == .offset || count <= limits.pageSize else {
        throw ArgumentProblem(
          message: "must be at most \(limits.pageSize), got \(count).", code: .limitExceeded,
          limit: limits.pageSize, value: Int(count))
      }
      return .int8(Int64(count))
    case (.first, _):
      throw ArgumentProblem(message: "must not be null: every list is bounded.", code: .badUserInput)
    case (.offset, _):
      return .int8(0)
    }
  }
}
