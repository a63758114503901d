package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Groups of families, and what they write there (ME-14).
  package static var groups: Area {
    Area(
      types: [Group.self, GroupFamily.self, GroupRequest.self, GroupPost.self, GroupComment.self],
      hidden: [GroupMembership.self, GroupHiding.self],
      resolvers: [
        "Family.groups": .all(access: .family) { group, _ in Group.isMember(group) },
        "Query.groups": .all(access: .signedIn, where: Group.isFound),

        "Mutation.createGroup": GroupChange.create,
        "Mutation.updateGroup": GroupChange.update,
        "Mutation.deleteGroup": GroupChange.delete,
        "Mutation.inviteToGroup": GroupJoining.invite,
        "Mutation.acceptGroupInvitation": GroupJoining.accept,
        "Mutation.requestToJoinGroup": GroupJoining.request,
        "Mutation.answerGroupRequest": GroupJoining.answer,
        "Mutation.leaveGroup": GroupJoining.leave,
        "Mutation.removeGroupFamily": GroupJoining.remove,
        "Mutation.createGroupPost": GroupWriting.createPost,
        "Mutation.updateGroupPost": GroupWriting.updatePost,
        "Mutation.deleteGroupPost": GroupWriting.deletePost,
        "Mutation.createGroupComment": GroupWriting.createComment,
        "Mutation.updateGroupComment": GroupWriting.updateComment,
        "Mutation.deleteGroupComment": GroupWriting.deleteComment,
        "Mutation.reportGroupContent": GroupModeration.report,
        "Mutation.hideGroupContent": GroupModeration.hide,
        "Mutation.blockGroupFamily": GroupModeration.block,
      ])
  }
}
