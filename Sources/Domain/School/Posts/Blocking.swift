import GraphQL
import Planning
import SQL

/// `blockPerson` and `unblockPerson` (TT-10).
enum Blocking {
  static let maximum = 500

  static var block: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let person = try input.requiredID("personId")
      let path = input.path(of: "personId")
      let (school, kind) = try await rows.person(person, input)
      let sides = try await rows.sides(at: school)
      if person == sides.staff?.id || person == sides.family?.id { throw .invalid("Nobody blocks itself.", at: path) }
      // A parent who works at the school is staff on its other side: a block is of the account.
      let asStaff = try await rows.found(SchoolPerson.self, columns: [.kind]) {
        """
        \($0[.schoolID]) = \(bind: .uuid(school)) AND \($0[.kind]) = 'STAFF' AND \($0[.accountID]) = (SELECT named.account_id \
        FROM school_people named WHERE named.school_id = \(bind: .uuid(school)) AND named.id = \(bind: .uuid(person)))
        """
      }
      if kind == .staff || asStaff.count > 0 { throw .invalid("Nobody blocks the staff of a school.", at: path) }
      guard let own = sides.family, sides.staff == nil else {
        throw .invalid("The staff of a school block nobody.", at: path)
      }
      let known = try await rows.found(ContentHiding.self, columns: [.hiddenID]) { "\($0[.cause]) = 'BLOCK'" }
      if (0..<known.count).contains(where: { known.uuid(row: $0, column: 0) == person }) { return ["person": person] }
      guard known.count < maximum else {
        throw .refused(
          "An account blocks at most \(maximum) people: unblock some.", code: .limitExceeded, at: path,
          extensions: [.init("limit", .string("blocks")), .init("maximum", .number("\(maximum)"))])
      }
      try await rows.insert(
        ContentHiding.self, key: .timeOrdered(),
        [
          ContentHiding.set(.hiddenID, .uuid(person)), ContentHiding.set(.cause, .text("BLOCK")), ContentHiding.set(.ownID, .uuid(own.id)),
        ])
      return ["person": person]
    }
  }

  static var unblock: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let person = try input.requiredID("personId")
      _ = try await rows.person(person, input)
      _ = try await rows.delete(ContentHiding.self) { "\($0[.cause]) = 'BLOCK' AND \($0[.hiddenID]) = \(bind: .uuid(person))" }
      return ["person": person]
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The school and the side of a person.
  fileprivate func person(
    _ id: UUIDValue, _ input: MutationInput
  ) async throws(MutationFailure) -> (school: UUIDValue, kind: SchoolPerson.Kind) {
    let found = try await row(SchoolPerson.self, key: id, columns: [.schoolID, .kind])
    guard found.count == 1, let school = found.uuid(row: 0, column: 0),
      let kind = found.text(row: 0, column: 1).flatMap(SchoolPerson.Kind.init(rawValue:))
    else { throw input.notFound("personId") }
    return (school, kind)
  }
}
