import Planning
import SQL

/// `ReadyMadeGradeStep` (GT-10): the steps of `ready_made_grade_steps()`, which every family reads and none stores.
enum ReadyMadeGradeStep: EntityType {
  static let entity = Entity<Viewer>(
    computed: "ReadyMadeGradeStep", named: "ready_made_steps", key: "step_id", .uuid, scope: .family,
    order: [.ascending("scale_number"), .descending("least_percentage")],
    stored: [.family: ["letter", "leastPercentage", "gradePoints"]],
    resolvers: ["gradeScale": .column("grade_scale", .text, access: .family)]
  ) { _, viewer in
    """
    SELECT owner.family_id, md5(concat_ws(' ', step.grade_scale, step.letter))::uuid AS step_id, step.grade_scale, \
    array_position(ARRAY['PLAIN', 'PLUS_MINUS', 'PLUS_MINUS_ABOVE_FOUR', 'PASS_FAIL'], step.grade_scale) AS scale_number, \
    step.letter, step.least_percentage, step.grade_points \
    FROM families owner CROSS JOIN ready_made_grade_steps() step WHERE owner.family_id = \(viewer(.familyID))
    """
  }
}
