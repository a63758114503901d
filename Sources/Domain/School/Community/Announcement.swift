import Planning
import SQL

/// `Announcement` (TT-03).
enum Announcement: WritableType {
  static let rules = WriteRules(
    checkViolations: ["announcements_span": (["until", "from"], "\"until\" must be later than \"from\".")])

  static let constraints: [ConstraintRule] = [.audience(of: "announcements"), .picture(ofSchool: "announcements")]

  static let entity = Entity<Viewer>(
    "Announcement", table: "announcements", scope: .audience, visibility: Visibility { _, row in isShown(row) }, extent: .unbounded,
    order: [.ascending("rank"), .ascending("position"), .descending("shown_from")],
    stored: [
      .schoolPeople: ["id", "title", "text", "priority", "position", "school", "createdAt", "updatedAt", "version"]
    ],
    resolvers: [
      "from": .column("begins_at", .timestamptz, access: .schoolPeople),
      "until": .column("ends_at", .timestamptz, access: .schoolPeople),
      "picture": .toOne(foreignKey: "picture_id", access: .schoolPeople).reading(File.ofSchool),
      "grades": .column("grades", .textArray, access: .schoolPeople),
      "classIds": .column("class_ids", .uuidArray, access: .schoolPeople),
    ])

  /// The condition of `School.announcements`.
  static func isListed(_ row: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    guard arguments.isGiven("current") else { return nil }
    let current: SQL = """
      ((\(row["begins_at"]) IS NULL OR \(row["begins_at"]) <= \(now: begin)) \
      AND (\(row["ends_at"]) IS NULL OR \(row["ends_at"]) > \(now: end)))
      """
    return "\(current) = \(arguments.value("current", as: .bool))"
  }

  /// Before its time those alone see it who may change it.
  private static func isShown(_ row: RowReference<Viewer>) -> SQL {
    "(\(row["begins_at"]) IS NULL OR \(row["begins_at"]) <= \(now: begin) OR \(AudienceWriting.isWritten(row)))"
  }

  private static let begin = Boundary.next("begins_at", of: "announcements", in: .audience)
  private static let end = Boundary.next("ends_at", of: "announcements", in: .audience)
}
