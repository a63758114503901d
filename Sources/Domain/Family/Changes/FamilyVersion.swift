import Planning
import SQL

/// `FamilyVersion`: the place in the order of changes that the viewer's family has come to.
enum FamilyVersion: EntityType {
  static let entity = Entity<Viewer>(
    computed: "FamilyVersion", named: "family_version", key: "family_id", .uuid, scope: .family,
    stored: [.family: ["version"]]
  ) { _, viewer in
    """
    SELECT home.family_id, change_version(\(viewer(.memberID))) AS version FROM families home \
    WHERE home.family_id = \(viewer(.familyID))
    """
  }
}
