import GraphQL
import Planning
import SQL

/// How students come into a family with its code (REQ-FAM-003).
struct JoinRequestChange: Sendable {
  let services: IdentityServices?

  /// Asks a family to be let in, or comes in where the family lets students in by itself. Sent again it says what has
  /// become of it.
  var request: Resolver<Viewer> {
    .mutation(access: .signedIn, changesViewer: true, limit: .join) { input throws(MutationFailure) in
      let sessions = try services.needed().sessions
      let code = JoinCode(try input.text("code", characters: 1...64) ?? "", length: JoinCode.familyLength)
      return { rows throws(MutationFailure) in
        let hint = code?.text ?? ""
        let target = try await rows.call(.familyOfCode(hint)).first
        let known = try await rows.lockedPlace(joining: target?.familyID)
        try await rows.requireConfirmedAddress()
        let student = try await JoiningAccount.profile(rows)
        guard student.role != .parent, known?.role != .parent else {
          throw .refused(
            "A family's code is for students. A parent joins by a parent's invitation.", code: .forbidden,
            at: input.path(of: "code"))
        }
        // Once more, now that nothing of the family changes any more: it may have got another code.
        guard let found = try await rows.call(.familyOfCode(hint)).first else {
          // Do not reveal to a member of a family which codes exist.
          throw known == nil ? .notFound("No family has this code.", at: input.path(of: "code")) : JoiningAccount.hasFamily
        }
        if let known {
          guard known.familyID == found.familyID else { throw JoiningAccount.hasFamily }
          return try joined(try await rows.acting(in: known), sessions)
        }
        if found.joinPolicy == "AUTOMATIC" {
          return try joined(try await student.join(found.familyID, as: .student, rows), sessions)
        }
        return try await ask(found.familyID, student, rows)
      }
    }
  }

  private func joined(
    _ rows: ScopedRows<Viewer>, _ sessions: SessionIssuer
  ) throws(MutationFailure) -> MutationOutcome<Viewer> {
    .changed(
      [:], values: sessions.values(of: try rows.account()).merging(["status": .text("JOINED")]) { $1 },
      viewer: rows.viewer)
  }

  private func ask(
    _ family: UUIDValue, _ student: JoiningAccount, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> MutationOutcome<Viewer> {
    let profile = try student.profile()
    let account = student.account.accountID
    try await student.refuseProvider(rows)
    // In the family's scope, as what the account asks to be: its own requests are all that it sees then.
    let there = try await rows.acting(
      in: Membership(familyID: family, memberID: .timeOrdered(), role: .student))
    // A family that a student founded and no parent has joined has no member who could answer.
    guard try await !there.keys(of: Parent.self, where: .familyID, isAmong: [family]).isEmpty else {
      throw .notFound("This family has no parents.", at: [])
    }
    var pending = try await there.keys(of: JoinRequest.self, where: .accountID, isAmong: [account]).first
    if pending == nil {
      let id = UUIDValue.timeOrdered()
      try await there.insert(JoinRequest.self, key: id, [JoinRequest.set(.accountID, .uuid(account))] + profile)
      try await there.notifyParents(ofJoinRequest: id, by: student.name ?? "")
      pending = id
    }
    return .changed(
      pending.map { ["requestId": $0] } ?? [:], values: ["status": .text("PENDING")], viewer: rows.viewer)
  }

  /// Withdraws a request of the account that made it.
  static var withdraw: Resolver<Viewer> {
    .mutation(access: .signedIn) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      guard try await rows.call(.withdrawJoinRequest(request: id)).count == 1 else { throw input.notFound("id") }
      return ["id": id]
    }
  }

  /// A parent lets a student in.
  static var confirm: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let student = input.isGiven("studentId") && !input.isNull("studentId") ? try input.requiredID("studentId") : nil
      try await rows.refuseBarredParent(at: input.path(of: "id"))
      let requested = try await rows.row(JoinRequest.self, key: id, columns: [.accountID])
      guard requested.count == 1, let account = requested.uuid(row: 0, column: 0) else { throw input.notFound("id") }
      guard try await rows.call(.claimAccount(account)).count == 1 else {
        // Its requests have ended: this one has, too, a moment ago.
        throw input.notFound("id")
      }
      // The account is locked before the request, as its removal locks them: now that it is, the request may be gone.
      let found = try await rows.locked(JoinRequest.self, key: id, columns: [.name, .email])
      guard found.count == 1, let name = found.text(row: 0, column: 0), let family = rows.viewer.membership?.familyID
      else { throw input.notFound("id") }
      if let student {
        let profile = try await rows.locked(Student.self, key: student, columns: [.accountID])
        guard profile.count == 1 else { throw input.notFound("studentId") }
        guard profile.isNull(row: 0, column: 0) else {
          throw .conflict("This student has an account already: choose another, or none for a new one.", at: input.path(of: "studentId"), version: nil)
        }
      }
      let member = Membership(familyID: family, memberID: student ?? .timeOrdered(), role: .student)
      let email = found.text(row: 0, column: 1)
      // Before the place ends the requests of the account that are open.
      _ = try await rows.update(JoinRequest.self, key: id, [JoinRequest.set(.state, .text("CONFIRMED"))])
      try await rows.admit(
        account, as: member, isProfile: student != nil,
        [Student.set(.name, .text(name)), Student.set(.email, email.map { .text($0) } ?? .null(.text))])
      try await rows.give(.account, for: member.memberID, by: try await rows.ownName())
      return ["student": member.memberID]
    }
  }

  static var decline: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      guard try await rows.update(JoinRequest.self, key: id, [JoinRequest.set(.state, .text("DECLINED"))]) else {
        throw input.notFound("id")
      }
      return ["id": id]
    }
  }
}
