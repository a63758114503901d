import SQL

extension EntityRow {
  /// The entity's own order, made total by its key.
  var defaultOrder: [OrderTerm] { total(entity.order) }

  /// An order by columns, made total by the key.
  func total(_ order: [Entity<Viewer>.Order]) -> [OrderTerm] {
    let key = OrderTerm(name: entity.key, sql: self[entity.key], type: nil, isNullable: false)
    return order.filter { $0.column != entity.key }.map { order in
      OrderTerm(
        name: order.column, sql: order.value.map { $0(reference) } ?? self[order.column], type: nil, isNullable: true,
        isDescending: order.isDescending, putsNullsFirst: order.isDescending)
    } + [key]
  }
}
