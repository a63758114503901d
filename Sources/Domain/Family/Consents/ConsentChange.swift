import Planning
import SQL

/// `giveConsent`, `withdrawConsent`: parents decide for the students of their family.
enum ConsentChange {
  static var give: Resolver<Viewer> {
    change { kind, student, rows throws(MutationFailure) in
      try await rows.give(kind, for: student, by: try await rows.ownName())
    }
  }

  static var withdraw: Resolver<Viewer> {
    change { kind, student, rows throws(MutationFailure) in try await rows.withdraw(kind, for: student) }
  }

  private static func change(
    _ change: @escaping @Sendable (ConsentKind, UUIDValue, ScopedRows<Viewer>) async throws(MutationFailure) -> Void
  ) -> Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let student = try input.requiredID("studentId")
      guard let kind = input.enumValue("kind").flatMap(ConsentKind.init(rawValue:)) else { throw input.notFound("kind") }
      try await rows.refuseBarredParent(at: input.path(of: "studentId"))
      guard try await rows.row(Student.self, key: student, columns: [.id]).count == 1 else { throw input.notFound("studentId") }
      try await change(kind, student, rows)
      return ["student": student]
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The name of the member who acts.
  func ownName() async throws(MutationFailure) -> SQLValue {
    guard let member = viewer.membership?.memberID else { return .null(.text) }
    let found = try await found(FamilyMember.self, columns: [.name]) { "\($0[.id]) = \(bind: .uuid(member))" }
    return found.count == 1 ? found.text(row: 0, column: 0).map { .text($0) } ?? .null(.text) : .null(.text)
  }

  /// Gives a consent. One that counts stays as it is.
  func give(_ kind: ConsentKind, for student: UUIDValue, by name: SQLValue) async throws(MutationFailure) {
    let known = try await found(Consent.self, columns: [.id], computed: [{ "(\($0["withdrawn_at"]) IS NULL)" }]) {
      "\($0[.studentID]) = \(bind: .uuid(student)) AND \($0[.kind]) = \(bind: .text(kind.rawValue))"
    }
    let given = [Consent.set(.givenBy, name), Consent.setNow(.givenAt)]
    guard let id = known.count == 1 ? known.uuid(row: 0, column: 0) : nil else {
      let values = [Consent.set(.studentID, .uuid(student)), Consent.set(.kind, .text(kind.rawValue))]
      return try await insert(Consent.self, key: .timeOrdered(), values + given)
    }
    if known.isTrue(row: 0, column: 1) { return }
    _ = try await update(Consent.self, key: id, given + [Consent.set(.withdrawnAt, .null(.timestamptz))])
  }

  /// Withdraws a consent that counts. Without the one to an account, invitations for the student end.
  func withdraw(_ kind: ConsentKind, for student: UUIDValue) async throws(MutationFailure) {
    _ = try await update(Consent.self, [Consent.setNow(.withdrawnAt)]) {
      """
      \($0[.studentID]) = \(bind: .uuid(student)) AND \($0[.kind]) = \(bind: .text(kind.rawValue)) AND \($0[.withdrawnAt]) IS NULL
      """
    }
    guard kind == .account else { return }
    _ = try await update(Invitation.self, [Invitation.setNow(.revokedAt)]) {
      "\($0[.studentID]) = \(bind: .uuid(student)) AND \($0[.usedAt]) IS NULL AND \($0[.revokedAt]) IS NULL"
    }
  }
}
