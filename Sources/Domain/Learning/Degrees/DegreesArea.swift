package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Degrees, with courses that are taken or planned (GT-16).
  package static var degrees: Area {
    Area(
      types: [Degree.self, DegreeGroup.self, DegreeCourse.self, DegreeProgress.self],
      resolvers: [
        "Family.degrees": .toMany(access: .family),
        "Mutation.createCourseFromPlan": .createCourseFromPlan,
      ])
  }
}
