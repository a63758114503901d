import GraphQL
import SQL

extension QueryPlan {
  /// What one request may cost.
  /// - Throws: `PlanRefusal.invalid` when an argument is wrong that says how much is asked for.
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

  /// Refuses what may become too large or cost too much.
  /// - Parameter values: of all slots.
  func check(_ values: [SQLValue], limits: RequestLimits) throws(PlanRefusal) {
    try limits.check(cost: checkedCost(values, limits: limits))
  }

  /// Before a mutation: what it costs to read the answer.
  /// - Throws: `PlanRefusal.invalid` for arguments that cannot be coerced, sizes of pages, and too many rows.
  func checkedCost(_ variables: VariableValues, limits: RequestLimits) throws(PlanRefusal) -> Int {
    try checkedCost(sizes(variables, limits: limits), limits: limits)
  }

  /// A walk over the levels, of which everything but the sizes of pages is known already.
  private func checkedCost(_ values: [SQLValue], limits: RequestLimits) throws(PlanRefusal) -> Int {
    var counts: [RowCount] = []
    counts.reserveCapacity(levels.count)
    var total = 0
    var cost = rootCost
    for level in levels {
      let count = level.bound.count(after: counts, values)
      counts.append(count)
      cost = cost.saturatingSum(level.cost.total(count))
      guard let page = level.bound.page else { continue }
      total = total.saturatingSum(count.rows)
      if total > limits.rows { throw .invalid(tooManyRows(total, page, limits)) }
    }
    return cost
  }

  /// The values of those slots that say how much is asked for; null for all others.
  private func sizes(_ variables: VariableValues, limits: RequestLimits) throws(PlanRefusal) -> [SQLValue] {
    let coerced = try coercedArguments(variables)
    var values: [SQLValue] = []
    values.reserveCapacity(slots.count)
    for slot in slots {
      guard case .argument(let list, let path, let conversion) = slot, conversion.isSize else {
        values.append(.null(slot.type))
        continue
      }
      values.append(try value(of: path, in: list, as: conversion, coerced, limits: limits))
    }
    return values
  }

  private func tooManyRows(_ total: Int, _ page: ListPage, _ limits: RequestLimits) -> GraphQLError {
    let planned = arguments[page.arguments]
    return .limitExceeded(
      "The lists of this operation may have \(total) rows together, more than \(limits.rows). "
        + "Ask for fewer with \"first\".",
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
