import GraphQL
import Planning
import SQL

/// `BusyTime` (ME-09): a time that a provider has taken for itself. It is among the times that are taken, where no two overlap.
enum BusyTime: EntityType {
  enum Column: String, ColumnName {
    case id
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("provider_slots_kind", "functions write one of its words"),
    .unreachable("provider_slots_span", "the input has the same bounds"),
    .unreachable("provider_slots_provider", "the provider is locked"),
  ]

  static let entity = Entity<Viewer>(
    "BusyTime", table: "provider_slots", scope: .account, visibility: .wholeScope, extent: .unbounded, order: [.ascending("starts_at")],
    restriction: { "\($0["kind"]) = 'BUSY'" }, isVersioned: false, stored: [.signedIn: ["id"]],
    resolvers: [
      "from": .column("starts_at", .timestamptz, access: .signedIn),
      "until": .column("ends_at", .timestamptz, access: .signedIn),
    ])

  static var create: Resolver<Viewer> {
    .providerMutation { input, rows throws(MutationFailure) in
      let id = try input.newID()
      guard let from = try input.dateTime("from") else { throw input.notFound("from") }
      guard let until = try input.dateTime("until") else { throw input.notFound("until") }
      _ = try await ProviderWriting.locked(input, rows)
      try await ProviderWriting.count(input, rows)
      switch try await rows.call(.addBusyTime(slot: id, startsAt: from, endsAt: until)) {
      case .done: return ["busyTime": id]
      // The provider has gone meanwhile.
      case .none: throw .forbidden(ProviderWriting.refusal, at: input.place)
      case .used: throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
      case .length: throw .invalid("\"until\" must be after \"from\", and at most 366 days.", at: input.path(of: "until"))
      case .past: throw .invalid("\"until\" must not be in the past.", at: input.path(of: "until"))
      case .limit:
        throw .refused(
          "A provider has at most 1,000 busy times.", code: .limitExceeded, at: input.place,
          extensions: [.init("limit", .string("busyTimes")), .init("maximum", .number("1000"))])
      }
    }
  }

  static var delete: Resolver<Viewer> {
    .providerMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      if try await ProviderWriting.lock(rows) != nil { try await ProviderWriting.count(input, rows) }
      guard try await rows.call(.deleteBusyTime(slot: id)) else { throw input.notFound("id") }
      return ["id": id]
    }
  }
}
