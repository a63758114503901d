import Embedded

/// What the migrations say, read by pattern from their text: comments left out, spaces made one.
struct MigrationText {
  struct Table {
    let name: String
    /// Between the parentheses: columns and constraints.
    let body: String

    var isFamilyScoped: Bool { body.contains(/\bfamily_id uuid\b/) }
    /// The setting and the column that row-level security compares.
    var scope: (column: String, setting: String) {
      switch name {
      case "accounts": ("id", "hatched.account_id")
      case _ where isFamilyScoped: ("family_id", "hatched.family_id")
      default: ("account_id", "hatched.account_id")
      }
    }
  }

  let text: String

  init() {
    let lines = EmbeddedFile.migrations.map(\.text).joined(separator: "\n").split(separator: "\n")
    text = lines.map { $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex) }
      .joined(separator: " ").replacing(/\s+/, with: " ")
  }

  var tables: [Table] {
    text.matches(of: /CREATE TABLE (\w+) \((.*?)\);/).map { Table(name: String($0.1), body: String($0.2)) }
  }

  /// Each foreign key: of which table, which columns, to which table, to which columns.
  var foreignKeys: [(table: String, columns: String, target: String, targetColumns: String)] {
    text.matches(
      of: /ALTER TABLE (\w+) ADD CONSTRAINT \w+ FOREIGN KEY \(([^)]+)\) REFERENCES (\w+) \(([^)]+)\)/
    ).map { (String($0.1), String($0.2), String($0.3), String($0.4)) }
  }
}
