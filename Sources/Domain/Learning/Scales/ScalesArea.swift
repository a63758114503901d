package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Grade scales, grades set by hand, and grade point averages (GT-10, GT-11).
  package static var scales: Area {
    Area(
      types: [
        GradeScale.self, GradeScaleStep.self, GradeScaleChoice.self, GradeOverride.self, ReadyMadeGradeStep.self,
      ],
      resolvers: [
        "Family.gradeScales": .toMany(access: .family),
        "Family.gradeScaleChoices": .toMany(access: .family),
        "Family.readyMadeGradeSteps": .toMany(access: .family),
        "Course.letter": .expression(.text, access: .family, GradeLetter.letter),
        "Course.gradeOverride": .expression(.numeric, access: .family) { course, arguments in
          GradeOverride.grade(
            family: course.viewer(.familyID), course: course["id"], student: arguments.value("studentId", as: .uuid))
        },
        "Course.gradeOverrides": .toMany(access: .family),
        "Student.gradePointAverage": .expression(.numeric, access: .family, GradePointAverage.average),
        "AuditEntry.gradeOverride": .toOne(foreignKey: "record_id", access: .family),
        "Mutation.createGradeScale": .createGradeScale,
        "Mutation.updateGradeScale": .updateGradeScale,
        "Mutation.chooseGradeScale": .chooseGradeScale,
        "Mutation.clearGradeScaleChoice": .clearGradeScaleChoice,
        "Mutation.setGradeOverride": .setGradeOverride,
        "Mutation.clearGradeOverride": .clearGradeOverride,
      ])
  }
}
