import Planning
import Domain

/// `Room`: all people of the school see it.
enum Room: WritableType {
  static let entity = Entity<Viewer>(
    "Room", table: "rooms", scope: .school, visibility: .wholeScope, extent: .small, order: [.ascending("name")],
    stored: [.schoolPeople: ["id", "name", "floor", "school", "createdAt", "updatedAt", "version"]])
}
