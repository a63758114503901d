import SQL

/// The versions of all that a viewer reads, as of one snapshot. While they are equal, the same plan gives the same answer.
package struct VersionStamps: Sendable {
  /// Each cell behind its length: the epoch, the account, the family; then, where the scope has them, its requests, the
  /// directory and the boundary.
  private let own: [UInt8]
  private let scope: VersionScope
  /// Those of the account's places, where the scope has them.
  private let places: [WatchedVersion]
  /// When the answer may become another though nothing changes, or the session ends: by the clock of this machine, as far from now as
  /// the database says. Nil where time does not matter. It is no part of what is compared.
  package let deadline: ContinuousClock.Instant?
  /// Whether they count changes that the viewer may not see: then no client learns of them.
  package let hidesChanges: Bool

  package var bytes: [UInt8] { places.reduce(into: own) { $0 += $1.id.bytes + $1.stamp.bytes } }

  /// - Parameters:
  ///   - row: of `rows`.
  ///   - columns: those that have stamps; the last one has the boundary, if the scope has any.
  ///   - scope: decides which columns there are.
  ///   - places: in an order of their own.
  ///   - times: the columns that have the time of the snapshot and that of the end of the session; nil for no deadline.
  ///   - hidesChanges: whether they count changes that the viewer may not see.
  init(
    of rows: Rows, row: Int, columns: Range<Int>, _ scope: VersionScope, places: [WatchedVersion] = [],
    times: (now: Int, sessionEnd: Int)? = nil, hidesChanges: Bool = false
  ) {
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
    self.hidesChanges = hidesChanges
    if let times, let now = rows.int8(row: row, column: times.now) {
      let boundary = scope.moment == nil ? nil : columns.last.flatMap { rows.int8(row: row, column: $0) }
      let ends = [boundary, rows.int8(row: row, column: times.sessionEnd)].compactMap(\.self).filter { $0 != .max }
      // Not so far that it would not fit a duration: it is looked at once more then.
      deadline = ends.min().map { .now + .microseconds(min(max(0, $0.subtractingReportingOverflow(now).partialValue), 86_400_000_000)) }
    } else {
      deadline = nil
    }
  }

  /// Those of the database, by what has them: nothing else changes an answer before `deadline`.
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
    if scope.readsRequests { watch(.requests, viewer.membership?.familyID, at: 3) }
    if scope.readsDirectory { watch(.directory, Viewer.directoryID, at: scope.readsRequests ? 4 : 3) }
    return versions + places
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

extension VersionStamps: Hashable {
  package static func == (left: VersionStamps, right: VersionStamps) -> Bool {
    left.own == right.own && left.places == right.places && left.scope == right.scope
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(own)
    hasher.combine(places)
  }
}
