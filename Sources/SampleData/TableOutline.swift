/// One table of the sample: its columns, and how a family fills them.
struct TableOutline: Sendable {
  let name: String
  let columns: [String]
  let rowCount: @Sendable (SampleFamily) -> Int
  /// Writes one row, whose number is below `rowCount`, with one field for each of the columns.
  let write: @Sendable (SampleFamily, _ row: Int, inout CopyText) -> Void
}
