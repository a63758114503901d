import Planning
import SQL

extension EntityMutations {
  /// REQ-USER-002: the profile of a student who has no account yet, or has one.
  static let student = EntityMutations(
    typeName: "Student", name: "student", values: { input throws(MutationFailure) in try profile(input) },
    constants: [.init("role", .text(Role.student.rawValue))], limit: JoiningAccount.membersOfFamily
  ) { rows throws(MutationFailure) in
    // Whoever leaves as the last parent has to see the student, and the other way round.
    if let family = rows.viewer.membership?.familyID { try await rows.changeParents(of: family) }
  }
}
