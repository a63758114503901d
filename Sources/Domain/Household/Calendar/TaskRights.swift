import Planning
import SQL

/// The tasks that a viewer may write: a parent all, a student its own. A task for everyone is the parents'.
enum TaskRights {
  private static let refusal = "Only a parent, or the student whose task it is, may do this."

  /// The member of a new task.
  /// - Throws: `.forbidden` for a student who names another member.
  static func member(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> [ColumnValue] {
    guard viewer.planClass == .student else { return [] }
    if input.isGiven("memberId"), !input.isNull("memberId") { try check(input, viewer) }
    return [FamilyTask.set(.memberID, viewer.value(of: .memberID))]
  }

  /// The conditions on a task that the viewer changes or deletes.
  /// - Throws: `.forbidden` for a student who gives its task to another member, or to everyone.
  static func requirements(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> [RowRequirement<Viewer>] {
    guard viewer.planClass == .student else { return [] }
    if input.isGiven("memberId") { try check(input, viewer) }
    let unmet = RowRequirement<Viewer>.Unmet.failure { _ in .forbidden(refusal, at: input.path(of: "id")) }
    return [
      RowRequirement(of: FamilyTask.self, unmet: unmet) { "\($0[.memberID]) IS NOT DISTINCT FROM \($0.viewer(.memberID))" }
    ]
  }

  private static func check(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) {
    let member: SQLValue = input.isNull("memberId") ? .null(.uuid) : .uuid(try input.requiredID("memberId"))
    if member != viewer.value(of: .memberID) {
      throw .forbidden(refusal, at: input.path(of: "memberId"))
    }
  }
}
