package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Regular pickup times, messages between parents and the staff of a class, and who comes (BG-10, BG-11).
  package static var schoolMessages: Area {
    Area(
      types: [PickupTime.self, ClassPickupTime.self, SchoolMessage.self, ClassMessage.self],
      resolvers: [
        "Enrolment.pickupTimes": .toMany(access: .family),
        "Enrolment.messages": .toMany(access: .family),
        "ClassStudent.pickupTimes": .toMany(key: "enrolment_id", access: .staff),
        "ClassStudent.messages": .toMany(key: "enrolment_id", access: .staff),
        "SchoolClass.messages": .toMany(key: "class_id", access: .staff),

        "Mutation.sendSchoolMessage": SchoolMessageChange.sendAsParent,
        "SendSchoolMessagePayload.message": .changed("message", access: .parents),
        "Mutation.sendClassMessage": SchoolMessageChange.sendAsStaff,
        "Enrolment.unreadMessageCount": UnreadMessages.ofEnrolment,
        "ClassStudent.unreadMessageCount": UnreadMessages.forStaff(by: "enrolment_id"),
        "SchoolClass.unreadMessageCount": UnreadMessages.forStaff(by: "class_id"),
        "School.unreadMessageCount": UnreadMessages.forStaff(by: "staff_school_id"),
        "Mutation.markSchoolMessagesRead": UnreadMessages.readAsParent,
        "Mutation.markClassMessagesRead": UnreadMessages.readAsStaff,
        "Mutation.sayWhoComes": SchoolMessageChange.sayWhoComes,
      ])
  }
}
