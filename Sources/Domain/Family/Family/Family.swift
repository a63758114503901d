import Planning
import SQL

/// `Family`: the row that is the scope of all others (REQ-FAM-001, REQ-FAM-002, REQ-VIEW-003).
enum Family: WritableType {
  enum Column: String, ColumnName {
    case name, code
    case studentsKeep = "students_keep"
    case timeZone = "time_zone"
  }

  static let constraints: [ConstraintRule] = [
    .forbidden(
      "families_barred", ["joinPolicy", "familyName"], "A school lets you decide nothing about a student of the family: ask the school."),
    .unreachable("families_code_check", "the database makes the code"),
    .unreachable("families_time_zone_check", "known_time_zone refuses others before"),
    .unreachable("families_pkey", "the server chooses the id of a family"),
  ]

  static let entity = Entity<Viewer>(
    "Family", table: "families", key: "family_id", scope: .family, visibility: .wholeScope, extent: .small,
    stored: [.family: ["name", "timeZone", "joinPolicy", "studentsKeep", "weekStart", "language", "clock", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "id": .column("family_id", .uuid, access: .family),
      "repeatsOverdueNotifications": .column("repeats_overdue_notices", .bool, access: .family),
      "code": .expression(.text, access: .parents) { family, _ in
        "substr(\(family["code"]), 1, 5) || '-' || substr(\(family["code"]), 6)"
      },
      "members": .toMany(access: .family),
      "parents": .toMany(access: .family),
      "students": .toMany(access: .family),
    ])

  static let rules = WriteRules(
    own: .familyID,
    checkViolations: ["families_language": (["language"], "\"language\" must be the tag of a language, such as de or de-AT.")])
}
