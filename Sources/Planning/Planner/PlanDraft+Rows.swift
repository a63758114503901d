import GraphQL
import SQL

extension PlanDraft {
  /// A row of an entity under an alias, with the locks that the planner puts on it.
  /// - Parameter arguments: the arguments of the field that leads to the row, for rows that no table has.
  func row(
    of entity: Entity<Viewer>, as alias: String, arguments: ArgumentReferences? = nil
  ) -> EntityRow<Viewer> {
    EntityRow(
      of: entity, variants: variants(of: entity), as: alias, arguments: arguments ?? noArguments,
      planClass: planClass, locks: planner.locks)
  }

  /// For what is reached without a field that could have arguments.
  var noArguments: ArgumentReferences { .none(for: Viewer.self) }

  private func variants(of entity: Entity<Viewer>) -> [(value: String, entity: Entity<Viewer>)] {
    (entity.discriminator?.typeNames ?? [:]).sorted { $0.key < $1.key }
      .compactMap { value, typeName in planner.map.entity(typeName).map { (value: value, entity: $0) } }
  }

  /// A rule's answer for a row.
  enum Permission {
    case refused
    /// With a condition, only in the rows that satisfy it.
    case granted(SQL?)
  }

  func permission(_ access: Access<Viewer>, on row: RowReference<Viewer>) throws(PlanRefusal) -> Permission {
    switch try decide(access, for: planClass) {
    case .allowed, .unauthenticated: .granted(nil)
    case .refused: .refused
    case .rows(let predicate): .granted(predicate(row))
    }
  }

  /// The value of a field of a row as the viewer may see it, for conditions, orders and aggregates: null where a rule
  /// hides it, so that nothing can be learnt through them that the field itself does not show.
  ///
  ///     CASE WHEN members_1.id = $2 THEN members_1.email END
  ///
  /// - Returns: nil when the field is refused to the viewer in every row.
  func visibleValue(of field: String, in row: EntityRow<Viewer>) throws(PlanRefusal) -> RowValue? {
    guard let discriminator = row.entity.discriminator else {
      return try visibleValue(of: field, on: row.entity.typeName, in: row.reference)
    }
    var values: [(variant: String, value: RowValue?)] = []
    for variant in row.variants {
      values.append((variant.value, try visibleValue(of: field, on: variant.entity.typeName, in: row.reference)))
    }
    guard let first = values.compactMap(\.value).first else { return nil }
    if values.allSatisfy({ $0.value == first }) { return first }
    let cases = values.compactMap { variant, value -> SQL? in
      value.map { "WHEN \(bind: .text(variant)) THEN \($0.sql)" }
    }
    return RowValue(
      sql: "CASE \(row[discriminator.column]) \(cases.joined(separator: " ")) END", type: first.type)
  }

  /// How many characters a value of a field may have.
  func longest(_ field: String, of row: EntityRow<Viewer>) -> Int {
    let typeNames = row.variants.isEmpty ? [row.entity.typeName] : row.variants.map(\.entity.typeName)
    return typeNames.compactMap { planner.map.resolver(of: field, on: $0)?.characters }.max() ?? 0
  }

  private func visibleValue(
    of field: String, on typeName: String, in row: RowReference<Viewer>
  ) throws(PlanRefusal) -> RowValue? {
    guard let resolver = planner.map.resolver(of: field, on: typeName),
      case .value(let type, let expression) = resolver.kind
    else { throw .fault("\(typeName).\(field) is no value of a row") }
    let value = expression(row, noArguments)
    switch try permission(resolver.access, on: row) {
    case .refused: return nil
    case .granted(nil): return RowValue(sql: value, type: type)
    case .granted(let condition?): return RowValue(sql: "CASE WHEN \(condition) THEN \(value) END", type: type)
    }
  }
}
