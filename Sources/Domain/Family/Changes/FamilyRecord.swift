import Planning
import SQL

/// `FamilyRecord`: the objects of a page of `Family.changes` that are not gone, by their keys. Its types are those that the SDL
/// says; `track_changes` writes the changes of their tables down.
enum FamilyRecord: EntityType {
  static let entity = Entity<Viewer>(
    keys: "FamilyRecord", named: "changed_records", scope: .family, order: [.ascending("version")]
  ) { arguments, viewer in
    // A list of them is that of a page: see FamilyChanges.
    guard let page = arguments.ofParent else { return "SELECT * FROM changes_since(NULL, NULL, 0)" }
    return """
      SELECT family_id, id, type, version FROM changes_since(\(FamilyChanges.arguments(page, viewer))) listed WHERE NOT is_deleted
      """
  }
}
