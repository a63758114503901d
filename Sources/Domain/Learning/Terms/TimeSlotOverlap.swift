import Planning
import SQL

/// `TimeSlotOverlap` (GT-15): a day of the week on which two time slots of a student's courses have a time in common, if the
/// terms of the courses have a day in common. A course without a term goes on all the time. Courses that are completed or archived
/// do not take place any more.
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
      // The assignments of courses that have time slots are read once, from an index.
      let taken: SQL = """
        SELECT DISTINCT work.family_id, work.student_id, work.course_id FROM assignments work WHERE work.family_id = \(family) \
        AND work.course_id = ANY (ARRAY(SELECT slot.course_id FROM time_slots slot WHERE slot.family_id = \(family)))
        """
      let slots: SQL = """
        SELECT slot.family_id, slot.id, slot.course_id, slot.days, slot.start_time, slot.end_time, \
        term.first_day, term.last_day \
        FROM time_slots slot \
        JOIN courses course ON course.family_id = \(family) AND course.id = slot.course_id AND \(Course.isActive("course")) \
        LEFT JOIN terms term ON term.family_id = \(family) AND term.id = course.term_id \
        WHERE slot.family_id = \(family)
        """
      return """
        WITH taken AS MATERIALIZED (\(taken)), slots AS MATERIALIZED (\(slots)) \
        SELECT one.family_id, one_taken.student_id, one.id AS first_id, other.id AS second_id, \
        week.day, week.number AS day_number, other.start_time AS from_time, \
        least(one.end_time, other.end_time) AS until_time, \
        md5(concat_ws(' ', one_taken.student_id, one.id, other.id, week.day))::uuid AS overlap_id \
        FROM slots one \
        JOIN slots other ON other.family_id = \(family) AND (one.start_time, one.id) < (other.start_time, other.id) \
        AND other.start_time < one.end_time \
        AND (one.first_day IS NULL OR other.first_day IS NULL \
        OR one.first_day <= other.last_day AND other.first_day <= one.last_day) \
        JOIN unnest(ARRAY[\(days)]) WITH ORDINALITY AS week (day, number) \
        ON week.day = ANY (one.days) AND week.day = ANY (other.days) \
        JOIN taken one_taken ON one_taken.family_id = \(family) AND one_taken.course_id = one.course_id \
        JOIN taken other_taken ON other_taken.family_id = \(family) AND other_taken.course_id = other.course_id \
        AND other_taken.student_id = one_taken.student_id WHERE one.family_id = \(family)
        """
    }
  }()

  private static let days: SQL = "'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'"
}
