import Planning
import SQL

extension EntityMutations {
  /// REQ-USER-002: the profile of a student who has no account yet, or has one.
  static let student = EntityMutations(
    typeName: "Student", name: "student", values: { input throws(MutationFailure) in try profile(input) },
    constants: [.init("role", .text(Role.student.rawValue))])
}
