import Planning
import SQL

/// `TimeSlotOverlap` (GT-15): a day of the week on which two time slots of a student's courses have a time in common, if the
/// terms of the courses have a day in common. A course without a term goes on all the time.
enum TimeSlotOverlap: EntityType {
  static let entity: Entity<Viewer> = {
    Entity(
      computed: "TimeSlotOverlap", named: "time_slot_overlaps", key: "overlap_id", .uuid, scope: .family,
      stored: [.family: ["first", "second", "day"]],
      resolvers: [
        "from": .column("from_time", .time, access: .family),
        "until": .column("until_time", .time, access: .family),
      ]
    ) { _, viewer in
      let family = viewer(.familyID)
      func has(_ course: SQL) -> SQL {
        """
        EXISTS (SELECT 1 FROM assignments work WHERE work.family_id = \(family) AND work.student_id = student.id \
        AND work.course_id = \(course))
        """
      }
      return """
        SELECT student.family_id, student.id AS student_id, one.id AS first_id, other.id AS second_id, \
        week.day, week.number AS day_number, other.start_time AS from_time, \
        least(one.end_time, other.end_time) AS until_time, \
        md5(concat_ws(' ', student.id, one.id, other.id, week.day))::uuid AS overlap_id \
        FROM members student \
        JOIN time_slots one ON one.family_id = \(family) \
        JOIN time_slots other ON other.family_id = \(family) \
        AND (one.start_time, one.id) < (other.start_time, other.id) AND other.start_time < one.end_time \
        JOIN unnest(ARRAY[\(days)]) WITH ORDINALITY AS week (day, number) \
        ON week.day = ANY (one.days) AND week.day = ANY (other.days) \
        JOIN courses one_course ON one_course.family_id = \(family) AND one_course.id = one.course_id \
        JOIN courses other_course ON other_course.family_id = \(family) AND other_course.id = other.course_id \
        LEFT JOIN terms one_term ON one_term.family_id = \(family) AND one_term.id = one_course.term_id \
        LEFT JOIN terms other_term ON other_term.family_id = \(family) AND other_term.id = other_course.term_id \
        WHERE student.family_id = \(family) AND student.role = 'STUDENT' \
        AND (one_term.id IS NULL OR other_term.id IS NULL \
        OR one_term.first_day <= other_term.last_day AND other_term.first_day <= one_term.last_day) \
        AND \(has("one.course_id")) AND \(has("other.course_id"))
        """
    }
  }()

  private static let days: SQL = "'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'"
}
