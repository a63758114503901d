import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `PlannerTask` (REQ-PLAN-007…009).
  static var plannerTask: Entity {
    Entity(
      "PlannerTask", table: "planner_tasks", scope: .family, visibility: .wholeScope, extent: .unbounded,
      quota: Quota(rows: 50_000, bytes: 16 << 20),
      order: [.ascending("date"), .ascending("time")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "title": .column("title", .text, access: .family),
        "date": .column("date", .date, access: .family),
        "time": .column("time", .time, access: .family),
        "color": .column("color", .text, access: .family),
        "notes": .column("notes", .text, characters: 10_000, access: .family),
        "student": .toOne(foreignKey: "student_id", access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}

extension EntityMutations {
  /// REQ-PLAN-007, 008, 010.
  static let plannerTask = EntityMutations(
    typeName: "PlannerTask", name: "plannerTask",
    values: { input throws(MutationFailure) in
      try input.text("title", "title", characters: 1...500, isRequired: true)
        + input.value("date", "date", .date, input.date("date"), isRequired: true)
        + input.value("time", "time", .time, input.time("time"))
        + input.value("color", "color", .text, input.color("color"), isRequired: true)
        + input.text("notes", "notes", characters: 0...10_000, lines: .many)
        + input.reference("studentId", "student_id")
    }, references: ["planner_tasks_student": "studentId"])
}
