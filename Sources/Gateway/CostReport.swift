import GraphQL
import Planning
import Domain

/// `extensions.cost` of a response, for clients that ask what their operation costs.
///
///     {"requested": 163, "maximum": 1000000, "fields": {"family": 163}}
struct CostReport {
  private let cost: OperationCost
  private let maximum: Int

  /// - Returns: nil for an operation whose arguments do not say how much is asked for, which is refused anyway.
  init?(of plan: OperationPlan<Viewer>, _ variables: VariableValues, limits: RequestLimits) {
    guard let cost = try? plan.cost(variables, limits: limits) else { return nil }
    self.cost = cost
    maximum = limits.cost
  }

  var json: JSONValue {
    .object([
      .init("requested", .number("\(cost.total)")), .init("maximum", .number("\(maximum)")),
      .init("fields", .object(cost.parts.map { .init($0.responseKey, .number("\($0.cost)")) })),
    ])
  }
}
