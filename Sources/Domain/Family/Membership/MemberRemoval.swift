import GraphQL
import Planning
import SQL

/// Removal of members from a family. Their work stays the family's.
struct MemberRemoval: Sendable {
  let services: IdentityServices?

  /// A parent removes someone else. The next request of that account finds no family.
  static var remove: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      guard let own = rows.viewer.membership else { throw input.notFound("id") }
      guard id != own.memberID else {
        throw .invalid("Leave the family yourself with leaveFamily.", at: input.path(of: "id"))
      }
      let found = try await rows.locked(FamilyMember.self, key: id, columns: [.role, .accountID])
      guard found.count == 1 else { throw input.notFound("id") }
      try await rows.refuseBarredParent(at: input.path(of: "id"))
      let isStudent = found.text(row: 0, column: 0) == Role.student.rawValue
      let hasAccount = found.uuid(row: 0, column: 1) != nil
      if input.flag("keepProfile") {
        guard isStudent else {
          throw .invalid("Only a student's profile can be kept.", at: input.path(of: "keepProfile"))
        }
        guard !input.flag("cascade") else {
          throw .invalid(
            "What a profile has stays with it: \"cascade\" is for one that goes.", at: input.path(of: "cascade"))
        }
        if hasAccount {
          try await noteEnd(of: id, rows)
          _ = try await rows.update(FamilyMember.self, key: id, [FamilyMember.set(.accountID, .null(.uuid))])
          try await rows.changeCode(of: own.familyID)
          try await rows.call(.tellEndedMemberships())
        }
        return ["id": id, "student": id]
      }
      if isStudent, input.flag("cascade") {
        try await rows.detach(assignmentsBy: .studentID, among: [id])
        try await rows.deleteDependents(of: Student.self, key: id)
      }
      if !isStudent { try await rows.revokeInvitations() }
      // A profile without an account never knew the code.
      if hasAccount {
        try await rows.changeCode(of: own.familyID)
        try await noteEnd(of: id, rows)
      }
      try await rows.deleteMember(
        id, refused: "The student has work in this family. Keep the profile, or ask for it with \"cascade\".",
        at: input.path(of: "cascade"))
      if hasAccount { try await rows.call(.tellEndedMemberships()) }
      return ["id": id]
    }
  }

  /// Notes for the account of a member why it is about to be out.
  private static func noteEnd(of member: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    _ = try await rows.call(.noteEndedMemberships(member: member, why: EndedMembership.Reason.removed.rawValue))
  }

  /// The viewer leaves. A student's profile and work stay; the last parent stays as long as there are students. The
  /// family of its only member is deleted too, since no other member could delete it: a parent, or the student who
  /// founded it.
  var leave: Resolver<Viewer> {
    .mutation(access: .signedIn, changesViewer: true) { _ throws(MutationFailure) in
      let sessions = try services.needed().sessions
      return { rows throws(MutationFailure) in
        guard let own = rows.viewer.membership else { throw .notFound("You have no family.", at: []) }
        try await rows.leave(own, lastParent: "The last parent cannot leave a family with students: invite another parent with createInvitation, or delete the family with deleteFamily.")
        let left = try await rows.acting(in: nil)
        return .changed([:], values: sessions.values(of: try left.account()), viewer: left.viewer)
      }
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Takes the account out of its family. A student's profile and work stay. A family without members is deleted.
  /// - Parameters:
  ///   - message: the message to the last parent of a family with students.
  ///   - address: the address to remove from a student's profile.
  /// - Throws: `.conflict` for that parent.
  func leave(
    _ own: Membership, lastParent message: String, forgetting address: String? = nil
  ) async throws(MutationFailure) {
    let parents = try await keys(of: Parent.self, where: .familyID, isAmong: [own.familyID])
    guard own.role == .parent else {
      let students = try await keys(of: Student.self, where: .familyID, isAmong: [own.familyID])
      if parents.isEmpty, students == [own.memberID] { return try await deleteFamily() }
      let email: SQL = "nullif(email, \(bind: address.map { .text($0) } ?? .null(.text)))"
      _ = try await update(
        Student.self, key: own.memberID, [Student.set(.accountID, .null(.uuid)), Student.set(.email, sql: email)])
      return
    }
    try await revokeInvitations()
    try await changeCode(of: own.familyID)
    if parents == [own.memberID] {
      let students = try await keys(of: Student.self, where: .familyID, isAmong: [own.familyID])
      guard students.isEmpty else { throw .conflict(message, at: [], version: nil) }
      return try await deleteFamily()
    }
    try await deleteMember(own.memberID, refused: "Something in the family still refers to you: let another parent delete or change it first.", at: [])
  }

  /// Gives the family another code: who goes knows the one that it had.
  func changeCode(of family: UUIDValue) async throws(MutationFailure) {
    _ = try await update(Family.self, key: family, [Family.set(.code, sql: "random_family_code()")])
  }

  /// Takes back all invitations that are open: a parent who goes may have kept the code of one.
  fileprivate func revokeInvitations() async throws(MutationFailure) {
    _ = try await update(Invitation.self, [Invitation.setNow(.revokedAt)]) {
      "\($0[.usedAt]) IS NULL AND \($0[.revokedAt]) IS NULL AND \($0[.expiresAt]) > now()"
    }
  }

  /// Takes a student off the subjects and courses that it keeps.
  private func takeOffKeeper(_ id: UUIDValue) async throws(MutationFailure) {
    _ = try await update(Subject.self, [Subject.set(.keeperID, .null(.uuid))]) { "\($0[.keeperID]) = \(bind: .uuid(id))" }
    _ = try await update(Course.self, [Course.set(.keeperID, .null(.uuid))]) { "\($0[.keeperID]) = \(bind: .uuid(id))" }
  }

  /// - Parameters:
  ///   - message: what is said when rows still refer to the member.
  ///   - path: where in the input that can be changed.
  fileprivate func deleteMember(
    _ id: UUIDValue, refused message: String, at path: [String]
  ) async throws(MutationFailure) {
    do throws(MutationFailure) {
      try await takeOffKeeper(id)
      try await Expense.forget(payer: id, self)
      _ = try await delete(FamilyMember.self, key: id)
    } catch {
      throw error.isForeignKeyViolation ? .conflict(message, at: path, version: nil) : error
    }
  }
}
