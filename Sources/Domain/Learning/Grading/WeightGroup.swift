import Planning
import SQL

/// `WeightGroup` (GT-03, GT-04).
enum WeightGroup: WritableType {
  enum Column: String, ColumnName {
    case courseID = "course_id"
    case name
  }

  static let constraints: [ConstraintRule] = [
    .conflict("weight_groups_of_course", ["id"], "This id was used for something else: send another."),
  ]

  static let entity = Entity<Viewer>(
    "WeightGroup", table: "weight_groups", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 5_000, bytes: 2 << 20),
    order: [.ascending("name")],
    stored: [.family: ["id", "name", "weight", "course", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "share": .expression(.numeric, access: .family) { group, arguments in share(of: group, student(arguments)) },
      "mean": .expression(.numeric, access: .family) { group, arguments in mean(of: group, student(arguments)) },
      "assignments": .toMany(access: .family),
    ])

  static let rules = WriteRules(
    related: ["course": "course_id"],
    hasOthers: "The weight group has assignments. Name another group of the course in \"moveAssignmentsToId\".",
    reassigning: ("moveAssignmentsToId", moveAssignments))

  private static let moveAssignments: WriteRules.RemovalStep = { input, id, rows throws(MutationFailure) in
    let successor = try input.requiredID("moveAssignmentsToId")
    guard successor != id else {
      throw .invalid("\"moveAssignmentsToId\" must be another group.", at: input.path(of: "moveAssignmentsToId"))
    }
    let old = try await rows.row(WeightGroup.self, key: id, columns: [.courseID])
    let new = try await rows.row(WeightGroup.self, key: successor, columns: [.courseID])
    guard old.count == 1, new.count == 1, old.uuid(row: 0, column: 0) == new.uuid(row: 0, column: 0) else {
      throw input.notFound("moveAssignmentsToId")
    }
    _ = try await rows.update(Assignment.self, [Assignment.set(.weightGroupID, .uuid(successor))]) { row in
      "\(row[.weightGroupID]) = \(bind: .uuid(id))"
    }
  }

  private static func student(_ arguments: ArgumentReferences) -> SQL? {
    arguments.isGiven("studentId") ? arguments.value("studentId", as: .uuid) : nil
  }

  /// The part of the course's grade that the group has: null where it has no value.
  ///
  ///     CASE WHEN EXISTS (… graded.weight_group_id = weight_groups_2.id …)
  ///     THEN round(weight_groups_2.weight / (SELECT sum(others.weight) …), 4) END
  private static func share(of group: RowReference<Viewer>, _ student: SQL?) -> SQL {
    let family = group.viewer(.familyID)
    func counts(_ key: SQL) -> SQL {
      let ofStudent: SQL = student.map { " AND graded.student_id = \($0)" } ?? ""
      return """
        EXISTS (SELECT 1 FROM assignments graded WHERE graded.family_id = \(family) AND graded.weight_group_id = \(key) \
        AND graded.is_counted AND NOT graded.is_extra_credit AND graded.points_awarded IS NOT NULL\(ofStudent))
        """
    }
    return """
      CASE WHEN \(counts(group["id"])) THEN round(\(group["weight"]) / (SELECT sum(others.weight) FROM weight_groups others \
      WHERE others.family_id = \(family) AND others.course_id = \(group["course_id"]) AND \(counts("others.id"))), 4) END
      """
  }

  /// The value of the group, rounded for display.
  private static func mean(of group: RowReference<Viewer>, _ student: SQL?) -> SQL {
    let family = group.viewer(.familyID)
    let rule = GradeRule(
      family: family, course: group["course_id"],
      method: """
        (SELECT course.grading_method FROM courses course \
        WHERE course.family_id = \(family) AND course.id = \(group["course_id"]))
        """, student: student)
    let condition: SQL = "graded.weight_group_id = \(group["id"])"
    return """
      (SELECT \(GradeRule.rounded(rule.value())) FROM assignments graded \
      WHERE \(rule.counted(.init(condition: condition))))
      """
  }
}
