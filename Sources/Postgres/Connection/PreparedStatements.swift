import SQL

/// The statements that a connection has prepared, at most `limit` of them, least recently used out first.
///
/// Names count up (`s1`, `s2`, …) and are never used twice, so that a Parse whose answer was lost cannot be
/// taken for another statement's.
struct PreparedStatements {
  private struct Entry {
    var name: String
    var types: [SQLType]
    var lastUse: UInt64
  }

  let limit: Int
  private var entries: [String: Entry] = [:]
  private var lastName: UInt64 = 0
  private var batch: UInt64 = 0
  /// Names that no entry leads to, still known to the server.
  private var orphans: [String] = []

  init(limit: Int) { self.limit = max(0, limit) }

  var count: Int { entries.count }

  /// Statements used since then are not evicted before the next call.
  mutating func beginBatch() { batch += 1 }

  /// The name for a statement, and whether it has to be prepared first. The same text with other parameter
  /// types is another statement and takes the place of the former.
  mutating func use(_ statement: Statement) -> (name: String, isNew: Bool) {
    if let index = entries.index(forKey: statement.text) {
      let entry = entries.values[index]
      if entry.types.elementsEqual(statement.binds.lazy.map(\.type)) {
        entries.values[index].lastUse = batch
        return (entry.name, false)
      }
      orphans.append(entry.name)
    }
    lastName += 1
    let name = "s\(lastName)"
    entries[statement.text] = Entry(name: name, types: statement.binds.map(\.type), lastUse: batch)
    return (name, true)
  }

  /// The Parse of this name failed or was not run: the server does not know it.
  mutating func forget(_ name: String) {
    if let text = entries.first(where: { $0.value.name == name })?.key { entries[text] = nil }
    orphans.removeAll { $0 == name }
  }

  /// Takes out the statements beyond the limit, and returns the names to `DEALLOCATE`. Statements of this batch stay,
  /// even beyond the limit.
  mutating func evict() -> [String] {
    var names = orphans
    orphans = []
    let excess = entries.count - limit
    guard excess > 0 else { return names }
    let victims = entries.filter { $0.value.lastUse < batch }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (text, entry) in victims.prefix(excess) {
      entries[text] = nil
      names.append(entry.name)
    }
    return names
  }

  /// A `DEALLOCATE` that was not run has to be sent again.
  mutating func retryEviction(of name: String) { orphans.append(name) }
}
