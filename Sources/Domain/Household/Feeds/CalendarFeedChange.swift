import GraphQL
import Planning
import SQL
import SessionTokens

/// How members make and change calendar feeds (ME-07).
struct CalendarFeedChange: Sendable {
  let services: IdentityServices?

  /// The secret follows from the server's secrets and the feed's id, so that the same input sent again has the same
  /// answer, and nothing but a hash is kept.
  var create: Resolver<Viewer> {
    .mutation(access: .members) { input throws(MutationFailure) in
      let secrets = try services.needed().secrets
      let id = try input.newID()
      let name = try input.text("name", characters: 1...100, lines: .name) ?? ""
      let kinds = input.isEmptyList("kinds") || !input.isGiven("kinds") ? [] : try input.enumValues("kinds", allowsEmpty: true) ?? []
      let members = try input.givenMembers() ?? []
      return { rows throws(MutationFailure) in
        let family = rows.viewer.membership?.familyID
        let codes = secrets.derivedCodes(for: "calendar feed", (family?.bytes ?? []) + id.bytes).map { FeedSecret($0) }
        guard try await rows.isNew(id, of: CalendarFeed.self, for: input) else {
          // Made with the secrets of then, which may not be those of now.
          for code in codes where try await rows.call(.setFeedSecret(feed: id, hash: code.hash)) {
            return .changed(["calendarFeed": id], values: ["path": .text(code.path)])
          }
          return .changed(["calendarFeed": id])
        }
        try await rows.requireMembers(members, input)
        try await rows.insert(
          CalendarFeed.self, key: id,
          [
            CalendarFeed.set(.name, .text(name)), CalendarFeed.set(.kinds, .textArray(kinds)), CalendarFeed.set(.memberIDs, .uuidArray(members)),
            CalendarFeed.set(.memberID, rows.viewer.value(of: .memberID)),
          ])
        guard let code = codes.first else { throw .refused("Calendar feeds are not set up.", code: .unavailable) }
        _ = try await rows.call(.setFeedSecret(feed: id, hash: code.hash))
        return .changed(["calendarFeed": id], values: ["path": .text(code.path)])
      }
    }
  }

  @Sendable static func update(_ declared: DeclaredWrite<Viewer>) -> Resolver<Viewer> {
    .mutation(access: declared.access) { [write = declared.write] input, rows throws(MutationFailure) in
      return try await write(input, rows.viewer).adding(
        { () throws(MutationFailure) in
          guard let members = try input.changedMembers() else { return [] }
          return [CalendarFeed.set(.memberIDs, .uuidArray(members))]
        },
        following: input.membersCheck
      ).run(rows)
    }
  }
}
