import Planning
import SQL

/// `DegreeGroup` (GT-16).
enum DegreeGroup: WritableType {
  static let entity = Entity<Viewer>(
    "DegreeGroup", table: "degree_groups", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 1_000, bytes: 4 << 20), order: [.ascending("created_at")],
    stored: [
      .family: ["id", "name", "description", "kind", "minimumCourses", "degree", "createdAt", "updatedAt", "version"]
    ],
    resolvers: [
      "courses": .toMany(access: .family),
      "progress": .toOne(foreignKey: "id", access: .family),
    ])
}
