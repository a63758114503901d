package import GraphQL

extension OperationPlan {
  /// The upper bound of the cost of one request.
  /// - Throws: `PlanRefusal.invalid` when an argument that sets the amount is wrong.
  package func cost(_ variables: VariableValues, limits: RequestLimits) throws(PlanRefusal) -> OperationCost {
    switch self {
    case .query(let plan), .subscription(let plan, _): return try plan.cost(variables, limits: limits)
    case .mutation(let fields):
      var cost = OperationCost()
      for field in fields { cost.add(try field.cost(variables, limits: limits), for: field.responseKey) }
      return cost
    }
  }

  /// The reads of its statements besides the rows that they return; for a mutation, the reads for its answer.
  package var work: PlanWork {
    switch self {
    case .query(let plan), .subscription(let plan, _): plan.work
    case .mutation(let fields):
      fields.reduce(into: PlanWork()) { work, field in
        for selection in field.selections.values { work += selection.work }
      }
    }
  }

  /// Refuses a mutation that may cost too much, or be answered by too many rows, before any of it is run. A query is
  /// refused for its cost when its statements are rendered, and for its rows when they are there.
  package func checkBeforeChange(_ variables: VariableValues, limits: RequestLimits) throws(PlanRefusal) {
    guard case .mutation(let fields) = self else { return }
    var total = 0
    for field in fields {
      let cost = try field.costliest { selection throws(PlanRefusal) in
        try selection.checkedCost(variables, limits: limits)
      }
      total = total.saturatingSum(cost)
    }
    try limits.check(cost: total)
  }
}

extension MutationPlan {
  fileprivate func cost(_ variables: VariableValues, limits: RequestLimits) throws(PlanRefusal) -> Int {
    try costliest { selection throws(PlanRefusal) in try selection.cost(variables, limits: limits).total }
  }

  /// With the answer as it is costliest, where it may be for one or another viewer.
  fileprivate func costliest(
    _ cost: (QueryPlan<Viewer>) throws(PlanRefusal) -> Int
  ) throws(PlanRefusal) -> Int {
    var most = 0
    for selection in selections.values { most = max(most, try cost(selection)) }
    return most.saturatingSum(mutation == nil ? 0 : CostWeight.mutation)
  }
}
