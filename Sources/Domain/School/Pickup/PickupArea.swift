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
        "EnrollStudentPayload.enrolment": .changed("enrolment", access: .family),
        "Mutation.endEnrolment": EnrolmentChange.end,
        "EndEnrolmentPayload.enrolment": .changed("enrolment", access: .family),
        "Mutation.requestPickup": PickupRequest.request,
        "RequestPickupPayload.dismissals": .changedList("dismissals", atMost: 20, access: .family),
        "Mutation.confirmPickups": PickupRequest.confirm,
        "ConfirmPickupsPayload.dismissals": .changedList("dismissals", atMost: 20, access: .family),
        "Mutation.cancelPickups": PickupRequest.cancel,
        "CancelPickupsPayload.dismissals": .changedList("dismissals", atMost: 20, access: .family),

        "Mutation.callStudents": StaffDismissal.call,
        "CallStudentsPayload.dismissals": .changedList("dismissals", atMost: 100, access: .staff),
        "Mutation.markReady": StaffDismissal.markReady,
        "MarkReadyPayload.dismissals": .changedList("dismissals", atMost: 100, access: .staff),
        "Mutation.markNotReady": StaffDismissal.markNotReady,
        "MarkNotReadyPayload.dismissals": .changedList("dismissals", atMost: 100, access: .staff),
        "Mutation.handOver": HandOver.resolver,
        "HandOverPayload.dismissal": .changed("dismissal", access: .staff),
        "Mutation.cancelDismissals": StaffDismissal.cancel,
        "CancelDismissalsPayload.dismissals": .changedList("dismissals", atMost: 100, access: .staff),
        "Mutation.reopenDismissal": StaffDismissal.reopen,
        "ReopenDismissalPayload.dismissal": .changed("dismissal", access: .staff),
        "Mutation.markAbsent": StaffDismissal.markAbsent,
        "MarkAbsentPayload.students": .changedList("students", atMost: 100, access: .staff),
        "Mutation.placeStudent": EnrolmentChange.place,
        "PlaceStudentPayload.student": .changed("student", access: .staff),
        "Mutation.removeStudentFromSchool": EnrolmentChange.remove,
        "RemoveStudentFromSchoolPayload.id": .changedKey("id", access: .staff),
        "Mutation.barGuardian": EnrolmentChange.bar,
        "BarGuardianPayload.guardian": .changed("guardian", access: .staff),
        "Mutation.addToRoll": EnrolmentChange.addToRoll,
        "AddToRollPayload.students": .changedList("students", atMost: 200, access: .staff),
        "Mutation.removeFromRoll": EnrolmentChange.removeFromRoll,
        "RemoveFromRollPayload.count": .given("count", access: .staff),
      ])
  }
}
