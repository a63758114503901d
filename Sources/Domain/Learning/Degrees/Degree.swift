import Planning
import SQL

/// `Degree` (GT-16).
enum Degree: WritableType {
  static let entity = Entity<Viewer>(
    "Degree", table: "degrees", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 200, bytes: 2 << 20), order: [.ascending("name")],
    stored: [.family: ["id", "name", "description", "kind", "status", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "groups": .toMany(access: .family),
      "progress": .toOne(foreignKey: "id", access: .family),
    ])
}
