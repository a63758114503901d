package import GraphQL
package import SQL

extension QueryPlan {
  /// The statements for one request, in the order of the plan.
  /// - Throws: `PlanRefusal.invalid` when an argument cannot be coerced (`BAD_USER_INPUT`), or what is asked for
  ///   would be larger or cost more than `limits` (`LIMIT_EXCEEDED`).
  package func statements(
    for viewer: Viewer, variables: VariableValues, limits: RequestLimits = RequestLimits(),
    changed: ChangedKeys = [:]
  ) throws(PlanRefusal) -> [Statement] {
    let coerced = try coercedArguments(variables)
    var values: [SQLValue] = []
    for slot in slots {
      switch slot {
      case .viewer(let attribute): values.append(viewer.value(of: attribute))
      case .changed(let name): values.append(changed[name].map { .uuid($0) } ?? .null(.uuid))
      case .argument(let list, let path, let conversion):
        values.append(try value(of: path, in: list, as: conversion, coerced, limits: limits))
      case .absent(let conversion): values.append(.null(conversion.type))
      case .cursor(let list, let name, let position, let order):
        do {
          values.append(try order.value(at: position, of: coerced[list][name]))
        } catch {
          throw .invalid(argumentError(error, at: ArgumentPath(name), of: arguments[list]))
        }
      }
    }
    try check(values, limits: limits)
    try checkBinds(values, limits: limits)
    return statements.map { statement in statement.template.statement { values[$0.index] } }
  }

  /// The arguments of all fields, for one request.
  func coercedArguments(_ variables: VariableValues) throws(PlanRefusal) -> [ArgumentValues] {
    var coerced: [ArgumentValues] = []
    for planned in arguments {
      do {
        coerced.append(try planned.values(variables, schema: shape.schema, source: shape.operation.source))
      } catch {
        throw .invalid(error)
      }
    }
    return coerced
  }

  /// The value of an argument, or of a part of it, as it is bound.
  /// - Parameter list: which of the coerced arguments.
  func value(
    of path: ArgumentPath, in list: Int, as conversion: ArgumentConversion, _ coerced: [ArgumentValues],
    limits: RequestLimits
  ) throws(PlanRefusal) -> SQLValue {
    do {
      return try conversion.value(of: path.value(in: coerced[list]), limits: limits)
    } catch {
      throw .invalid(argumentError(error, at: path, of: arguments[list]))
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
