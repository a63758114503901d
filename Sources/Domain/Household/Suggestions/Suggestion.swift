import Planning
import SQL

/// `Suggestion` (ME-15): what rules make of the family's rows, in one statement. No table has these rows.
///
///     SELECT found.*, suggestion_reason(…) AS reason FROM (SELECT …, (now() AT TIME ZONE …)::date AS today FROM families home …) day
///     CROSS JOIN LATERAL (SELECT … UNION ALL SELECT …) found
enum Suggestion: EntityType {
  static let entity = Entity<Viewer>(
    computed: "Suggestion", named: "suggestions", key: "key", .uuid, scope: .family, extent: .unbounded,
    order: [.ascending("rank"), .ascending("subject")],
    stored: [.family: ["rule", "reason", "recipe", "service", "student"]]
  ) { _, viewer in
    let family = viewer(.familyID)
    let rules = [
      RecipeAgain.rows(of: family), ServiceAgain.rows(of: family, viewer), ServiceWanted.rows(of: family, viewer),
      StudyWanted.rows(of: family, viewer),
    ].joined(separator: " UNION ALL ")
    return """
      SELECT day.family_id, found.rule, found.rank, found.subject, found.recipe_id, found.service_id, found.student_id, \
      md5(format('%s/%s/%s/%s', found.rule, found.recipe_id, found.service_id, found.student_id))::uuid AS key, \
      suggestion_reason(found.rule, found.subject, found.person, found.number, day.language) AS reason \
      FROM (SELECT home.family_id, home.time_zone AS zone, \(FamilyCalendar.today(in: "home.time_zone")) AS today, \
      coalesce((SELECT reader.language FROM members reader WHERE reader.family_id = \(family) AND reader.id = \(viewer(.memberID))), 'en') AS language \
      FROM families home WHERE home.family_id = \(family) OFFSET 0) day CROSS JOIN LATERAL (\(rules)) found
      """
  }
}

/// `RECIPE_AGAIN`: planned twice in 90 days, and not within 14.
private enum RecipeAgain {
  /// - Returns: rows of `day`, in whose scope they stand.
  static func rows(of family: SQL) -> SQL {
    """
    SELECT 'RECIPE_AGAIN' AS rule, 1 AS rank, recipe.name AS subject, NULL::text AS person, planned.times AS number, \
    recipe.id AS recipe_id, NULL::uuid AS service_id, NULL::uuid AS student_id \
    FROM (SELECT meal.recipe_id, (count(*) FILTER (WHERE meal.date <= day.today))::int4 AS times, \
    count(*) FILTER (WHERE meal.date >= day.today - 14) AS near FROM meals meal \
    WHERE meal.family_id = \(family) AND meal.recipe_id IS NOT NULL AND meal.date >= day.today - 90 AND meal.date <= day.today + 14 \
    GROUP BY meal.recipe_id) planned \
    JOIN recipes recipe ON recipe.family_id = \(family) AND recipe.id = planned.recipe_id WHERE planned.times >= 2 AND planned.near = 0
    """
  }
}

/// `STUDY_TIME`: the first course of `Student.focus`, without study for it on 7 days. Students see their own.
private enum StudyWanted {
  /// - Returns: rows of `day`, in whose scope they stand.
  static func rows(of family: SQL, _ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    """
    SELECT 'STUDY_TIME' AS rule, 4 AS rank, course.name AS subject, student.name AS person, 7 AS number, NULL::uuid AS recipe_id, \
    NULL::uuid AS service_id, student.id AS student_id \
    FROM (SELECT DISTINCT ON (focus.student_id) focus.student_id, focus.course_id FROM (\(CourseFocus.rows(of: family))) focus \
    ORDER BY focus.student_id, focus.gain DESC, focus.course_id) first \
    JOIN courses course ON course.family_id = \(family) AND course.id = first.course_id \
    JOIN members student ON student.family_id = \(family) AND student.id = first.student_id \
    WHERE (\(viewer(.role)) = 'PARENT' OR student.id = \(viewer(.memberID))) AND NOT EXISTS (SELECT 1 FROM study_times studied \
    WHERE studied.family_id = \(family) AND studied.student_id = first.student_id AND studied.course_id = first.course_id \
    AND studied.date > day.today - 7)
    """
  }
}
