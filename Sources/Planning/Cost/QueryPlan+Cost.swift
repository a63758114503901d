import GraphQL
package import SQL

extension QueryPlan {
  /// The upper bound of the cost of one request.
  /// - Throws: `PlanRefusal.invalid` when an argument that sets the amount is wrong.
  func cost(_ variables: VariableValues, limits: RequestLimits) throws(PlanRefusal) -> OperationCost {
    let values = try sizes(variables, limits: limits)
    var cost = OperationCost()
    for field in shape.root.fields { cost.add(field.valueCount, for: field.responseKey) }
    var counts: [RowCount] = []
    for level in levels {
      counts.append(level.bound.count(after: counts, values))
      guard case .key(let key)? = level.path.first else { continue }
      cost.add(level.cost.total(counts[counts.count - 1]), for: key)
    }
    return cost
  }

  /// The reads of its statements besides the rows that they return.
  var work: PlanWork { levels.reduce(into: PlanWork()) { $0 += $1.cost.work } }

  /// Refuses a request that may cost too much.
  /// - Parameter values: the values of all slots.
  func check(_ values: [SQLValue], limits: RequestLimits) throws(PlanRefusal) {
    var counts: [RowCount] = []
    try limits.check(cost: total(values, &counts))
  }

  /// Before a mutation: what it costs to read the answer.
  /// - Throws: `PlanRefusal.invalid` for arguments that cannot be coerced, sizes of pages, and more rows than an answer
  ///   may have, since what an answer has turns out after the change.
  func checkedCost(_ variables: VariableValues, limits: RequestLimits) throws(PlanRefusal) -> Int {
    var counts: [RowCount] = []
    let cost = total(try sizes(variables, limits: limits), &counts)
    try checkRows(limits) { counts[$0].rows }
    return cost
  }

  /// Refuses more rows than an answer may have. How many there are depends on what the family keeps and not on how the
  /// pages of lists in lists multiply, so that a family with little is answered.
  /// - Parameter results: the rows of each statement.
  package func checkRows(of results: [Rows], limits: RequestLimits) throws(PlanRefusal) {
    guard results.count == statements.count else { return }
    try checkRows(limits) { results[levels[$0].shape.statement].count }
  }

  /// - Parameter count: how many rows a level has.
  private func checkRows(_ limits: RequestLimits, _ count: (Int) -> Int) throws(PlanRefusal) {
    var (total, most) = (0, 0)
    var largest: RowBound.Page?
    for (index, level) in levels.enumerated() {
      guard let page = level.bound.page else { continue }
      let rows = count(index)
      total = total.saturatingSum(rows)
      if largest == nil || rows > most { (largest, most) = (page, rows) }
    }
    guard total > limits.rows, let largest else { return }
    throw .invalid(tooManyRows(total, largest, most, limits))
  }

  /// A walk over the levels, of which everything but the sizes of pages is known already.
  private func total(_ values: [SQLValue], _ counts: inout [RowCount]) -> Int {
    counts.reserveCapacity(levels.count)
    var cost = rootCost
    for level in levels {
      let count = level.bound.count(after: counts, values)
      counts.append(count)
      cost = cost.saturatingSum(level.cost.total(count))
    }
    return cost
  }

  /// The values of those slots that say how much is asked for; null for all others.
  private func sizes(_ variables: VariableValues, limits: RequestLimits) throws(PlanRefusal) -> [SQLValue] {
    let coerced = try coercedArguments(variables)
    var values: [SQLValue] = []
    values.reserveCapacity(slots.count)
    for slot in slots {
      if case .periods(let planned, let arguments) = slot.source {
        values.append(try periods(arguments, in: slot.list.map { coerced[$0] }, planned))
        continue
      }
      guard case .argument(let planned, let path, let conversion) = slot.source, conversion.isSize else {
        values.append(.null(slot.source.type))
        continue
      }
      let given = slot.list.map { coerced[$0] }
      values.append(try value(of: path, in: given, as: conversion, planned, variables, limits: limits))
    }
    return values
  }

  /// The error stands at the list that has most.
  private func tooManyRows(
    _ total: Int, _ page: RowBound.Page, _ most: Int, _ limits: RequestLimits
  ) -> GraphQLError {
    let planned = page.arguments
    return .limitExceeded(
      "The lists of this operation have \(total) rows together, \(most) of them in \"\(planned.field.name.value)\", more than "
        + "\(limits.rows). Ask for fewer with \"first\".",
      limit: "rows", maximum: limits.rows, value: total,
      locations: [shape.operation.source.location(at: planned.field.position)], path: planned.path)
  }
}

extension RequestLimits {
  func check(cost: Int) throws(PlanRefusal) {
    if cost <= self.cost { return }
    throw .invalid(
      .limitExceeded(
        "This operation may cost \(cost), more than \(self.cost). Ask for shorter lists with \"first\", or for less of "
          + "each object.", limit: "cost", maximum: self.cost, value: cost))
  }
}

extension ArgumentConversion {
  /// Whether the value says how many rows are asked for.
  fileprivate var isSize: Bool {
    switch self {
    case .first, .pageSize, .offset, .uuids: true
    default: false
    }
  }
}
