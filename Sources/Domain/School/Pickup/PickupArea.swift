package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Enrolments, and how students are let out of school (BG-02, BG-04 to BG-06, BG-10).
  package static var pickup: Area {
    Area(
      types: [
        Enrolment.self, Collector.self, Dismissal.self, ClassDismissal.self, ClassStudent.self, ClassGuardian.self,
        ClassCollector.self, SchoolStudent.self, DismissalStep.self, ClassDismissalStep.self,
      ],
      hidden: [PickupGuardian.self],
      resolvers: [
        "Family.enrolments": .toMany(access: .family),
        "Family.dismissals": .toMany(access: .family, where: DismissalFields.isListed),
        "Student.enrolments": .toMany(access: .family),
        "Student.dismissals": .toMany(access: .family),
        "Enrolment.dismissals": .toMany(access: .family),
        "School.students": .toMany(key: "staff_school_id", access: .staff),
        "School.dismissals": .toMany(key: "staff_school_id", access: .staff, where: DismissalFields.isListedForStaff),
        "School.roll": .toMany(access: .staff),
        "SchoolClass.students": .toMany(key: "class_id", access: .staff),
        "SchoolClass.dismissals": .toMany(key: "class_id", access: .staff, where: DismissalFields.isListedForStaff),
        "Subscription.dismissalChanged": .changed("dismissal", access: .signedIn),
        "Subscription.classDismissalsChanged": .changed("classDismissal", access: .signedIn),

        "Mutation.enrollStudent": EnrolmentChange.enroll,
        "Mutation.endEnrolment": EnrolmentChange.end,
        "Mutation.requestPickup": PickupRequest.request,
        "Mutation.confirmPickups": PickupRequest.confirm,
        "Mutation.cancelPickups": PickupRequest.cancel,

        "Mutation.callStudents": StaffDismissal.call,
        "Mutation.markReady": StaffDismissal.markReady,
        "Mutation.markNotReady": StaffDismissal.markNotReady,
        "Mutation.handOver": HandOver.resolver,
        "Mutation.cancelDismissals": StaffDismissal.cancel,
        "Mutation.reopenDismissal": StaffDismissal.reopen,
        "Mutation.markAbsent": StaffDismissal.markAbsent,
        "Mutation.placeStudent": EnrolmentChange.place,
        "Mutation.removeStudentFromSchool": EnrolmentChange.remove,
        "Mutation.barGuardian": EnrolmentChange.bar,
        "Mutation.addToRoll": EnrolmentChange.addToRoll,
        "Mutation.removeFromRoll": EnrolmentChange.removeFromRoll,
      ])
  }
}
