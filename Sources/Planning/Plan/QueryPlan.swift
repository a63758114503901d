import GraphQL
import SQL

/// How an operation is answered: a tree of shapes, and a flat list of levels that are read at once. Plain
/// values: a plan is made, rendered and completed without a database.
///
///     query      { family { name students { name assignments { title } } } }
///     levels     0 families   1 members   2 assignments          one statement each
package struct QueryPlan<Viewer: ViewerContext>: Sendable {
  let shape: ResponseShape
  let levels: [Level<Viewer>]
  let slots: [SlotSource<Viewer>]
  let arguments: [PlannedArguments]
  /// What the fields of the root cost without the levels.
  let rootCost: Int

  /// About how many bytes the plan holds, for caches to charge.
  package var approximateSize: Int {
    1024 + shape.root.approximateSize
      + levels.reduce(0) { $0 + 1024 + 2 * $1.template.text.utf8.count + $1.shape.content.approximateSize }
  }

  /// Where each level stands in the response, and the type of its objects: `family.students Student`.
  package var outline: [String] {
    levels.map { level in
      let keys = level.path.map { segment in
        switch segment {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
      }
      return "\(keys.joined(separator: ".")) \(level.typeName)"
    }
  }
}
