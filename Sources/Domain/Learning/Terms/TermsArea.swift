package import Planning

extension Area where Viewer == Domain.Viewer {
  /// School years and their terms (GT-02), and the time slots of courses (GT-15).
  package static var terms: Area {
    Area(
      types: [SchoolYear.self, Term.self, TimeSlot.self, TimeSlotOverlap.self],
      resolvers: [
        "Family.schoolYears": .toMany(access: .family),
        "Family.currentTerm": .lookup(access: .family) { _, viewer in Term.current(viewer) },
        "Course.timeSlots": .toMany(access: .family),
        "Student.timeSlotOverlaps": .toMany(
          access: .family, order: [.ascending("day_number"), .ascending("from_time"), .ascending("until_time")]),
      ])
  }
}
