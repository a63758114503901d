import Planning
import SQL

/// `GradeTerm`: a term of the sum that a course's grade is. One for each weight group of the course, or one for all its work.
///
///     SELECT term.*, term.weight / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) OVER (…) … FROM (
///       SELECT course.family_id, course.id AS course_id, … FROM courses course WHERE course.family_id = $1
///       UNION ALL SELECT g.family_id, g.course_id, … FROM weight_groups g WHERE g.family_id = $1) …
enum GradeTerm: EntityType {
  static let entity = Entity<Viewer>(
    computed: "GradeTerm", named: "grade_terms", key: "id", .uuid, scope: .family, extent: .unbounded,
    order: [.ascending("name")],
    resolvers: [
      "weightGroup": .toOne(foreignKey: "weight_group_id", access: .family),
      "weight": .column("weight", .numeric, access: .family),
      "share": .column("share", .numeric, access: .family),
      "mean": .column("mean", .numeric, access: .family),
      "gradedCount": .column("graded_count", .int4, access: .family),
      "extraCreditCount": .column("extra_credit_count", .int4, access: .family),
    ]
  ) { arguments, viewer in
    let family = viewer(.familyID)
    let student = arguments.isGiven("studentId") ? arguments.value("studentId", as: .uuid) : nil
    let rule = GradeRule(family: family, course: "part.course_id", method: "part.grading_method", student: student)
    let ofPart = GradeRule.Work(condition: "graded.weight_group_id IS NOT DISTINCT FROM part.weight_group_id")
    return """
      SELECT term.family_id, term.course_id, term.id, term.weight_group_id, term.name, term.weight, \
      CASE WHEN term.value IS NOT NULL THEN round(term.weight / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) \
      OVER (PARTITION BY term.family_id, term.course_id), 4) END AS share, \(GradeRule.rounded("term.value")) AS mean, \
      term.graded_count, term.extra_credit_count FROM (\
      SELECT part.*, sums.* FROM (\
      SELECT course.family_id, course.id AS course_id, course.id, NULL::uuid AS weight_group_id, course.name, \
      1::numeric AS weight, course.grading_method FROM courses course WHERE course.family_id = \(family) \
      AND NOT EXISTS (SELECT 1 FROM weight_groups grouped \
      WHERE grouped.family_id = \(family) AND grouped.course_id = course.id) \
      UNION ALL \
      SELECT g.family_id, g.course_id, g.id, g.id, g.name, g.weight, course.grading_method FROM weight_groups g \
      JOIN courses course ON course.family_id = \(family) AND course.id = g.course_id WHERE g.family_id = \(family)) part \
      CROSS JOIN LATERAL (SELECT \(rule.value()) AS value, \
      (count(*) FILTER (WHERE NOT graded.is_extra_credit))::int4 AS graded_count, \
      (count(*) FILTER (WHERE graded.is_extra_credit))::int4 AS extra_credit_count \
      FROM assignments graded WHERE \(rule.counted(ofPart))) sums) term
      """
  }
}
