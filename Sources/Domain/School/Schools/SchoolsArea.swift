package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Schools, their classes and their staff (BG-03, BG-04).
  package static func schools(_ services: IdentityServices?) -> Area {
    Area(
      types: [
        School.self, SchoolClass.self, SchoolStaffMember.self, SchoolPlace.self, StaffInvitation.self, SchoolDisclosure.self,
        SchoolProfile.self, SchoolClassProfile.self,
      ],
      resolvers: [
        "Query.schools": .all(access: .signedIn),
        "Viewer.schoolPlaces": .all(access: .signedIn),

        "Mutation.createStaffInvitation": StaffChange(services: services).invite.needingRecentSignIn(for: .admission),
        "CreateStaffInvitationPayload.code": .given("code", access: .staff),
        "CreateStaffInvitationPayload.invitation": .changed("invitation", access: .staff),
        "Mutation.acceptStaffInvitation": StaffChange.accept,
        "AcceptStaffInvitationPayload.school": .changed("school", access: .schoolPeople),
        "AcceptStaffInvitationPayload.viewer": .own(.accountID, access: .signedIn),
        "Mutation.updateSchoolStaff": StaffChange.update.needingRecentSignIn(for: .admission),
        "UpdateSchoolStaffPayload.staffMember": .changed("staffMember", access: .staff),
        "Mutation.removeSchoolStaff": StaffChange.remove,
        "RemoveSchoolStaffPayload.id": .changedKey("id", access: .staff),
        "Mutation.registerAtSchool": SchoolRegistration.register,
        "RegisterAtSchoolPayload.school": .changed("school", access: .schoolPeople),
      ])
  }
}
