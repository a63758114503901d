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
        "Mutation.acceptStaffInvitation": StaffChange.accept,
        "Mutation.updateSchoolStaff": StaffChange.update.needingRecentSignIn(for: .admission),
        "Mutation.removeSchoolStaff": StaffChange.remove,
        "Mutation.registerAtSchool": SchoolRegistration.register,
      ])
  }
}
