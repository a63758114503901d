package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Cards, card readers and what staff are told (BG-05, BG-08, BG-09).
  package static func pickupCards(_ services: IdentityServices?) -> Area {
    Area(
      types: [PickupCard.self, CardReader.self, CardCheckIn.self, SchoolNotice.self],
      hidden: [NewSchoolNotice.self, SchoolFamily.self],
      resolvers: [
        "Family.pickupCards": .toMany(access: .parents),
        "Student.hasPickupCard": .expression(.bool, access: .family) { student, _ in
          """
          EXISTS (SELECT 1 FROM enrolments held JOIN pickup_cards cards ON cards.family_id = held.family_id \
          AND cards.school_id = held.staff_school_id AND cards.blocked_at IS NULL \
          WHERE held.family_id = \(student["family_id"]) AND held.student_id = \(student["id"]) AND held.state = 'CONFIRMED')
          """
        },
        "School.readers": .toMany(access: .administrators),
        "School.notices": .toMany(key: "staff_school_id", access: .staff),

        "Mutation.linkCard": PickupCardChange(services: services).link,
        "LinkCardPayload.card": .changed("card", access: .parents),
        "Mutation.blockCard": PickupCardChange.block,
        "BlockCardPayload.card": .changed("card", access: .parents),
        "Mutation.leaveSchool": PickupCardChange.leave,
        "Mutation.leaveSchoolStaff": StaffChange.leave,
        "Mutation.createCardReader": CardReaderChange(services: services).create.needingRecentSignIn(for: .admission),
        "Mutation.checkInByCard": CardCheckInChange(services: services).checkIn,
      ])
  }
}
