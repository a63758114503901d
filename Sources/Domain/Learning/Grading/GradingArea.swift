package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Weight groups, and how grades come about (GT-03…GT-08).
  package static var grading: Area {
    Area(
      types: [WeightGroup.self, GradeTerm.self, GradeNeeded.self],
      resolvers: [
        "AuditEntry.weightGroup": .toOne(foreignKey: "record_id", access: .family),
        "Course.weightGroups": .toMany(access: .family),
        "Course.gradeExplanation": .toMany(access: .family),
        "Course.ungroupedCount": .expression(.int4, access: .family) { course, _ in
          let family = course.viewer(.familyID)
          return """
            (SELECT count(*)::int4 FROM assignments ungrouped WHERE ungrouped.family_id = \(family) \
            AND ungrouped.course_id = \(course["id"]) AND ungrouped.weight_group_id IS NULL \
            AND EXISTS (SELECT 1 FROM weight_groups grouped \
            WHERE grouped.family_id = \(family) AND grouped.course_id = \(course["id"])))
            """
        },
        "Course.gradeIf": .expression(.numeric, access: .family, GradeIf.grade).requiring(
          "grades",
          "\"grades\" must name assignments of the student and the course that have points possible, each once.",
          GradeIf.isAskable),
        "Course.gradeNeeded": .toOne(foreignKey: "id", access: .family).requiring(
          "assignmentId",
          """
          gradeNeeded takes either "pointsPossible", above 0, with or without a "weightGroupId" of the course; or the \
          "assignmentId" of work of the student and the course that has points possible and no grade.
          """, GradeNeeded.isAskable),
        "CreateWeightGroupPayload.course": .changed("weightGroup", of: WeightGroup.self, by: .courseID, access: .family),
        "UpdateWeightGroupPayload.course": .changed("weightGroup", of: WeightGroup.self, by: .courseID, access: .family),
      ])
  }
}
