import Planning
import SQL

/// `FamilyChanges`: a page of what changed in the viewer's family. The functions are those of migrations/0047_changes.sql.
enum FamilyChanges: EntityType {
  static let entity = Entity<Viewer>(
    computed: "FamilyChanges", named: "family_changes", key: "family_id", .uuid, scope: .family,
    stored: [.family: ["version", "hasMore"]],
    resolvers: [
      "changed": .toMany(key: "family_id", access: .family, bounds: .ofParent(first: "first")),
      "removedIds": .column("removed_ids", .uuidArray, access: .family),
    ]
  ) { page, viewer in
    "SELECT family_id, version, has_more, removed_ids FROM changes_page(\(arguments(page, viewer)))"
  }

  /// The member who asks, the version and the number of objects.
  static func arguments(_ page: ArgumentReferences, _ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    "\(viewer(.memberID)), \(since(page)), \(page.value("first", as: .first))"
  }

  /// Whether a page can be told from what the client knows.
  static func isKnown(_ page: ArgumentReferences, by member: SQL) -> SQL { "knows_changes(\(member), \(since(page)))" }

  private static func since(_ page: ArgumentReferences) -> SQL { page.value("since", as: .text) }
}
