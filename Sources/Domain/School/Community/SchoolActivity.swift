import Planning
import SQL

/// `SchoolActivity` (TT-04): what takes place weekly.
enum SchoolActivity: WritableType {
  static let rules = WriteRules(
    checkViolations: [
      "school_activities_times": (["endTime", "startTime"], "\"endTime\" must be after \"startTime\"."),
      "school_activities_span": (["lastDay", "firstDay"], "\"lastDay\" must not be before \"firstDay\"."),
    ])

  static let constraints: [ConstraintRule] = [
    .audience(of: "school_activities"), .unreachable("school_activities_exceptions", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolActivity", table: "school_activities", scope: .audience, visibility: .wholeScope, extent: .unbounded,
    order: [.ascending("start_time"), .ascending("title")],
    stored: [
      .schoolPeople: [
        "id", "title", "text", "place", "startTime", "endTime", "firstDay", "lastDay", "school", "createdAt", "updatedAt", "version",
      ]
    ],
    resolvers: [
      "days": .column("days", .textArray, access: .schoolPeople),
      "exceptions": .column("exceptions", .dateArray, access: .schoolPeople),
      "grades": .column("grades", .textArray, access: .schoolPeople),
      "classIds": .column("class_ids", .uuidArray, access: .schoolPeople),
    ])
}
