package import GraphQL
package import SQL

extension QueryPlan {
  /// The statements for one request, in the order of the levels.
  /// - Throws: `PlanRefusal.invalid` when an argument cannot be coerced (`BAD_USER_INPUT`) or the lists
  ///   would be larger than `limits` (`LIMIT_EXCEEDED`).
  package func statements(
    for viewer: Viewer, variables: VariableValues, limits: RequestLimits = RequestLimits(),
    changed: ChangedKeys = [:]
  ) throws(PlanRefusal) -> [Statement] {
    var coerced: [ArgumentValues] = []
    for planned in arguments {
      do {
        coerced.append(try planned.values(variables, schema: shape.schema, source: shape.operation.source))
      } catch {
        throw .invalid(error)
      }
    }
    var values: [SQLValue] = []
    for slot in slots {
      switch slot {
      case .viewer(let attribute): values.append(viewer.value(of: attribute))
      case .changed(let name): values.append(changed[name].map { .uuid($0) } ?? .null(.uuid))
      case .argument(let list, let path, let conversion):
        do {
          values.append(try conversion.value(of: path.value(in: coerced[list]), limits: limits))
        } catch {
          throw .invalid(argumentError(error, at: path, of: arguments[list]))
        }
      case .absent(let conversion): values.append(.null(conversion.type))
      case .cursor(let list, let name, let position, let order):
        do {
          values.append(try order.value(at: position, of: coerced[list][name]))
        } catch {
          throw .invalid(argumentError(error, at: ArgumentPath(name), of: arguments[list]))
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
      if let page = level.bound.page, case .int8(let first) = values[page.first.index] {
        // Both are at most the limits' size, or the request was refused above.
        rows = parents * Int(first)
      }
      if let keys = level.bound.keys, case .uuidArray(let keys) = values[keys.index] { rows = parents * keys.count }
      bounds.append(rows)
      if level.bound.page != nil { total += rows }
      if total > limits.rows, let page = level.bound.page {
        let planned = arguments[page.arguments]
        throw .invalid(
          .limitExceeded(
            "The lists of this operation may have \(total) rows together, more than \(limits.rows). "
              + "Ask for fewer with \"first\".",
            limit: "rows", maximum: limits.rows, value: total,
            locations: [shape.operation.source.location(at: planned.field.position)], path: planned.path))
      }
    }
  }

  private func argumentError(
    _ problem: ArgumentProblem, at argument: ArgumentPath, of planned: PlannedArguments
  ) -> GraphQLError {
    let what = argument.steps.isEmpty ? "Argument " : ""
    let message = "\(what)\"\(argument)\" \(problem.message)"
    let error =
      if let passed = problem.passed {
        GraphQLError.limitExceeded(message, limit: argument.limitName, maximum: passed.maximum, value: passed.value)
      } else {
        GraphQLError(message, code: .badUserInput)
      }
    return planned.placed(error, at: argument, in: shape.operation.source)
  }
}

extension ArgumentPath {
  /// What the error calls the limit that the value passed: the argument, or the last name inside it.
  fileprivate var limitName: String {
    for case .key(let name) in steps.reversed() { return name }
    return name
  }
}
