import GraphQL
import Planning
import SQL

/// A family, by who becomes its first member, and its code.
struct FamilyChange: Sendable {
  let services: IdentityServices?

  /// REQ-FAM-002. The same input sent again by the member that it made is answered as the first time. A student who
  /// founds a family keeps its own courses and grades, since the family has no other member (GT-18).
  ///
  /// The client's id names the input, and not the family: ids of families are unique among all families, so that a family
  /// that took the id of its client would tell every account which ids other families have. The id is kept among those that
  /// the new family has used, and so compared with nothing of others.
  @Sendable func create(_ declared: DeclaredWrite<Viewer>) -> Resolver<Viewer> {
    .mutation(access: declared.access, changesViewer: true) { input throws(MutationFailure) in
      let sessions = try services.needed().sessions
      let chosenID = try input.id("id")
      let role = input.enumValue("founderRole").flatMap(Role.init(rawValue:)) ?? .parent
      return { rows throws(MutationFailure) in
        let family = try declared.write(input, rows.viewer)
        try family.checkInput()
        let known = try await rows.lockedPlace()
        let founder = try await JoiningAccount.profile(rows)
        guard [founder.role, known?.role].allSatisfy({ $0 == nil || $0 == role }) else {
          throw .refused(
            role == .parent
              ? "Only parents make families. A student may make one of its own, with the founderRole STUDENT."
              : "Only students make families as a student: leave out founderRole.", code: .forbidden)
        }
        if let known { return try await answer(known, sentAgain: chosenID, input, rows, sessions) }
        try await founder.claim(rows)
        let place = Membership(familyID: .timeOrdered(), memberID: .timeOrdered(), role: role)
        let own = try await rows.acting(in: place)
        let keeps = StudentsKeep.coursesAndGrades.rawValue
        try await family.insert(
          own, key: place.familyID, role == .student ? [Family.set(.studentsKeep, .text(keeps))] : [])
        try await own.admit(founder.account.accountID, as: place, isProfile: false, try founder.profile())
        _ = try await own.useID(chosenID ?? place.familyID, of: Family.self, for: input)
        return try answer(own, place, sessions)
      }
    }
  }

  private func answer(
    _ known: Membership, sentAgain id: UUIDValue?, _ input: MutationInput, _ rows: ScopedRows<Viewer>,
    _ sessions: SessionIssuer
  ) async throws(MutationFailure) -> MutationOutcome<Viewer> {
    guard let id else { throw JoiningAccount.hasFamily }
    let own = try await rows.acting(in: known)
    switch try await own.useID(id, of: Family.self, for: input) {
    case .sameInput: return try answer(own, known, sessions)
    case .otherInput: throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
    case .new: throw JoiningAccount.hasFamily
    }
  }

  private func answer(
    _ rows: ScopedRows<Viewer>, _ place: Membership, _ sessions: SessionIssuer
  ) throws(MutationFailure) -> MutationOutcome<Viewer> {
    .changed(["family": place.familyID], values: sessions.values(of: try rows.account()), viewer: rows.viewer)
  }

  /// Replaces the family's code; the old code stops working.
  static var rotateCode: Resolver<Viewer> {
    .mutation(access: .parents) { _, rows throws(MutationFailure) in
      guard let family = rows.viewer.membership?.familyID else { throw .notFound("You have no family.", at: []) }
      try await rows.changeCode(of: family)
      return ["family": family]
    }
  }
}
