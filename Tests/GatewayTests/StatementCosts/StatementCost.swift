/// The measured cost of a statement of a query, the second time that a session ran it.
struct StatementCost: Sendable {
  /// As in `family.students Student`.
  let level: String
  let plan: PlanNode
  /// The plan as PostgreSQL prints it for people.
  let text: String
  let surroundings: Surroundings

  /// The facts that are the same for all statements of a database.
  struct Surroundings: Sendable {
    /// The tables with row-level security.
    let scopedTables: Set<String>
    /// From which estimate on PostgreSQL compiles a plan.
    let compilesFrom: Double
  }

  /// The rows that the statement answers with, and those that it sums up.
  var rowsUsed: Double { plan.rowsGiven + plan.all.reduce(0) { $0 + $1.rowsAggregated } }
  var rowsRead: Double { plan.all.reduce(0) { $0 + $1.rowsRead } }
}
