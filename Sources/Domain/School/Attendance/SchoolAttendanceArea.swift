package import Planning

extension Area where Viewer == Domain.Viewer {
  /// The attendance that schools record, and the absences that parents report (TT-08).
  package static var schoolAttendance: Area {
    Area(
      types: [SchoolAttendance.self, ClassAttendance.self, AbsenceReport.self, ClassAbsenceReport.self],
      hidden: [AbsenceFile.self, ClassAbsenceFile.self],
      resolvers: [
        "Enrolment.schoolAttendance": .toMany(access: .family),
        "Enrolment.absenceReports": .toMany(access: .family),
        "ClassStudent.schoolAttendance": .toMany(key: "enrolment_id", access: .staff),
        "ClassStudent.absenceReports": .toMany(key: "enrolment_id", access: .staff),
        "SchoolClass.schoolAttendance": .toMany(key: "class_id", access: .staff, where: ClassAttendance.isListed),
        "SchoolClass.absenceReports": .toMany(key: "class_id", access: .staff, where: ClassAbsenceReport.isListed),
        "School.schoolAttendance": .toMany(key: "staff_school_id", access: .staff, where: ClassAttendance.isListed),
        "School.absenceReports": .toMany(key: "staff_school_id", access: .staff, where: ClassAbsenceReport.isListed),

        "Mutation.recordSchoolAttendance": AttendanceRecording.resolver,
        "Mutation.decideAbsenceReport": AbsenceDecision.resolver,
      ],
      requirements: [.termsAccepted])
  }
}
