import GraphQL
package import SQL

/// The plan of a query: a tree of shapes, and a flat list of levels that are read at once. Plain
/// values: a plan is made, rendered and completed without a database.
///
///     query      { family { name students { name assignments { title } } } }
///     levels     0 families   1 members   2 assignments          each read by a statement of its own
///
/// Levels that are the same few rows, such as the students of tasks and those of assignments, share a statement.
package struct QueryPlan<Viewer: ViewerContext>: Sendable {
  let shape: ResponseShape
  let statements: [PlannedStatement]
  let levels: [Level<Viewer>]
  let slots: [PlannedSlot<Viewer>]
  let arguments: [PlannedArguments]
  /// The cost of the fields of the root, without the levels.
  let rootCost: Int

  /// About how many bytes the plan holds, for caches to charge.
  package var approximateSize: Int {
    1024 + shape.root.approximateSize
      + statements.reduce(0) { $0 + 512 + 2 * $1.text.utf8.count }
      + levels.reduce(0) { $0 + 512 + $1.shape.content.approximateSize }
  }

  package var levelCount: Int { levels.count }

  /// The keys of the response's top level, in its order.
  package var rootKeys: [String] { shape.root.fields.map(\.responseKey) }

  /// The SQL of its statements.
  package var texts: [String] { statements.map(\.text) }

  /// The dependencies of its statements besides rows, with those of the scopes of its levels.
  package var dependencies: Set<SQL.Dependency> {
    let settings = levels.flatMap(\.scopeAttributes).compactMap(\.setting)
    return Set(statements.flatMap(\.dependencies)).union(settings.map { .setting($0) })
  }

  /// Each statement's text, with what it declares to read, one for each place.
  package var readings: [(text: String, dependencies: [SQL.Dependency])] { statements.map { ($0.text, $0.dependencies) } }

  /// The objects that each statement reads: their place in the response, and their type.
  ///
  ///     family.students Student
  ///     planner.entries.student, latest.student Student
  package var outline: [String] {
    statements.indices.map { statement in
      var places: [String] = []
      var typeName = ""
      for level in levels where level.shape.statement == statement {
        typeName = level.typeName
        if !places.contains(level.place) { places.append(level.place) }
      }
      return "\(places.joined(separator: ", ")) \(typeName)"
    }
  }
}
