import SQL
import TestSupport

/// The number of times that each table was read from its start to its end, which takes the longer, the more families there are.
struct TableScans {
  let counts: [String: Int]

  /// The scans so far, of connections that have ended, or flushed their counters.
  static func counted(in database: SchoolDatabase) async throws -> TableScans {
    let found = try await database.run("SELECT relname || ' ' || seq_scan FROM pg_stat_user_tables WHERE seq_scan > 0")
    return TableScans(
      counts: Dictionary(
        uniqueKeysWithValues: found.texts.map { text in
          let words = text.split(separator: " ")
          return (String(words[0]), Int(words[1]) ?? 0)
        }))
  }

  func since(_ start: TableScans) -> TableScans {
    let differences = counts.map { ($0.key, $0.value - (start.counts[$0.key] ?? 0)) }
    return TableScans(counts: Dictionary(uniqueKeysWithValues: differences.filter { $0.1 > 0 }))
  }
}
