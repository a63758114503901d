import GraphQL
import SQL

/// Values of several rows as a table in a statement: one bind for all of them, so that the text of the statement does not
/// depend on how many rows there are.
///
///     json_to_recordset($1) AS given (id uuid, title text, due_date date)
struct ValueTable {
  /// The columns that rows have, and what is written to each.
  struct Shape: Hashable {
    enum Source: Hashable {
      /// A value of each row's own.
      case given(SQLType)
      /// An expression that is the same for all rows.
      case computed(SQL)
    }

    let columns: [String]
    let sources: [Source]

    init(_ values: [ColumnValue]) {
      columns = values.map(\.column)
      sources = values.map { value in value.constant.map { .given($0.type) } ?? .computed(value.value) }
    }
  }

  private let shape: Shape
  private let key: String
  private let rows: [(key: UUIDValue, values: [ColumnValue])]

  /// - Parameter rows: the rows, all of one shape.
  init(_ shape: Shape, key: String, _ rows: [(key: UUIDValue, values: [ColumnValue])]) {
    self.shape = shape
    self.key = key
    self.rows = rows
  }

  /// The values, by column.
  var values: [ColumnValue] {
    zip(shape.columns, shape.sources).map { column, source in
      switch source {
      case .given: ColumnValue(column, sql: "given.\(identifier: column)")
      case .computed(let expression): ColumnValue(column, sql: expression)
      }
    }
  }

  var table: SQL {
    var columns: [SQL] = ["\(identifier: key) uuid"]
    for (column, source) in zip(shape.columns, shape.sources) {
      if case .given(let type) = source { columns.append("\(identifier: column) \(unescaped: type.description)") }
    }
    return "json_to_recordset(\(bind: .literal(json, .json))) AS given (\(columns.joined(separator: ", ")))"
  }

  private var json: String {
    var writer = JSONWriter()
    writer.writeArray(rows) { writer, row in
      writer.write(UInt8(ascii: "{"))
      writer.writeString(key)
      writer.write(UInt8(ascii: ":"))
      writer.writeString(row.key.description)
      for value in row.values {
        guard let constant = value.constant else { continue }
        writer.write(UInt8(ascii: ","))
        writer.writeString(value.column)
        writer.write(UInt8(ascii: ":"))
        writer.write(constant)
      }
      writer.write(UInt8(ascii: "}"))
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  /// A value as `json_to_recordset` reads it.
  fileprivate mutating func write(_ value: SQLValue) {
    switch value {
    case .null: writeNull()
    case .bool(let flag): writeBool(flag)
    case .int4(let number): writeInteger(Int(number))
    case .int8(let number): writeInteger(number)
    case .float8(let number): writeDouble(number)
    case .text(let text), .literal(let text, _): writeString(text)
    case .uuid(let id): writeString(id.description)
    case .textArray(let items): writeArray(items) { $0.writeString($1) }
    case .uuidArray(let items): writeArray(items) { $0.writeString($1.description) }
    }
  }
}
