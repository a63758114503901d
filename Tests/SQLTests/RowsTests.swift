import SQL
import Testing

struct RowsTests {
  private func rows(_ columns: [SQLType], _ cells: [[UInt8]?]) -> Rows {
    var rows = Rows(columns: columns)
    for cell in cells {
      if let cell { cell.withUnsafeBufferPointer { rows.append($0) } } else { rows.append(nil) }
    }
    return rows
  }

  private func cell(_ rows: Rows, _ row: Int, _ column: Int) -> [UInt8] {
    rows.withCell(row: row, column: column) { Array($0) }
  }

  @Test func `Cells are found by row and column`() {
    let rows = rows([.text, .text], [[1], [2, 3], [4, 5, 6], []])
    #expect(rows.count == 2)
    #expect(cell(rows, 0, 0) == [1])
    #expect(cell(rows, 0, 1) == [2, 3])
    #expect(cell(rows, 1, 0) == [4, 5, 6])
    #expect(cell(rows, 1, 1) == [])
  }

  @Test func `Null is told from empty, and has no bytes`() {
    let rows = rows([.text, .text, .text], [nil, [], [9]])
    #expect([0, 1, 2].map { rows.isNull(row: 0, column: $0) } == [true, false, false])
    #expect(cell(rows, 0, 0) == [])
    #expect(cell(rows, 0, 2) == [9])
  }

  @Test func `A row counts once its last cell is there`() {
    #expect(rows([.text, .text], []).count == 0)
    #expect(rows([.text, .text], [[1]]).count == 0)
    #expect(rows([.text, .text], [[1], nil]).count == 1)
    #expect(rows([.text, .text], [[1], nil, [2]]).count == 1)
  }

  @Test func `Rows of no columns do not count`() {
    #expect(Rows(columns: []).count == 0)
    #expect(Rows(columns: [], capacity: 10, bytes: 10).columns.isEmpty)
  }

  @Test func `Whatever is appended is read back`() throws {
    let width = 3
    let cells: [[UInt8]?] = (0..<width * 200).map { _ in
      Bool.random() ? (0..<Int.random(in: 0...20)).map { _ in UInt8.random(in: .min ... .max) } : nil
    }
    let rows = rows(Array(repeating: .text, count: width), cells)
    #expect(rows.count == 200)
    for (index, bytes) in cells.enumerated() {
      try #require(rows.isNull(row: index / width, column: index % width) == (bytes == nil))
      try #require(cell(rows, index / width, index % width) == bytes ?? [])
    }
  }

  @Test func `A copy is a value of its own`() {
    let one = rows([.text], [[1]])
    var two = one
    two.append(nil)
    #expect(one.count == 1)
    #expect(two.count == 2)
  }
}
