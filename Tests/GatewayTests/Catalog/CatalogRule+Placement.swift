import SQL
import TestSupport

extension CatalogRule {
  private static let tables: SQL =
    "(SELECT oid, relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p'))"

  /// - Parameter all: the lines of schema/placement.txt.
  static func placement(_ all: [TablePlacement]) -> [CatalogRule] {
    placement("""
      unnest(\(bind: .textArray(all.map(\.table))), \(bind: .textArray(all.map(\.kind.rawValue)))) AS placed (name, kind)
      """)
  }

  /// - Parameter placements: `name` and `kind` of each line.
  private static func placement(_ placements: SQL) -> [CatalogRule] {
    [
      CatalogRule(
        testDescription: "schema/placement.txt says where the rows of each table live",
        offenders: "SELECT name FROM \(tables) AS t WHERE name NOT IN (SELECT placed.name FROM \(placements))",
        offence: "CREATE TABLE stray (family_id uuid)", offender: "stray",
        remedy: { "Add to schema/placement.txt: family \($0)" }),
      CatalogRule(
        testDescription: "schema/placement.txt names tables that there are",
        offenders: "SELECT placed.name FROM \(placements) WHERE to_regclass('public.' || placed.name) IS NULL",
        offence: "DROP TABLE attempts", offender: "attempts",
        remedy: { "Remove the line of \($0) from schema/placement.txt" }),
      CatalogRule(
        testDescription: "rows live with the family or account whose id they have first in their primary key",
        offenders: """
          SELECT name FROM (
            SELECT t.name, kind, coalesce((
              SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
              WHERE indrelid = t.oid AND indisprimary), '') AS key
            FROM \(tables) AS t JOIN \(placements) ON placed.name = t.name
          ) AS keyed
          WHERE (key = 'family_id') <> (kind = 'family') OR (key = 'account_id') <> (kind = 'account')
          """,
        offence: "ALTER TABLE quotes DROP CONSTRAINT quotes_pkey, ADD PRIMARY KEY (id)", offender: "quotes",
        remedy: { "Begin the primary key of \($0) with family_id or account_id, or correct schema/placement.txt" }),
      CatalogRule(
        testDescription: "a foreign key leads to rows of the same place, or to a reference table",
        offenders: """
          SELECT conname::text FROM pg_constraint
          JOIN \(placements) ON placed.name = conrelid::regclass::text
          JOIN (SELECT * FROM \(placements)) AS target ON target.name = confrelid::regclass::text
          WHERE contype = 'f' AND target.kind NOT IN ('reference', placed.kind)
          """,
        offence: """
          ALTER TABLE quotes ADD CONSTRAINT stray FOREIGN KEY (family_id, id) REFERENCES sessions (account_id, id) NOT VALID
          """,
        offender: "stray",
        remedy: { "A key cannot lead to another machine: drop \($0), and have the application look the row up" }),
    ]
  }
}
