import GraphQL
import Planning
import SQL
import SessionTokens

/// How parents, and a student who founded a family, let someone in by name: with a code that works once (REQ-FAM-003).
struct InvitationChange: Sendable {
  let services: IdentityServices?

  /// The code follows from the server's secrets and the invitation's id, so that the same input sent again has the
  /// same answer, and nothing but a hash is kept.
  var create: Resolver<Viewer> {
    .mutation(access: .parentsOrSoleStudent) { input throws(MutationFailure) in
      let secrets = try services.needed().secrets
      let id = try input.newID()
      let days = try input.integer("expiresInDays") ?? 7
      guard (1...30).contains(days) else {
        throw .invalid("\"expiresInDays\" must be from 1 to 30, got \(days).", at: input.path(of: "expiresInDays"))
      }
      let role = input.enumValue("role")
      let student = try input.reference("studentId", "student_id")
      guard student.isEmpty || input.isNull("studentId") || role == Role.student.rawValue else {
        throw .invalid("Only a student's invitation is for a student's profile.", at: input.path(of: "studentId"))
      }
      return { rows throws(MutationFailure) in
        let family = rows.viewer.membership?.familyID
        try await Self.checkInviter(role, input, rows)
        let codes = secrets.derivedCodes(for: "invitation", (family?.bytes ?? []) + id.bytes).map { JoinCode($0) }
        switch try await rows.useID(id, of: Invitation.self, for: input) {
        case .otherInput:
          throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
        case .sameInput:
          // Made with the secrets of then, which may not be those of now.
          for code in codes where try await rows.call(.invitationOfCode(code.hash)).count == 1 {
            return .changed(["invitation": id], values: ["code": .text(code.grouped)])
          }
          return .changed(["invitation": id])
        case .new:
          try await check(input, rows)
          let code = codes[0]
          let consent = role == Role.student.rawValue ? try await rows.ownName() : .null(.text)
          try await rows.insert(
            Invitation.self, key: id,
            student + [
              Invitation.set(.role, role.map { .text($0) } ?? .null(.text)), Invitation.set(.codeHash, code.hash), Invitation.set(.consentedBy, consent),
              Invitation.set(.expiresAt, sql: "now() + make_interval(days => \(bind: .int4(days)))"),
            ])
          if input.isGiven("studentId"), !input.isNull("studentId") {
            try await rows.give(.account, for: try input.requiredID("studentId"), by: consent)
          }
          return .changed(["invitation": id], values: ["code": .text(code.grouped)])
        }
      }
    }
  }

  /// Refuses a student, unless its family has no parent and it invites one.
  private static func checkInviter(
    _ role: String?, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    try await rows.refuseStudentBesideParent("Only a parent may invite, once there is one.")
    try await rows.refuseBarredParent(at: input.path(of: "role"))
    guard rows.viewer.planClass == .parent || role == Role.parent.rawValue else {
      throw .forbidden("A student may invite a parent only: a parent invites students.", at: input.path(of: "role"))
    }
  }

  /// A profile that the invitation is for is the family's, and has no account.
  private func check(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    guard input.isGiven("studentId"), !input.isNull("studentId") else { return }
    let id = try input.requiredID("studentId")
    let found = try await rows.locked(Student.self, key: id, columns: [.accountID])
    guard found.count == 1 else { throw input.notFound("studentId") }
    guard found.uuid(row: 0, column: 0) == nil else {
      throw .conflict("This student has an account already: choose another, or none for a new one.", at: input.path(of: "studentId"), version: nil)
    }
  }

  static var revoke: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let revoked = try await rows.update(
        Invitation.self, [Invitation.set(.revokedAt, sql: "coalesce(revoked_at, now())")]
      ) {
        "\($0[.id]) = \(bind: .uuid(id)) AND \($0[.usedAt]) IS NULL"
      }
      if revoked.isEmpty {
        guard try await rows.locked(Invitation.self, key: id, columns: [.id]).count == 1 else {
          throw input.notFound("id")
        }
        throw .conflict("This invitation was used: remove the member instead.", at: input.path(of: "id"), version: nil)
      }
      return ["invitation": id]
    }
  }

  /// Comes into a family in the role that a parent chose. The same code sent again by who came with it is answered as
  /// the first time.
  var accept: Resolver<Viewer> {
    .mutation(access: .signedIn, changesViewer: true, limit: .join) { input throws(MutationFailure) in
      let sessions = try services.needed().sessions
      let path = input.path(of: "code")
      let code = JoinCode(try input.text("code", characters: 1...64) ?? "", length: JoinCode.invitationLength)
      return { rows throws(MutationFailure) in
        let hash = code?.hash ?? .null(.bytea)
        let target = try await rows.call(.invitationOfCode(hash)).first
        let known = try await rows.lockedPlace(joining: target?.familyID)
        try await rows.requireConfirmedAddress()
        let newcomer = try await JoiningAccount.profile(rows)
        // Once more, now that nothing of the family changes any more.
        guard let found = try await rows.call(.invitationOfCode(hash)).first, let role = Role(rawValue: found.role) else {
          // Do not reveal to a member of a family which codes exist.
          throw known == nil ? .notFound("There is no invitation with this code.", at: path) : JoiningAccount.hasFamily
        }
        if let known {
          guard known.familyID == found.familyID, found.state == "USED" else { throw JoiningAccount.hasFamily }
          return try answer(try await rows.acting(in: known), sessions)
        }
        switch found.state {
        case "OPEN": break
        case "USED": throw .conflict("This invitation was used already: ask for another.", at: path, version: nil)
        case "REVOKED":
          throw .conflict(
            "This invitation was taken back, or its student has an account by now: ask for another.", at: path, version: nil)
        default: throw .conflict("This invitation has expired: ask for another.", at: path, version: nil)
        }
        guard newcomer.role == nil || newcomer.role == role else {
          throw .refused(
            "This invitation is for a \(role.rawValue.lowercased()). If you are one, say so with updateViewer(input: {role: …}).",
            code: .forbidden, at: path)
        }
        guard try await rows.call(.useInvitation(hash)).count == 1 else {
          throw .conflict("This invitation was used already: ask for another.", at: path, version: nil)
        }
        let joined = try await newcomer.join(found.familyID, as: role, student: found.studentID, rows)
        // A profile that was there has the consent since it was invited.
        if role == .student, found.studentID == nil, let parent = found.consentedBy, let place = joined.viewer.membership {
          try await joined.give(.account, for: place.memberID, by: .text(parent))
        }
        return try answer(joined, sessions)
      }
    }
  }

  private func answer(
    _ rows: ScopedRows<Viewer>, _ sessions: SessionIssuer
  ) throws(MutationFailure) -> MutationOutcome<Viewer> {
    let account = try rows.account()
    return .changed(
      account.membership.map { ["family": $0.familyID] } ?? [:], values: sessions.values(of: account),
      viewer: rows.viewer)
  }
}
