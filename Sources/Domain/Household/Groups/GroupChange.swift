import GraphQL
import Planning
import SQL

/// `createGroup`, `updateGroup` and `deleteGroup` (ME-14).
enum GroupChange {
  static var create: Resolver<Viewer> {
    .groupMutation { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let name = try input.text("name", characters: 1...200) ?? ""
      let text = try input.optionalText("text", characters: 1...2_000, lines: .many)
      let display = try GroupWriter.displayName(input)
      guard try await rows.isNew(id, of: Group.self, for: input, in: try rows.familyRegister()) else { return (["group": id], [:]) }
      let call = FunctionCall.createGroup(
        newGroup: id, groupName: name, description: text, policy: input.enumValue("joinPolicy") ?? "INVITATION", display: display)
      guard try await rows.call(call) == .done else { throw GroupWriter.full(at: input.place) }
      return (["group": id], [:])
    }
  }

  static var update: Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      for name in ["name", "joinPolicy"] where input.isNull(name) {
        throw .invalid("\"\(name)\" must not be null.", at: input.path(of: name))
      }
      let name = input.isGiven("name") ? try input.text("name", characters: 1...200) : nil
      let text = input.isGiven("text") ? try input.optionalText("text", characters: 1...2_000, lines: .many) ?? "" : nil
      try await rows.requireVersion(.version, of: Group.self, id, input)
      let call = FunctionCall.changeGroup(named: id, groupName: name, description: text, policy: input.enumValue("joinPolicy"))
      switch try await rows.call(call) {
      case .done:
        try await rows.count(
          "groupChanges", "changes of groups", by: try rows.account().accountID.description, atMost: 20, within: 3_600, at: input.place)
        return (["group": id], [:])
      case .moderators: throw .forbidden(GroupWriter.refusal, at: input.path(of: "id"))
      case .none:
        _ = try await rows.own(in: id, input, "id")
        throw input.notFound("id")
      }
    }
  }

  static var delete: Resolver<Viewer> {
    .groupMutation(lockingAllFamilies: true, of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      try await rows.requireVersion(.version, of: Group.self, id, input)
      switch try await rows.call(.leaveGroup(named: id, allFamilies: true)) {
      case .done: return (["id": id], [:])
      case .moderators: throw .forbidden(GroupWriter.refusal, at: input.path(of: "id"))
      case .none:
        _ = try await rows.own(in: id, input, "id")
        throw input.notFound("id")
      }
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Refuses a change of a group, or of content there, unless it has the version that `ifVersion` names. The group is locked, so that the
  /// version stays as it is read here.
  func requireVersion<Type: EntityType<Viewer>>(
    _ column: Type.Column, of type: Type.Type, _ id: UUIDValue, _ input: MutationInput
  ) async throws(MutationFailure) {
    guard let version = try input.integer("ifVersion") else { return }
    let found = try await row(type, key: id, columns: [column])
    guard found.count == 1, let current = found.int4(row: 0, column: 0) else { throw input.notFound("id") }
    guard version == current else {
      throw .conflict("It has changed since that version: read it again.", at: input.path(of: "ifVersion"), version: current)
    }
  }
}
