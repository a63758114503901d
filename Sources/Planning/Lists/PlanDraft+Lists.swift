import GraphQL
import SQL

extension PlanDraft {
  /// The condition of the argument `where`, on a row of the listed entity, and what finding the rows of which it is true
  /// may read.
  /// - Returns: nil when there is no filter.
  func filter(_ arguments: GivenArguments, on row: EntityRow<Viewer>) throws(PlanRefusal) -> ListFilter? {
    guard let filter = arguments["where"], let typeName = arguments.type(of: "where")?.namedType else { return nil }
    var writer = FilterWriter(draft: self, arguments: arguments)
    let condition = try writer.condition(filter, as: typeName, on: row, at: ArgumentPath("where"))
    let cost = condition == nil ? ScanCost() : writer.cost + .scan(of: row.entity)
    return ListFilter(condition: condition, cost: cost, operands: writer.operands)
  }

  /// The order of a list: `orderBy`, or its usual order. The key comes last, so that no two rows share a place.
  ///
  ///     [{field: DUE_DATE, direction: DESC}]
  ///
  ///     assignments_2.due_date DESC NULLS LAST, assignments_2.id
  ///
  /// A sort key may be behind to-one relations: `COURSE_NAME` is the name of the course.
  ///
  /// - Parameter usual: the list's order where `orderBy` is absent; nil for the entity's own.
  func order(
    _ arguments: GivenArguments, of row: EntityRow<Viewer>, usually usual: [OrderTerm]? = nil
  ) throws(PlanRefusal) -> [OrderTerm] {
    let usual = usual ?? row.defaultOrder
    let path = ArgumentPath("orderBy")
    guard case .list(let items)? = arguments["orderBy"], !items.isEmpty else {
      return usual.map { known($0, in: row) }
    }
    guard items.count <= FilterBounds.orderTerms else {
      throw refusal(
        .limitExceeded(
          "\"orderBy\" must name at most \(FilterBounds.orderTerms) fields, got \(items.count).", limit: "orderBy",
          maximum: FilterBounds.orderTerms, value: items.count), of: arguments, at: path)
    }
    var terms: [OrderTerm] = []
    for (index, item) in items.enumerated() {
      guard case .enum(let name)? = item["field"] else { throw .fault("orderBy has no field") }
      let leading = planner.map.orderPath(name, of: row.entity.typeName)
      // A second time it would decide nothing.
      if terms.contains(where: { $0.name == leading.name }) { continue }
      guard let value = try visibleValue(at: leading, of: row) else {
        throw refusal(
          GraphQLError("You may not see what \"\(path[index])\" orders by.", code: .forbidden), of: arguments,
          at: path[index])
      }
      terms.append(
        OrderTerm(
          name: leading.name, sql: value.sql, type: value.type, isNullable: try isNullable(leading, of: row),
          isDescending: item["direction"] == .enum("DESC"), putsNullsFirst: item["nulls"] == .enum("FIRST")))
      // Behind the key nothing is left to decide.
      if value.sql == row[row.entity.key] { return terms }
    }
    return terms + [known(row.defaultOrder[row.defaultOrder.count - 1], in: row)]
  }

  /// A term of the entity's own order, with what the field says that shows its column.
  private func known(_ term: OrderTerm, in row: EntityRow<Viewer>) -> OrderTerm {
    guard let field = planner.map.field(ofColumn: term.sql, in: row) else { return term }
    return OrderTerm(
      name: field.name, sql: term.sql, type: field.type, isNullable: isNullable(field.name, of: row),
      isDescending: term.isDescending, putsNullsFirst: term.putsNullsFirst)
  }

  private func isNullable(_ field: String, of row: EntityRow<Viewer>) -> Bool {
    let typeName = row.variants.first?.entity.typeName ?? row.entity.typeName
    return !(planner.schema.field(field, of: typeName)?.type.isNonNull ?? false)
  }

  /// Whether there may be no value at the end of a path.
  private func isNullable(_ path: OrderPath, of row: EntityRow<Viewer>) throws(PlanRefusal) -> Bool {
    guard let relation = path.relations.first else { return isNullable(path.field, of: row) }
    if isNullable(relation, of: row) { return true }
    if try hidesTargets(of: relation, from: row) { return true }
    let target = self.row(of: try step(relation, from: row).entity, as: "target")
    return try isNullable(OrderPath(relations: Array(path.relations.dropFirst()), field: path.field), of: target)
  }
}
