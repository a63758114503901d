import GraphQL
import SQL

extension PlanDraft {
  /// The value at an order's path, as the viewer may see it; null where the path ends before.
  /// - Returns: nil when the field is refused to the viewer in every row.
  func visibleValue(at path: OrderPath, of row: EntityRow<Viewer>) throws(PlanRefusal) -> RowValue? {
    var type: SQLType?
    let sql = try valueThrough(path.relations[...], of: row, as: "by") { target throws(PlanRefusal) in
      let value = try visibleValue(of: path.field, in: target)
      type = value?.type
      return value?.sql
    }
    guard let sql, let type else { return nil }
    return RowValue(sql: sql, type: type)
  }

  /// Something of the object that a way of to-one relations leads to: null where it leads nowhere, or out of the
  /// viewer's sight.
  ///
  ///     (SELECT courses_by1.name FROM courses courses_by1
  ///      WHERE courses_by1.family_id = $1 AND courses_by1.id = assignments_2.course_id)
  ///
  /// - Parameters:
  ///   - name: the suffix of the names of the rows on the way, after their tables.
  ///   - value: reads from the last row, which is `row` itself where the path is empty.
  /// - Returns: nil when `value` returns nil.
  func valueThrough(
    _ way: ArraySlice<String>, of row: EntityRow<Viewer>, as name: String, depth: Int = 1,
    _ value: (EntityRow<Viewer>) throws(PlanRefusal) -> SQL?
  ) throws(PlanRefusal) -> SQL? {
    guard let relation = way.first else { return try value(row) }
    let (entity, foreignKey) = try step(relation, from: row)
    let target = self.row(of: entity, as: "\(entity.table)_\(name)\(depth)")
    guard let inner = try valueThrough(way.dropFirst(), of: target, as: name, depth: depth + 1, value) else { return nil }
    let conditions = target.conditions + target.link(entity.key, to: row, foreignKey)
    return "(SELECT \(inner) FROM \(target.table) WHERE \(conditions.joined(separator: " AND ")))"
  }

  /// Whether some of the targets of a relation are out of the viewer's sight.
  func hidesTargets(of relation: String, from row: EntityRow<Viewer>) throws(PlanRefusal) -> Bool {
    let target = self.row(of: try step(relation, from: row).entity, as: "target")
    return target.conditions.count > (target.isScoped ? 1 : 0)
  }

  /// The target of a to-one relation, and the column that leads there. A path has none that may be refused.
  func step(
    _ relation: String, from row: EntityRow<Viewer>
  ) throws(PlanRefusal) -> (entity: Entity<Viewer>, foreignKey: String) {
    let typeName = row.entity.typeName
    guard let resolver = planner.map.resolver(of: relation, on: typeName), case .relation(.toOne(let foreignKey)) = resolver.kind,
      case .granted(nil) = try permission(resolver.access, on: row.reference),
      let entity = planner.schema.field(relation, of: typeName).flatMap({ planner.map.entity($0.type.namedType) })
    else { throw .fault("\(typeName).\(relation) leads no way") }
    return (entity, foreignKey)
  }
}
