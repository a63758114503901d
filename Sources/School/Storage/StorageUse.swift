import Planning
import SQL

/// `StorageUse`: how much the family keeps of a kind, as the database counts it with each change. Parents alone see any.
enum StorageUse: EntityType {
  static let entity = Entity<Viewer>(
    "StorageUse", table: "family_usage", scope: .family, visibility: .parents, extent: .small,
    order: [.ascending("kind")], isVersioned: false,
    stored: [.family: ["maximumRows", "maximumBytes"]],
    resolvers: [
      "kind": .expression(.text, access: .family) { row, _ in "upper(\(row["kind"]))" },
      // The estimate of a log may be below zero after rows of it were removed.
      "rows": .expression(.int4, access: .family) { row, _ in "greatest(\(row["rows"]), 0)" },
      "bytes": .expression(.int4, access: .family) { row, _ in
        "least(greatest(\(row["bytes"]), 0), 2147483647)::int4"
      },
    ])
}
