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
      let given = slot.list.map { coerced[$0] }
      switch slot.source {
      case .viewer(let attribute): values.append(viewer.value(of: attribute))
      case .changed(let name): values.append(changed[name].map { .uuid($0) } ?? .null(.uuid))
      case .changedList(let name): values.append(.uuidArray(changed[all: name]))
      case .argument(let planned, let path, let conversion):
        values.append(try value(of: path, in: given, as: conversion, planned, variables, limits: limits))
      case .periods(let planned, let arguments): values.append(try periods(arguments, in: given, planned))
      case .absent(let conversion): values.append(.null(conversion.type))
      case .cursor(let planned, let name, let position, let order):
        do {
          values.append(try order.value(at: position, of: given?[name]))
        } catch {
          throw .invalid(argumentError(error, at: ArgumentPath(name), of: planned))
        }
      }
    }
    try check(values, limits: limits)
    try checkBinds(values, limits: limits)
    return statements.map { $0.statement(filling: values) }
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
  /// - Parameters:
  ///   - given: the coerced arguments of the field.
  ///   - planned: the arguments as the document has them. A page that it leaves to the schema's default is no larger than `limits`.
  func value(
    of path: ArgumentPath, in given: ArgumentValues?, as conversion: ArgumentConversion, _ planned: PlannedArguments,
    _ variables: VariableValues, limits: RequestLimits
  ) throws(PlanRefusal) -> SQLValue {
    do {
      if case .first = conversion, case .int(let count)? = given.flatMap({ path.value(in: $0) }), count > limits.pageSize,
        path.steps.isEmpty, planned.takesDefault(of: path.name, variables)
      {
        return .int8(Int64(limits.pageSize))
      }
      return try conversion.value(of: given.flatMap { path.value(in: $0) }, limits: limits)
    } catch {
      throw .invalid(argumentError(error, at: path, of: planned))
    }
  }

  /// The greatest number of periods of a series.
  func periods(
    _ arguments: PeriodArguments, in given: ArgumentValues?, _ planned: PlannedArguments
  ) throws(PlanRefusal) -> SQLValue {
    guard let given else { throw .fault("\(planned.field.name.value) has no arguments") }
    do {
      return .int8(Int64(try arguments.count(in: given)))
    } catch {
      throw .invalid(argumentError(error.problem, at: ArgumentPath(error.argument), of: planned))
    }
  }

  private func argumentError(
    _ problem: ArgumentProblem, at argument: ArgumentPath, of planned: PlannedArguments
  ) -> GraphQLError {
    let argument = argument.appending(problem.steps)
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
  /// The name that the error gives to the limit that the value passed: the argument, or the last name inside it.
  fileprivate var limitName: String {
    for case .key(let name) in steps.reversed() { return name }
    return name
  }
}
