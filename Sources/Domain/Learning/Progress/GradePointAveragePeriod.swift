import Planning
import SQL

/// `GradePointAveragePeriod`: each student's grade point average at the end of each period of a series.
enum GradePointAveragePeriod: EntityType {
  static let entity = Entity<Viewer>(
    computed: "GradePointAveragePeriod", named: "grade_point_average_periods", key: "first_day", .date, scope: .family,
    resolvers: [
      "firstDay": .column("first_day", .date, access: .family),
      "gradePointAverage": .column("average", .numeric, access: .family),
      "courseCount": .column("course_count", .int4, access: .family),
    ]
  ) { arguments, viewer in
    let family = viewer(.familyID)
    let rule = GradeRule(family: family, course: "course.id", method: "course.grading_method", student: "asked.id")
    let average = GradePointAverage(arguments, family: family)
    // A grade has its step looked up once, however many periods have it.
    return """
      SELECT asked.family_id, asked.id AS student_id, progress.* FROM members asked CROSS JOIN LATERAL (\
      WITH graded AS MATERIALIZED (\
      SELECT course.id, course.level, course.credit_hours, grades.first_day, grades.grade FROM courses course \
      CROSS JOIN LATERAL (\(GradePeriod.grades(by: rule, ProgressSeries(arguments, viewer)))) grades \
      WHERE course.family_id = \(family) AND course.id IN (SELECT work.course_id FROM assignments work \
      WHERE work.family_id = \(family) AND work.student_id = asked.id) AND \(average.isOfCourse)) \
      SELECT course.first_day, \(average.average(where: "step.points IS NOT NULL")) AS average, \
      (count(*) FILTER (WHERE step.points IS NOT NULL))::int4 AS course_count FROM graded course LEFT JOIN (\
      SELECT found.id, found.grade, given.points FROM (SELECT DISTINCT id, grade FROM graded) found \
      CROSS JOIN LATERAL grade_step(\(family), found.id, asked.id, found.grade) given) step \
      ON step.id = course.id AND step.grade = course.grade GROUP BY course.first_day) progress \
      WHERE asked.family_id = \(family)
      """
  }
}
