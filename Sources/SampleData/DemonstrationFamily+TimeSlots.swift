import SQL

extension DemonstrationFamily {
  /// The timetable. On Wednesdays Ada has to choose between Algebra I and Biology.
  var timeSlotsTable: SampleTable {
    let slots: [(course: DemonstrationCourse, days: String, start: String, end: String, place: String?)] = [
      (.algebra, "{MONDAY,WEDNESDAY}", "09:00:00", "10:00:00", nil),
      (.biology, "{TUESDAY,WEDNESDAY}", "09:30:00", "11:00:00", "Kitchen"),
      (.preAlgebra, "{MONDAY,WEDNESDAY}", "10:00:00", "10:45:00", nil),
      (.nature, "{FRIDAY}", "13:00:00", "15:00:00", "The creek"),
    ]
    return table(
      "time_slots",
      ["family_id", "id", "course_id", "days", "start_time", "end_time", "place", "created_at", "updated_at"],
      Array(slots.enumerated())
    ) { [created] numbered, text in
      let (index, slot) = numbered
      text.appendRow(
        Self.id, Self.key(.timeSlot, index + 1), slot.course.id, slot.days, slot.start, slot.end, slot.place, created,
        created)
    }
  }
}
