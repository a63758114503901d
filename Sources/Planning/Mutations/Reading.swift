package import SQL

/// A statement of a change, and the value that its rows have. Readings that do not depend on each other share a round trip.
package struct Reading<Value> {
  let statement: SQL
  let value: (Rows) throws(MutationFailure) -> Value

  package init(_ statement: SQL, _ value: @escaping (Rows) throws(MutationFailure) -> Value) {
    self.statement = statement
    self.value = value
  }

  /// Calls a function of the database.
  package init(_ call: FunctionCall<Value>) { self.init(call.sql, call.result) }

  /// Calls a function of the database, and makes the value of what it returns.
  package init<Result>(_ call: FunctionCall<Result>, value: @escaping (Result) -> Value) {
    self.init(call.sql) { rows throws(MutationFailure) in value(try call.result(rows)) }
  }
}

extension ScopedRows {
  /// Reads values in one round trip: the statements run in their order.
  package func read<each Value>(
    _ readings: repeat Reading<each Value>
  ) async throws(MutationFailure) -> (repeat each Value) {
    var statements: [SQL] = []
    for reading in repeat each readings { statements.append(reading.statement) }
    var results = try await run(statements)[...]
    return (repeat try (each readings).value(results.removeFirst()))
  }

  /// Reads columns of all rows of a type that satisfy a condition, and expressions over them, without a lock.
  /// - Parameters:
  ///   - order: the column that the rows are in the order of; nil for their key.
  ///   - value: made of the rows.
  package func reading<Type: EntityType<Viewer>, Value>(
    _ type: Type.Type, columns: [Type.Column], computed: [(RowReference<Viewer>) -> SQL] = [], order: Type.Column? = nil,
    where condition: (TypedRow<Type>) -> SQL, value: @escaping (Rows) -> Value
  ) -> Reading<Value> {
    let entity = type.entity
    let row = statements.reference(to: entity)
    let list = columns.map { row[$0.rawValue] } + computed.map { $0(row) }
    let order = order.map { "\(row[$0.rawValue]), \(row[entity.key])" as SQL } ?? row[entity.key]
    let filter = (statements.conditions(on: entity, row) + [condition(TypedRow(row))]).joined(separator: " AND ")
    return Reading(
      "SELECT \(list.joined(separator: ", ")) FROM \(identifier: entity.table) WHERE \(filter) ORDER BY \(order)", value)
  }

  /// Reads columns of a row, without a lock.
  package func reading<Type: EntityType<Viewer>, Value>(
    _ type: Type.Type, key: UUIDValue, columns: [Type.Column], value: @escaping (Rows) -> Value
  ) -> Reading<Value> {
    Reading(statements.selection(type.entity, key: key, columns: columns.map(\.rawValue)), value)
  }

  /// A column of all rows of a type that satisfy a condition, as an array inside another statement.
  ///
  ///     ARRAY(SELECT dismissals.enrolment_id FROM dismissals WHERE …)
  package func array<Type: EntityType<Viewer>>(
    of type: Type.Type, _ column: Type.Column, where condition: (TypedRow<Type>) -> SQL
  ) -> SQL {
    let row = statements.reference(to: type.entity)
    let filter = (statements.conditions(on: type.entity, row) + [condition(TypedRow(row))]).joined(separator: " AND ")
    return "ARRAY(SELECT \(row[column.rawValue]) FROM \(identifier: type.entity.table) WHERE \(filter))"
  }
}
