extension SampleFamily {
  /// The time slots of the first two courses, which meet at the same time on Mondays.
  static let timeSlots = TableOutline(
    name: "time_slots",
    columns: ["family_id", "id", "course_id", "days", "start_time", "end_time", "place", "created_at", "updated_at"],
    rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.timeSlot, number)
      text.appendRow(
        family.id, row.id, family.identity(.course, number).id, number == 0 ? "{MONDAY,WEDNESDAY}" : "{MONDAY}",
        number == 0 ? "09:00:00" : "09:30:00", "10:00:00", number == 0 ? nil : "Library", row.created, row.created)
    })
}
