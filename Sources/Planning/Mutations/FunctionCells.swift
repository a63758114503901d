package import SQL

/// The cells of a row that a function of the database has returned, from the first column to the last.
package struct FunctionCells {
  /// A function that returns something else than it declares: an error of the server, which the log tells.
  static let failure = MutationFailure.database(
    StatementError(.statement(SQLState(rawValue: "XX000")), message: "a function has not returned what its file declares"))

  private let rows: Rows
  private let row: Int
  private var column = 0

  init(_ rows: Rows, row: Int) {
    self.rows = rows
    self.row = row
  }

  /// The value of the next column.
  package mutating func next<Value: FunctionValue>() throws(MutationFailure) -> Value {
    defer { column += 1 }
    guard column < rows.columns.count, let value = Value.cell(of: rows, row: row, column: column) else { throw Self.failure }
    return value
  }
}

/// A row that a function returns.
package protocol FunctionRow: Sendable {
  init(_ cells: inout FunctionCells) throws(MutationFailure)
}

/// A value that a function returns: a cell, or a row of one.
package protocol FunctionValue: FunctionRow {
  /// Nil where the cell has no such value.
  static func cell(of rows: Rows, row: Int, column: Int) -> Self?
}

extension FunctionValue {
  package init(_ cells: inout FunctionCells) throws(MutationFailure) { self = try cells.next() }
}

extension FunctionValue where Self: RawRepresentable, RawValue == String {
  package static func cell(of rows: Rows, row: Int, column: Int) -> Self? {
    rows.text(row: row, column: column).flatMap(Self.init(rawValue:))
  }
}

extension UUIDValue: FunctionValue {
  package static func cell(of rows: Rows, row: Int, column: Int) -> UUIDValue? { rows.uuid(row: row, column: column) }
}

extension String: FunctionValue {
  package static func cell(of rows: Rows, row: Int, column: Int) -> String? { rows.text(row: row, column: column) }
}

extension Int32: FunctionValue {
  package static func cell(of rows: Rows, row: Int, column: Int) -> Int32? { rows.int4(row: row, column: column) }
}

extension Int64: FunctionValue {
  package static func cell(of rows: Rows, row: Int, column: Int) -> Int64? { rows.int8(row: row, column: column) }
}

extension Bool: FunctionValue {
  package static func cell(of rows: Rows, row: Int, column: Int) -> Bool? {
    rows.isNull(row: row, column: column) ? nil : rows.withCell(row: row, column: column) { $0.first == 1 }
  }
}

extension [UInt8]: FunctionRow {}

/// A value of a type that has no case of `SQLValue`, in PostgreSQL's binary format.
extension [UInt8]: FunctionValue {
  package static func cell(of rows: Rows, row: Int, column: Int) -> [UInt8]? {
    rows.isNull(row: row, column: column) ? nil : rows.withCell(row: row, column: column) { Array($0) }
  }
}

extension Optional: FunctionRow where Wrapped: FunctionValue {}

extension Optional: FunctionValue where Wrapped: FunctionValue {
  package static func cell(of rows: Rows, row: Int, column: Int) -> Wrapped?? {
    rows.isNull(row: row, column: column) ? .some(nil) : Wrapped.cell(of: rows, row: row, column: column).map { .some($0) }
  }
}
