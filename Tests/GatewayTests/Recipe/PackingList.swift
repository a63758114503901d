import Planning
import Domain

/// `PackingList`.
enum PackingList: WritableType {
  static let entity = Entity<Viewer>(
    "PackingList", table: "packing_lists", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 1_000, bytes: 1 << 20), order: [.ascending("title")],
    stored: [.family: ["id", "title", "createdAt", "updatedAt", "version"]])
}
