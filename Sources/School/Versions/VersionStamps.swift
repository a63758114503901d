import SQL

/// The versions of all that a viewer reads, as of one snapshot. While they are equal, the same plan gives the same answer.
package struct VersionStamps: Hashable, Sendable {
  /// Each cell behind its length: the epoch, the account, the family; then, where the scope has them, its requests and the
  /// boundary.
  private let own: [UInt8]
  private let scope: VersionScope
  /// Those of the account's places, where the scope has them.
  private let places: [WatchedVersion]

  package var bytes: [UInt8] { places.reduce(into: own) { $0 += $1.id.bytes + $1.stamp.bytes } }

  /// - Parameters:
  ///   - row: of `rows`.
  ///   - columns: those that have stamps.
  ///   - scope: decides which columns there are.
  ///   - places: in an order of their own.
  init(of rows: Rows, row: Int, columns: Range<Int>, _ scope: VersionScope, places: [WatchedVersion] = []) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns.count * 17)
    for column in columns {
      rows.withCell(row: row, column: column) { cell in
        // A stamp or a time: 16 bytes at most.
        bytes.append(UInt8(truncatingIfNeeded: cell.count))
        bytes.append(contentsOf: cell)
      }
    }
    own = bytes
    self.scope = scope
    self.places = places
  }

  /// Those of the database, by what has them: nothing else changes an answer before `boundary`.
  package func watched(by viewer: AccountViewer) -> [WatchedVersion] {
    let cells = cells
    var versions: [WatchedVersion] = []
    func watch(_ kind: WatchedVersion.Kind, _ id: UUIDValue?, at place: Int) {
      guard let id, let stamp = cells[place].withUnsafeBufferPointer({ UUIDValue(bytes: $0) }) else { return }
      versions.append(WatchedVersion(kind, of: id, stamp: stamp))
    }
    watch(.epoch, UUIDValue(high: 0, low: 0), at: 0)
    watch(.account, viewer.accountID, at: 1)
    watch(.family, viewer.membership?.familyID, at: 2)
    if scope.contains(.requests) { watch(.requests, viewer.membership?.familyID, at: 3) }
    return versions + places
  }

  /// When the answer may become another though nothing changes, in seconds since 1970; nil where time does not matter.
  package var boundary: Double? {
    guard scope.contains(.clock), let cell = cells.last, cell.count == 8 else { return nil }
    let microseconds = Int64(bitPattern: cell.reduce(0) { $0 << 8 | UInt64($1) })
    // PostgreSQL counts from the year 2000.
    return microseconds == .max ? nil : Double(microseconds) / 1_000_000 + 946_684_800
  }

  private var cells: [[UInt8]] {
    var cells: [[UInt8]] = []
    var rest = own[...]
    while let count = rest.popFirst() {
      cells.append(Array(rest.prefix(Int(count))))
      rest = rest.dropFirst(Int(count))
    }
    return cells
  }
}
