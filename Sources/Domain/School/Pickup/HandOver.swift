import GraphQL
import Planning
import SQL

/// `handOver` (BG-05): staff hand a student to an adult, whom they name by a guardian, by a collector, or freely.
enum HandOver {
  /// The adult as the input names it.
  private enum Adult {
    case guardian(UUIDValue)
    case collector(UUIDValue)
    case named(String)

    init(_ input: MutationInput) throws(MutationFailure) {
      let name = try input.text("to", characters: 1...200, lines: .name)
      let (guardian, collector) = (try input.id("guardianId"), try input.id("collectorId"))
      switch (name, guardian, collector) {
      case (let name?, nil, nil): self = .named(name)
      case (nil, let id?, nil): self = .guardian(id)
      case (nil, nil, let id?): self = .collector(id)
      default:
        throw .invalid("Give one of \"to\", \"guardianId\" and \"collectorId\".", at: input.path(of: "to"))
      }
    }
  }

  static var resolver: Resolver<Viewer> {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      let adult = try Adult(input)
      let id = try input.requiredID("id")
      return { rows throws(MutationFailure) in
        let (places, _, names, seen) = try await rows.read(
          rows.places(), StaffDismissal.locking(dismissals: [id]), rows.staffNames(),
          DismissalWrite<ClassDismissal>.found([id], in: rows))
        var write = DismissalWrite<ClassDismissal>(action: .handOver, actors: names, rows: rows)
        let found = try DismissalWrite<ClassDismissal>.ordered(seen, by: [id], input, "id")
        for dismissal in found {
          let outcome = write.outcome(in: dismissal)
          // A hand-over that was sent again may name somebody who may collect the student no more.
          if outcome == .unchanged { continue }
          let name = try await name(of: adult, for: dismissal.enrolment, input, rows)
          guard case .move = outcome else { continue }
          write.detail = name
          // Refused without a rollback: the notice to staff stays.
          if let refusal = try await refusal(of: adult, name, for: dismissal.enrolment, input, rows) { return .refused(refusal) }
        }
        let changes = try await write.changes(found, input, "id")
        return .changed(["dismissal": id], finally: changes, viewer: rows.viewer.at(places))
      }
    }
  }

  private static func name(
    of adult: Adult, for enrolment: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> String {
    switch adult {
    case .named(let name): return name
    case .guardian(let id):
      let found = try await rows.row(ClassGuardian.self, key: id, columns: [.enrolmentID, .name])
      guard found.count == 1, found.uuid(row: 0, column: 0) == enrolment, let name = found.text(row: 0, column: 1) else {
        throw .notFound("The student has no such guardian.", at: input.path(of: "guardianId"))
      }
      return name
    case .collector(let id):
      let found = try await rows.found(ClassCollector.self, columns: [.name]) { row in
        """
        \(row[.id]) = \(bind: .uuid(id)) AND \(row[.enrolmentID]) = \(bind: .uuid(enrolment)) \
        AND EXISTS (SELECT 1 FROM pickup_days(ARRAY[\(bind: .uuid(enrolment))]) AS days \
        WHERE coalesce(\(row[.fromDay]), days.day) <= days.day AND coalesce(\(row[.untilDay]), days.day) >= days.day)
        """
      }
      guard found.count == 1, let name = found.text(row: 0, column: 0) else {
        throw .notFound("Nobody with this id may collect the student today.", at: input.path(of: "collectorId"))
      }
      return name
    }
  }

  /// The refusal of an adult whom the school has barred from the student, and of one whose name may be meant for such a person unless
  /// staff say that it is another. Staff of the class are told of each.
  private static func refusal(
    of adult: Adult, _ name: String, for enrolment: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> MutationFailure? {
    var isBarred = false
    if case .guardian(let id) = adult {
      let found = try await rows.row(ClassGuardian.self, key: id, columns: [.isBarred, .isConfirmed])
      isBarred = found.isTrue(row: 0, column: 0)
      // A guardian who is not barred is no other person, whatever the names are.
      if !isBarred {
        if found.isTrue(row: 0, column: 1) { return nil }
        return .refused(
          "The school has not confirmed this parent yet: an administrator does so with confirmGuardian.", code: .conflict,
          at: input.path(of: "guardianId"), extensions: [.init("reason", .string("NOT_CONFIRMED"))])
      }
    } else {
      guard try await rows.barredName(like: name, for: enrolment) != nil else { return nil }
    }
    try await rows.call(.noteToStaff(enrolment: enrolment, subject: "BARRED_HAND_OVER", person: name))
    if isBarred {
      return .forbidden("The school has barred this person from the student: hand it to somebody else.", at: input.path(of: "guardianId"))
    }
    if input.flag("isAnotherPerson") { return nil }
    let field = if case .collector = adult { "collectorId" } else { "to" }
    return .refused(
      "The school has barred a person of this name from the student. \"isAnotherPerson\" says that it is somebody else.",
      code: .conflict, at: input.path(of: field), extensions: [.init("reason", .string("BARRED_NAME"))])
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The name of a person whom the school has barred from the student of an enrolment, and for whom a name may be meant; nil for none.
  func barredName(like name: String, for enrolment: UUIDValue) async throws(MutationFailure) -> String? {
    try await call(.barredName(enrolment: enrolment, given: name))
  }
}
