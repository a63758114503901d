import Planning
import SQL

/// Handing out all that is kept: to a parent of the family or its only member, to anyone of the own account.
enum Export {
  static var family: Resolver<Viewer> {
    .mutation(access: .parentsOrSoleStudent, limit: .export) { _ throws(MutationFailure) in
      { rows throws(MutationFailure) in
        try await rows.refuseStudentBesideParent("Only a parent may export the family, once there is one.")
        try await rows.refuseBarred()
        // First, so that the document has the note of itself.
        _ = try await rows.call(.auditExport())
        return .changed([:], values: ["document": .json(try await rows.document(of: ExportedTable.ofFamily(rows.map)))])
      }
    }
  }

  static var account: Resolver<Viewer> {
    .mutation(access: .signedIn, limit: .export) { _ throws(MutationFailure) in
      { rows throws(MutationFailure) in
        // The place in a family of now, which a token without one does not know.
        let own = try await rows.acting(in: try await rows.lockedPlace())
        let document = try await own.document(of: ExportedTable.ofAccount(rows.map))
        _ = try await own.acting(as: rows.viewer)
        return .changed([:], values: ["document": .json(document)])
      }
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Refuses a parent whom a school has barred from a student: the document tells who has the student, and when.
  fileprivate func refuseBarred() async throws(MutationFailure) {
    guard let member = viewer.membership?.memberID else { return }
    let barred = try await found(PickupGuardian.self, columns: [.enrolmentID]) {
      "\($0[.memberID]) = \(bind: .uuid(member)) AND \($0[.isBarred])"
    }
    guard barred.count == 0 else {
      throw .forbidden("A school has barred you from a student: another parent may export the family.", at: [])
    }
  }
}
