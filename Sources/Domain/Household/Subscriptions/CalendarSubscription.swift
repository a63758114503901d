import Planning
import SQL

/// `CalendarSubscription` (ME-07).
enum CalendarSubscription: WritableType {
  enum Column: String, ColumnName {
    case id, name, url, color
    case memberIDs = "member_ids"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("calendar_subscriptions_url", "PublicURL has the same bounds"),
    .unreachable("calendar_subscriptions_member_ids", "the input has the same bounds"),
    .unreachable("calendar_subscriptions_failure", "store_subscription() cuts it off"),
  ]

  static let entity = Entity<Viewer>(
    "CalendarSubscription", table: "calendar_subscriptions", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 50, bytes: 1 << 20), order: [.ascending("name")],
    stored: [.family: ["id", "name", "url", "color", "fetchedAt", "failure", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "members": .toMany(through: CalendarSubscriptionMember.self, from: .subscriptionID, to: .memberID, access: .family)
    ])

  /// Adds a subscription, to an address that leads to the public.
  /// - Parameter hosts: those that may have private addresses.
  static func creation(_ declared: DeclaredWrite<Viewer>, _ hosts: ReachableHosts) -> Resolver<Viewer> {
    .mutation(access: declared.access) { [write = declared.write] input, rows throws(MutationFailure) in
      let write = try write(input, rows.viewer)
      let url = try input.publicURL("url", hosts)
      let members = try input.givenMembers() ?? []
      try await rows.requireMembers(members, input)
      return try await write.adding({ () throws(MutationFailure) in
        [CalendarSubscription.set(.url, .text(url)), CalendarSubscription.set(.memberIDs, .uuidArray(members))]
      }).run(rows)
    }
  }

  /// Changes a subscription. A trigger has a new address fetched at once.
  /// - Parameter hosts: those that may have private addresses.
  static func update(_ declared: DeclaredWrite<Viewer>, _ hosts: ReachableHosts) -> Resolver<Viewer> {
    .mutation(access: declared.access) { [write = declared.write] input, rows throws(MutationFailure) in
      return try await write(input, rows.viewer).adding(
        { () throws(MutationFailure) in
          var values: [ColumnValue] = []
          if input.isNull("url") { throw .invalid("\"url\" must not be null.", at: input.path(of: "url")) }
          if input.isGiven("url") { values.append(CalendarSubscription.set(.url, .text(try input.publicURL("url", hosts)))) }
          if let members = try input.changedMembers() { values.append(CalendarSubscription.set(.memberIDs, .uuidArray(members))) }
          return values
        },
        following: input.membersCheck
      ).run(rows)
    }
  }
}

/// A member whose calendar it is. No table has these rows, and no object of the schema shows them.
enum CalendarSubscriptionMember: EntityType {
  enum Column: String, ColumnName {
    case subscriptionID = "subscription_id"
    case memberID = "member_id"
  }

  static let entity = Entity<Viewer>(
    view: "CalendarSubscriptionMember", named: "calendar_subscription_members", key: "subscription_id", scope: .family, order: [], stored: [:]
  ) { viewer in
    """
    SELECT subscribed.family_id, subscribed.id AS subscription_id, named.id AS member_id FROM calendar_subscriptions subscribed \
    CROSS JOIN LATERAL unnest(subscribed.member_ids) AS named (id) WHERE subscribed.family_id = \(viewer(.familyID))
    """
  }
}

/// `ExternalEvent` (ME-07): an occurrence that a subscribed calendar had when it was read last.
enum ExternalEvent: EntityType {
  static let constraints: [ConstraintRule] = [
    .unreachable("external_events_subscription", "store_subscription() holds the family"),
    .unreachable("external_events_times", "SubscribedCalendar writes days, or moments"),
  ]

  static let entity = Entity<Viewer>(
    "ExternalEvent", table: "external_events", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 32 << 20), isVersioned: false, stored: [.family: ["id", "title", "text", "place"]])
}
