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
  /// - Parameter hosts: that may be anywhere.
  static func creation(_ declared: DeclaredWrite<Viewer>, _ hosts: ReachableHosts) -> Resolver<Viewer> {
    .mutation(access: declared.access) { [write = declared.write] input, rows throws(MutationFailure) in
      let write = try write(input, rows.viewer)
      let given = try input.text("url", characters: 1...PublicURL.maximumLength) ?? ""
      let url: PublicURL
      do throws(PublicURL.Problem) {
        url = try PublicURL(given, exceptions: hosts)
      } catch {
        throw .invalid("\"url\" \(error.message).", at: input.path(of: "url"))
      }
      let members = input.isEmptyList("memberIds") || !input.isGiven("memberIds") ? [] : try input.ids("memberIds", atMost: 50) ?? []
      try await rows.requireMembers(members, input)
      return try await write.adding({ () throws(MutationFailure) in
        [CalendarSubscription.set(.url, .text(url.text)), CalendarSubscription.set(.memberIDs, .uuidArray(members))]
      }).run(rows)
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
