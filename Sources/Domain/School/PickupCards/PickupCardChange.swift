import GraphQL
import Planning
import SQL
import SessionTokens

/// The changes of parents' cards (BG-08), and the end of a family at a school.
struct PickupCardChange: Sendable {
  let services: IdentityServices?

  var link: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let secrets = try services.needed().cardSecrets
      let card = try PickupCardID(input)
      let id = try input.newID()
      let own = input.adding(["by": rows.viewer.membership?.memberID.description ?? ""])
      // A repeated request does not unblock the card, which may be lost by now.
      if try await !rows.isNew(id, of: PickupCard.self, for: own),
        try await rows.row(PickupCard.self, key: id, columns: [.id]).count == 1
      {
        return ["card": id]
      }
      let school = try await Self.school(input, rows)
      let linked = try await rows.call(.linkCard(card: id, school: school, hashes: card.hashes(in: school, secrets)))
      switch linked.outcome {
      case .done: break
      case .known: throw .conflict("This card is linked to somebody else at this school, who can block it there.", at: input.path(of: "cardId"), version: nil)
      case .limit:
        throw .refused(
          "A parent has at most 5 cards at a school: block one first.", code: .limitExceeded, at: input.path(of: "cardId"),
          extensions: [.init("limit", .string("pickupCards")), .init("maximum", .number("5"))])
      case .barred:
        throw .forbidden("The school lets you collect none of the family's students there: ask the school.", at: input.path(of: "schoolId"))
      case .none: throw input.notFound("schoolId")
      }
      return linked.cardID.map { ["card": $0] } ?? [:]
    }
  }

  static var block: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let blocked = [PickupCard.set(.blockedAt, sql: "coalesce(blocked_at, now())")]
      guard try await rows.update(PickupCard.self, key: id, blocked) else { throw input.notFound("id") }
      return ["card": id]
    }
  }

  static var leave: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let school = try input.requiredID("schoolId")
      switch try await rows.call(.leaveSchool(school: school, endedBy: try await rows.read(rows.memberName()))) {
      case .done: break
      case .barred: throw EnrolmentChange.barred(at: input.path(of: "schoolId"))
      case .none: throw input.notFound("schoolId")
      }
      return ["schoolId": school]
    }
  }

  /// The school that the input names, or the only one at which the family is registered.
  private static func school(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> UUIDValue {
    if input.isGiven("schoolId"), !input.isNull("schoolId") { return try input.requiredID("schoolId") }
    let known = try await rows.found(SchoolFamily.self, columns: [.schoolID]) { _ in "true" }
    guard known.count == 1, let school = known.uuid(row: 0, column: 0) else {
      throw known.count == 0
        ? .notFound("Your family is registered at no school.", at: input.path(of: "schoolId"))
        : .invalid("Your family is registered at several schools: say which with \"schoolId\".", at: input.path(of: "schoolId"))
    }
    return school
  }
}

/// The registration of a family at a school. No object shows it.
enum SchoolFamily: EntityType {
  enum Column: String, ColumnName {
    case schoolID = "school_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("school_families_school", "register_at_school reads the school in the same statement, and schools are never removed by requests"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolFamily", table: "school_families", key: "school_id", scope: .family, visibility: .wholeScope, extent: .small)
}
