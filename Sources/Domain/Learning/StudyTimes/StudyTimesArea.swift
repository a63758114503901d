package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Study times, and what they come to.
  package static var studyTimes: Area {
    Area(
      types: [StudyTime.self, StudyTimePeriod.self, StudyTimeOfCourse.self],
      resolvers: [
        "Student.studyTimes": .toMany(access: .family),
        "Student.studyTimesConnection": .connection(access: .family),
        "Student.studyTimeSeries": .toMany(key: "student_id", access: .family, bounds: .periods()),
        "Student.studyTimeByCourse": .toMany(key: "student_id", access: .family),
        "Course.studyTimes": .toMany(access: .family),
        "Course.studyTimesConnection": .connection(access: .family),
      ])
  }
}
