import Embedded

/// The text of the migrations, read by pattern: comments left out, spaces made one.
package struct MigrationText {
  package struct Table {
    package let name: String
    /// Between the parentheses: columns and constraints.
    package let body: String

    package var isFamilyScoped: Bool { body.contains(/\bfamily_id uuid\b/) }
    /// The setting and the column that row-level security compares.
    package var scope: (column: String, setting: String) {
      switch name {
      case "accounts": ("id", "hatched.account_id")
      case "files": ("home_id", "hatched.family_id")
      case _ where isFamilyScoped: ("family_id", "hatched.family_id")
      default: ("account_id", "hatched.account_id")
      }
    }
    /// The other column that it compares; nil for most tables.
    package var otherOwner: String? { name == "files" ? "owner_id" : nil }
  }

  package let text: String

  package init() {
    let lines = EmbeddedFile.migrations.map(\.text).joined(separator: "\n").split(separator: "\n")
    text = lines.map { $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex) }
      .joined(separator: " ").replacing(/\s+/, with: " ")
  }

  /// The tables that were made, in this order, also those that were dropped later.
  package var tables: [Table] {
    text.matches(of: /CREATE TABLE (\w+) \((.*?)\);/).map { Table(name: String($0.1), body: String($0.2)) }
  }

  /// Whether `guard_table` gives the table its row-level security, which CatalogTests compare with its scope.
  package func isGuarded(_ table: Table) -> Bool { text.contains("SELECT guard_table('\(table.name)'") }

  /// Whether `guard_table` gives the table the keys of its enrolment.
  package func mirrorsEnrolments(_ table: Table) -> Bool { text.contains("SELECT guard_table('\(table.name)', 'ENROLMENT'") }

  /// Each foreign key: of which table, which columns, to which table, to which columns.
  package var foreignKeys: [(table: String, columns: String, target: String, targetColumns: String)] {
    text.matches(
      of: /ALTER TABLE (\w+) ADD CONSTRAINT \w+ FOREIGN KEY \(([^)]+)\) REFERENCES (\w+) \(([^)]+)\)/
    ).map { (String($0.1), String($0.2), String($0.3), String($0.4)) }
  }
}
