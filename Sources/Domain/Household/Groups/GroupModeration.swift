import GraphQL
import Planning
import SQL

/// Reports, decisions of moderators, and blocks (ME-14): the states are those of the community, see ``ContentTable``.
enum GroupModeration {
  static var report: Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let subject = try input.requiredID("id")
      let reason = try input.optionalText("reason", characters: 1...500, lines: .many)
      try await rows.count(
        "groupReports", "reports", by: try rows.account().accountID.description, atMost: 20, within: 86_400, at: input.place)
      let reported = try await rows.call(.reportGroupContent(subject: subject, reason: reason))
      switch reported.outcome {
      case .done: return (reported.groupID.map { ["group": $0] } ?? [:], [:])
      case .own: throw .invalid("Nobody reports what is its own: delete it.", at: input.path(of: "id"))
      case .none: throw input.notFound("id")
      }
    }
  }

  static var hide: Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let action: ContentAction = input.isNull("isHidden") || !input.isGiven("isHidden") || input.flag("isHidden") ? .hide : .show
      if let post = try await rows.content(GroupPost.self, id) {
        return (["group": try await decide(action, on: post, of: GroupPost.self, input, rows)], [:])
      }
      guard let comment = try await rows.content(GroupComment.self, id) else { throw input.notFound("id") }
      return (["group": try await decide(action, on: comment, of: GroupComment.self, input, rows)], [:])
    }
  }

  /// - Returns: the group.
  private static func decide<Type: GroupContentType>(
    _ action: ContentAction, on content: OwnGroupContent, of type: Type.Type, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> UUIDValue {
    let path = input.path(of: "id")
    if action.actors.isDisjoint(with: content.actors) { throw .forbidden(GroupWriter.refusal, at: path) }
    // Two moderators decide one after the other.
    _ = try await rows.locked(type, key: content.id, columns: [.id])
    guard let locked = try await rows.content(type, content.id) else { throw input.notFound("id") }
    switch ContentTable.outcome(of: action, in: locked.state) {
    case .move(let state): _ = try await rows.update(type, key: content.id, [type.set(.state, .text(state.rawValue))])
    case .unchanged, .amend, .gone: break
    case .conflict, .notFound:
      throw .conflict(ContentTable.conflictMessage(of: action, in: locked.state), at: path, version: nil)
    }
    return content.group
  }

  static var block: Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let path = input.path(of: "id")
      let blocks = input.isNull("isBlocked") || !input.isGiven("isBlocked") || input.flag("isBlocked")
      let blocked = try await rows.call(.blockGroupFamily(blocked: try input.requiredID("id"), blocks: blocks))
      switch blocked.outcome {
      case .done: return (blocked.groupID.map { ["group": $0] } ?? [:], [:])
      case .own: throw .invalid("Nobody blocks itself.", at: path)
      case .limit: throw GroupWriter.limit("A family blocks at most 500 others: unblock some.", "groupBlocks", 500, at: path)
      case .none: throw input.notFound("id")
      }
    }
  }
}

/// A post or a comment of a group, as a change finds it.
struct OwnGroupContent: Sendable {
  let id: UUIDValue
  let group: UUIDValue
  let state: ContentState
  /// Whether families see it that have hidden nothing from themselves: of a comment, its post is shown, too.
  let isShown: Bool
  /// The parts that the viewer has in it.
  let actors: Set<ContentAction.Actor>
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Content of a group that the viewer sees.
  func content<Type: GroupContentType>(_ type: Type.Type, _ id: UUIDValue) async throws(MutationFailure) -> OwnGroupContent? {
    let found = try await found(
      type, columns: [.groupID, .state], computed: [{ Visibility.isOwn($0) }, { Visibility.isModerated($0) }, { $0["is_shown"] }]
    ) { "\($0[.id]) = \(bind: .uuid(id))" }
    guard found.count == 1, let group = found.uuid(row: 0, column: 0),
      let state = found.text(row: 0, column: 1).flatMap(ContentState.init(rawValue:))
    else { return nil }
    var actors: Set<ContentAction.Actor> = []
    if found.isTrue(row: 0, column: 2) { actors.insert(.author) }
    if found.isTrue(row: 0, column: 3) { actors.insert(.moderator) }
    return OwnGroupContent(
      id: id, group: group, state: state, isShown: found.isTrue(row: 0, column: 4), actors: actors.isEmpty ? [.other] : actors)
  }
}
