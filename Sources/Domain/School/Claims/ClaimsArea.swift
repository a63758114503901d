package import Planning

extension Area where Viewer == Domain.Viewer {
  /// The confirmation of students and guardians by their school, and what the school keeps of them (BG-02).
  package static func claims(_ services: IdentityServices?) -> Area {
    Area(
      types: [PickupRecord.self],
      resolvers: [
        "School.pickupRecords": .toMany(key: "school_id", access: .staff),
        "SchoolClass.pickupRecords": .toMany(key: "class_id", access: .staff),

        "Mutation.createEnrolmentCode": EnrolmentCodeChange(services: services).create.needingRecentSignIn(for: .admission),
        "Mutation.confirmGuardian": ClaimChange.confirmGuardian,
        "Mutation.acceptStudentName": ClaimChange.acceptName,
      ])
  }
}
