package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Grades, means and grade point averages as series (GT-09), and where time is best spent (GT-17).
  package static var progress: Area {
    Area(
      types: [GradePeriod.self, MeanPeriod.self, GradePointAveragePeriod.self, CourseFocus.self],
      resolvers: [
        "Course.gradeProgress": .toMany(key: "course_id", access: .family, bounds: .periods()),
        "Student.meanProgress": .toMany(key: "student_id", access: .family, bounds: .periods()),
        "Student.gradePointAverageProgress": .toMany(key: "student_id", access: .family, bounds: .periods()),
        "Student.focus": .toMany(key: "student_id", access: .family),
      ])
  }
}
