import Testing

/// The limits of a statement's cost.
///
/// The rules bound rows and pages by the rows that the statement answers with or sums up. So a family that keeps ten
/// years of assignments waits no longer for the twenty that are due next.
enum CostRule: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// Tables with a scope are read by an index with a condition: not from end to end, nor is an index.
  case byIndex
  case rows
  case pages
  /// Nothing that is sorted or hashed has to go to disk.
  case inMemory
  /// No plan is thought so costly that PostgreSQL compiles it, which takes longer than to run it.
  case notCompiled

  /// Rows and pages for each row that is answered with or summed up. A row has a page of its own, where the families
  /// of a table fill it side by side; its index has two or three more, if each row is looked up alone.
  static let factor: Double = 4
  /// Rows and pages besides: of the members, subjects and courses through which a level is reached, and the way down
  /// each index.
  static let constant: Double = 64

  var testDescription: String { rawValue }

  /// The breach of a statement, with the node of its plan; nil when there is none.
  func offence(of cost: StatementCost) -> String? {
    let nodes = cost.plan.all
    let bound = Self.factor * cost.rowsUsed + Self.constant
    func most(_ measure: (PlanNode) -> Double) -> String {
      nodes.max { measure($0) < measure($1) }.map { "the \($0.name) has \(Int(measure($0)))" } ?? ""
    }
    switch self {
    case .byIndex:
      let node = nodes.first { node in
        node.readsIndex && !node.hasIndexCondition
          || node.kind == "Seq Scan" && cost.surroundings.scopedTables.contains(node.relation ?? "")
      }
      return node.map { "reads everything there is, by the \($0.name)" }
    case .rows:
      guard cost.rowsRead > bound else { return nil }
      return "reads \(Int(cost.rowsRead)) rows for \(Int(cost.rowsUsed)): \(most(\.rowsRead))"
    case .pages:
      guard cost.plan.pages > bound else { return nil }
      return "touches \(Int(cost.plan.pages)) pages for \(Int(cost.rowsUsed)) rows: \(most(\.ownPages))"
    case .inMemory:
      guard cost.plan.temporaryPages > 0 else { return nil }
      return "uses \(Int(cost.plan.temporaryPages)) temporary pages: \(most(\.temporaryPages))"
    case .notCompiled:
      guard cost.plan.estimate >= cost.surroundings.compilesFrom else { return nil }
      return "is thought to cost \(Int(cost.plan.estimate)), and so is compiled"
    }
  }
}
