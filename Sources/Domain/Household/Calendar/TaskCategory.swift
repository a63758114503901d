import Planning

/// `TaskCategory` (ME-02).
enum TaskCategory: WritableType {
  static let entity = Entity<Viewer>(
    "TaskCategory", table: "task_categories", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 500, bytes: 1 << 20), order: [.ascending("name")],
    stored: [.family: ["id", "name", "color", "createdAt", "updatedAt", "version"]])

  static let rules = WriteRules(hasOthers: "There are tasks with this category: give them another first.")
}
