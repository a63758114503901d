import Planning
import Domain

/// `PackingItem`.
enum PackingItem: WritableType {
  static let entity = Entity<Viewer>(
    "PackingItem", table: "packing_items", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 4 << 20), order: [.ascending("name")],
    stored: [
      .family: [
        "id", "name", "quantity", "shelf", "neededOn", "isPacked", "packingList", "createdAt", "updatedAt", "version",
      ]
    ])
}
