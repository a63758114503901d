import GraphQL
import SQL

/// The completion of connections and `node`, beyond other fields.
extension Completion {
  /// An object for each key, in their order: null where there is none.
  mutating func writeNodes(_ levels: [Int], _ keys: [UUIDValue?]) -> Bool {
    writer.write(UInt8(ascii: "["))
    for (position, key) in keys.enumerated() {
      if position > 0 { writer.write(UInt8(ascii: ",")) }
      path.append(.index(position))
      defer { path.removeLast() }
      let start = writer.count
      var isWritten = false
      if let key {
        for level in levels {
          guard let row = rows[level].index.firstRow(of: key) else { continue }
          isWritten = writeRow(row, of: level)
          break
        }
      }
      if !isWritten {
        takeBack(to: start)
        writer.write(json: "null")
      }
    }
    writer.write(UInt8(ascii: "]"))
    return true
  }

  /// The ids of an argument; nil for text that is none.
  func keys(_ arguments: PlannedArguments, _ argument: String) -> [UUIDValue?] {
    // The rendering of the plan refused arguments that cannot be coerced.
    guard let values = try? arguments.values(variables, schema: shape.schema, source: shape.operation.source),
      case .list(let items)? = values[argument]
    else { return [] }
    return items.map { $0.text.flatMap { UUIDValue($0) } }
  }

  mutating func writeCursor(_ layout: CursorLayout, level: Int, row: Int, at field: PlannedField) -> Bool {
    var values: [[UInt8]?] = []
    for (column, type) in zip(layout.columns, layout.order.types) {
      guard let cell = rows[level].cells.cell(row: row, column: column) else {
        values.append(nil)
        continue
      }
      guard let text = CursorText.of(cell, type) else {
        return fail(.internal, "This place in the list has no cursor.", at: field)
      }
      values.append(text)
    }
    // Characters that JSON takes as they are.
    writer.write(UInt8(ascii: "\""))
    writer.write(json: layout.order.cursor(at: values))
    writer.write(UInt8(ascii: "\""))
    return true
  }

  /// The first or the last row of a list.
  func edge(of child: Int, parentColumn: Int?, isLast: Bool, level: Int, row: Int) -> Int? {
    let index = rows[child].index
    guard let parentColumn else { return isLast ? index.lastRow : index.firstRow }
    guard let key = rows[level].cells.uuid(row: row, column: parentColumn) else { return nil }
    return isLast ? index.lastRow(of: key) : index.firstRow(of: key)
  }
}
