/// The rows of one table, as the chunks of one COPY. Only the chunk at hand is in memory.
package struct SampleTable: Sendable {
  package let name: String
  package let columns: [String]
  /// The number of rows that all the chunks together have.
  package let rowCount: Int

  /// Writes the row of a family that has this number, if the family has so many rows.
  private let write: @Sendable (_ family: Int, _ row: Int, inout CopyText) -> Void
  private let order: StridedOrder
  private let rounds: Int
  private var place = (round: 0, position: 0)

  /// The script that runs before tables are loaded, in the same transaction or session: the tables have an audit trail
  /// of their own, and are counted afterwards.
  package static let preparation = "SET hatched.audit = 'off'; SET hatched.usage = 'off'"
  /// The script that runs once all tables are loaded.
  package static let completion = "SELECT recount_usage()"

  /// A chunk ends with the row that brings it to this size, in bytes.
  package static let chunkSize = 256 * 1024

  /// - Parameters:
  ///   - order: The families, as each round goes through them.
  ///   - rounds: As many as the family with the most rows has rows: each round takes one row of each family.
  init(
    name: String, columns: [String], rowCount: Int, order: StridedOrder, rounds: Int,
    write: @escaping @Sendable (_ family: Int, _ row: Int, inout CopyText) -> Void
  ) {
    self.name = name
    self.columns = columns
    self.rowCount = rowCount
    self.order = order
    self.rounds = rounds
    self.write = write
  }

  /// For example `COPY sessions (account_id, id, created_at, expires_at) FROM STDIN`.
  package var copyStatement: String {
    "COPY \(name) (\(columns.joined(separator: ", "))) FROM STDIN"
  }

  /// The next rows, whole ones, in COPY's text format and UTF-8; nil when there are none left.
  package mutating func nextChunk() -> [UInt8]? {
    var text = CopyText()
    text.reserveCapacity(Self.chunkSize + 4096)
    while place.round < rounds, text.bytes.count < Self.chunkSize {
      write(order[place.position], place.round, &text)
      place.position += 1
      if place.position == order.count { place = (place.round + 1, 0) }
    }
    return text.bytes.isEmpty ? nil : text.bytes
  }
}
