import Planning
import SQL

/// `StorageUse`: how much the family keeps of a kind, as the database counts it with each change. Parents alone see any.
enum StorageUse: EntityType {
  /// The tables of which a parent whom a school has barred from a student sees a part: those that the staff of a class see, and what
  /// follows from their changes.
  static let kindsOfPickups = [
    "absence_files", "absence_reports", "class_messages", "collectors", "dismissals", "enrolments", "notifications", "pickup_times", "school_attendance",
    "ticket_files", "ticket_messages", "tickets", "used_ids",
  ]

  static let entity = Entity<Viewer>(
    "StorageUse", table: "family_usage", scope: .family, visibility: .storage, extent: .small,
    order: [.ascending("kind")], isVersioned: false, version: VersionScope.requests,
    stored: [.family: ["maximumRows", "maximumBytes"]],
    resolvers: [
      "kind": .expression(.text, access: .family) { row, _ in
        "CASE \(row["kind"]) WHEN 'file_uses' THEN 'FILES' ELSE upper(\(row["kind"])) END"
      },
      // The estimate of a log may be below zero after rows of it were removed.
      "rows": .expression(.int4, access: .family) { row, _ in "greatest(\(row["rows"]), 0)" },
      "bytes": .expression(.int4, access: .family) { row, _ in
        "least(greatest(\(row["bytes"]), 0), 2147483647)::int4"
      },
    ])
}

extension Visibility where Viewer == Domain.Viewer {
  /// To parents. Kinds whose rows a parent sees in part, since a school has barred it from a student, are not counted for it.
  fileprivate static var storage: Visibility {
    Visibility { viewer, row in
      guard viewer == .parent else { return "false" }
      return """
        NOT (\(row["kind"]) IN (\(unescaped: StorageUse.kindsOfPickups.map { "'\($0)'" }.joined(separator: ", "))) \
        AND \(PickupGuardian.isBarredFromAny(row)))
        """
    }
  }
}
