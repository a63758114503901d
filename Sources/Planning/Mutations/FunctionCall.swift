package import SQL

/// A call of a function of the database that has a file in migrations/functions/, and what its rows are read as. scripts/functions writes
/// one for each function.
///
///     let entered = try await rows.call(.enterCard(hashes: hashes))
///     entered[0].classID
package struct FunctionCall<Result> {
  /// Its rows.
  ///
  ///     SELECT * FROM enter_card($1)
  package let sql: SQL
  /// - Throws: where the rows are not as the function declares.
  package let result: (Rows) throws(MutationFailure) -> Result

  private init(
    _ name: String, _ arguments: [SQL], result: @escaping (Rows) throws(MutationFailure) -> Result
  ) {
    sql = "SELECT * FROM \(identifier: name)(\(arguments.joined(separator: ", ")))"
    self.result = result
  }

  private init(
    _ name: String, _ arguments: [SQLValue], result: @escaping (Rows) throws(MutationFailure) -> Result
  ) {
    self.init(name, arguments.map { "\(bind: $0)" }, result: result)
  }
}

extension FunctionCall<Void> {
  /// A call for what the function does.
  package init(_ name: String, _ arguments: [SQLValue]) { self.init(name, arguments) { _ in } }
}

extension FunctionCall where Result: FunctionRow {
  /// A call of a function that returns one row.
  package init(_ name: String, _ arguments: [SQLValue]) {
    self.init(name, arguments) { rows throws(MutationFailure) in
      guard rows.count == 1 else { throw FunctionCells.failure }
      var cells = FunctionCells(rows, row: 0)
      return try Result(&cells)
    }
  }
}

extension FunctionCall {
  /// A call of a function that returns any number of rows.
  package init<Row: FunctionRow>(_ name: String, _ arguments: [SQLValue]) where Result == [Row] {
    self.init(name, of: arguments.map { "\(bind: $0)" })
  }

  /// The same, with arguments that are expressions.
  package init<Row: FunctionRow>(_ name: String, of arguments: [SQL]) where Result == [Row] {
    self.init(name, arguments) { rows throws(MutationFailure) in
      var all: [Row] = []
      all.reserveCapacity(rows.count)
      for row in 0..<rows.count {
        var cells = FunctionCells(rows, row: row)
        all.append(try Row(&cells))
      }
      return all
    }
  }
}
