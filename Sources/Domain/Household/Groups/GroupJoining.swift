import GraphQL
import Planning
import SQL

/// How families come into groups, and leave them (ME-14).
enum GroupJoining {
  static var invite: Resolver<Viewer> {
    .groupMutation { input, rows throws(MutationFailure) in
      let group = try input.requiredID("groupId")
      let path = input.path(of: "groupId")
      let code = JoinCode.randomInvitation()
      switch try await rows.call(.createGroupCode(named: group, hash: code.hash)) {
      case .done: return ([:], ["code": .text(code.grouped)])
      case .moderators: throw .forbidden(GroupWriter.refusal, at: path)
      case .limit: throw GroupWriter.limit("A group has at most 20 open invitations.", "groupInvitations", 20, at: path)
      case .none:
        _ = try await rows.own(in: group, input, "groupId")
        throw input.notFound("groupId")
      }
    }
  }

  static var accept: Resolver<Viewer> {
    .groupMutation(limit: .join) { input, rows throws(MutationFailure) in
      let path = input.path(of: "code")
      let code = JoinCode(try input.text("code", characters: 1...64) ?? "", length: JoinCode.invitationLength)
      let display = try GroupWriter.displayName(input)
      try await rows.requireConfirmedAddress()
      let accepted = try await rows.call(.acceptGroupCode(hash: code?.hash, display: display))
      switch accepted.outcome {
      case .done: return (accepted.groupID.map { ["group": $0] } ?? [:], [:])
      case .limit: throw GroupWriter.full(at: path)
      case .none: throw .notFound("There is no open invitation with this code.", at: path)
      }
    }
  }

  static var request: Resolver<Viewer> {
    .groupMutation { input, rows throws(MutationFailure) in
      let group = try input.requiredID("groupId")
      let display = try GroupWriter.displayName(input)
      switch try await rows.call(.requestGroup(named: group, display: display)) {
      case .done: return (["group": group], [:])
      case .limit:
        throw GroupWriter.limit(
          "A group has at most 50 open requests, and a family 20.", "groupRequests", 20, at: input.path(of: "groupId"))
      case .none: throw input.notFound("groupId")
      }
    }
  }

  static var answer: Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let answered = try await rows.call(.answerGroupRequest(request: try input.requiredID("id"), accepts: input.flag("accept")))
      switch answered.outcome {
      case .done: return (answered.groupID.map { ["group": $0] } ?? [:], [:])
      case .limit: throw GroupWriter.full(at: input.path(of: "id"))
      case .none: throw input.notFound("id")
      }
    }
  }

  static var leave: Resolver<Viewer> {
    .groupMutation { input, rows throws(MutationFailure) in
      let group = try input.requiredID("groupId")
      switch try await rows.call(.leaveGroup(named: group, allFamilies: false)) {
      case .done: return (["id": group], [:])
      case .none, .moderators:
        _ = try await rows.own(in: group, input, "groupId")
        throw input.notFound("groupId")
      }
    }
  }

  static var remove: Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let path = input.path(of: "id")
      let removed = try await rows.call(.removeGroupFamily(removed: try input.requiredID("id")))
      switch removed.outcome {
      case .done: return (removed.groupID.map { ["group": $0] } ?? [:], [:])
      case .moderators: throw .forbidden(GroupWriter.refusal, at: path)
      case .own: throw .invalid("Nobody removes itself: see leaveGroup.", at: path)
      case .none: throw input.notFound("id")
      }
    }
  }
}
