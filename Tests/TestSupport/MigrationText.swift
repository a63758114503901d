import Embedded

/// The text of the migrations, read by pattern: comments left out, spaces made one.
package struct MigrationText: Sendable {
  package struct Table: Sendable {
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
  /// The tables that were made, in this order, also those that were dropped later.
  package let tables: [Table]
  /// Each foreign key that a migration adds, and whether a later one drops it.
  private let added: [(key: ForeignKey, isDropped: Bool)]

  /// Read once: that takes a second.
  package static let shared = MigrationText()

  private init() {
    let lines = EmbeddedFile.migrations.map(\.text).joined(separator: "\n").split(separator: "\n")
    let text = lines.map { $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex) }
      .joined(separator: " ").replacing(/\s+/, with: " ")
    let guards = text.matches(of: /SELECT guard_table\('(\w+)', '(\w+)'/)
    self.text = text + guards.map { Self.guards(of: $0.1, in: $0.2) }.joined()
    tables = Self.tables(in: self.text)
    added = Self.addedForeignKeys(in: self.text)
  }

  /// The statements of `guard_table` for a table. The catalog is compared as well: see `CatalogTests`.
  private static func guards(of table: Substring, in scope: Substring) -> String {
    func setting(_ name: String) -> String { "nullif(current_setting('hatched.\(name)', true), '')" }
    func places(_ column: String, _ name: String) -> String { "(\(column) = ANY (\(setting(name))::uuid[]))" }
    func reading(_ condition: String) -> String { "FOR SELECT TO hatched_app USING \(condition)" }
    func all(_ condition: String, _ roles: String = "hatched_app") -> String { "TO \(roles) USING \(condition) WITH CHECK \(condition)" }
    let administration = all(places("school_id", "administered_school_ids"))
    let policies: [String] =
      switch scope {
      case "FAMILY": [all("(family_id = \(setting("family_id"))::uuid)", "hatched_app, hatched_worker")]
      case "SCHOOL": [reading(places("school_id", "school_ids")), administration]
      case "ADMINISTRATION": [administration]
      case "COMMUNITY": [reading(places("school_id", "audience_ids")), administration]
      case "AUDIENCE":
        [
          reading("(audience && \(setting("audience_ids"))::uuid[])"), administration,
          all("(only_classes <@ \(setting("staff_class_ids"))::uuid[])"),
        ]
      default: []
      }
    return " ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;"
      + policies.enumerated().map { " CREATE POLICY policy_\($0) ON \(table) \($1);" }.joined()
  }

  private static func tables(in text: String) -> [Table] {
    text.matches(of: /CREATE TABLE (\w+) \((.*?)\);/).map { Table(name: String($0.1), body: String($0.2)) }
  }

  /// Whether `guard_table` gives the table its row-level security, which CatalogTests compare with its scope.
  package func isGuarded(_ table: Table) -> Bool { text.contains("SELECT guard_table('\(table.name)'") }

  /// Whether `guard_table` gives the table the keys of its enrolment.
  package func mirrorsEnrolments(_ table: Table) -> Bool { text.contains("SELECT guard_table('\(table.name)', 'ENROLMENT'") }

  /// A foreign key: of which table, which columns, to which table, to which columns.
  package typealias ForeignKey = (table: String, columns: String, target: String, targetColumns: String)

  private static func addedForeignKeys(in text: String) -> [(key: ForeignKey, isDropped: Bool)] {
    text.matches(
      of: /ALTER TABLE (\w+) ADD CONSTRAINT (\w+) FOREIGN KEY \(([^)]+)\) REFERENCES (\w+) \(([^)]+)\)/
    ).map { match in
      let isDropped = text[match.range.upperBound...].contains("ALTER TABLE \(match.1) DROP CONSTRAINT \(match.2);")
      return ((String(match.1), String(match.3), String(match.4), String(match.5)), isDropped)
    }
  }

  package var foreignKeys: [ForeignKey] { added.filter { !$0.isDropped }.map(\.key) }
  /// The number of foreign keys that migrations add, with those that later ones drop.
  package var countOfAddedForeignKeys: Int { added.count }
}
