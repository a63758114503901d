import GraphQL
import Planning
import SQL

/// The decisions of staff on content, and the appeals of authors (TT-10): for all kinds of content alike.
enum Moderation {
  static var approve: Resolver<Viewer> { decision(.approve, of: [.post], as: "schoolPost", hasReason: false) }
  static var reject: Resolver<Viewer> { decision(.reject, of: [.post], as: "schoolPost", hasReason: true) }
  static var hide: Resolver<Viewer> { decision(.hide, as: "id", hasReason: true) }
  static var show: Resolver<Viewer> { decision(.show, as: "id", hasReason: false) }
  static var remove: Resolver<Viewer> { decision(.remove, as: "id", hasReason: true) }

  private static func decision(
    _ action: ContentAction, of kinds: [ContentKind] = ContentKind.allCases, as name: String, hasReason: Bool
  ) -> Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let reason = hasReason ? try input.text("reason", characters: 1...500, lines: .many) : nil
      let content = try await rows.locked(id, for: action, of: kinds, at: input.path(of: "id"))
      try await rows.move(content, by: action, reason: reason, at: input.path(of: "id"))
      return [name: id]
    }
  }

  static var appeal: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let text = try input.text("text", characters: 1...2_000, lines: .many) ?? ""
      let content = try await rows.locked(id, for: .appeal, at: input.path(of: "id"))
      try await rows.appeal(against: content, text, at: input.path(of: "id"))
      return ["id": id]
    }
  }

  static var decideAppeal: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let action: ContentAction = input.flag("restores") ? .restore : .dismiss
      let content = try await rows.locked(id, for: action, at: input.path(of: "id"))
      try await rows.move(content, by: action, at: input.path(of: "id"))
      return ["id": id]
    }
  }
}
