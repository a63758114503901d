package import Planning

extension Area where Viewer == Domain.Viewer {
  /// How families begin, and how people come into them and leave them (REQ-FAM).
  package static func membership(_ services: IdentityServices?) -> Area {
    Area(
      types: [JoinRequest.self, OwnJoinRequest.self, Invitation.self, EndedMembership.self],
      resolvers: [
        "Family.joinRequests": .toMany(access: .parents),
        "Family.invitations": .toMany(access: .parents),
        "Viewer.joinRequests": .all(access: .signedIn),
        "Viewer.endedMemberships": .all(access: .signedIn),

        "Mutation.rotateFamilyCode": FamilyChange.rotateCode,

        "Mutation.requestToJoinFamily": JoinRequestChange(services: services).request,
        "RequestToJoinFamilyPayload.session": .part(ifGiven: "sessionToken", access: .signedIn),
        "Mutation.withdrawJoinRequest": JoinRequestChange.withdraw,
        "Mutation.confirmJoinRequest": JoinRequestChange.confirm.needingRecentSignIn(for: .admission),
        "Mutation.declineJoinRequest": JoinRequestChange.decline,

        "Mutation.createInvitation": InvitationChange(services: services).create.needingRecentSignIn(for: .admission),
        "Mutation.revokeInvitation": InvitationChange.revoke,
        "Mutation.acceptInvitation": InvitationChange(services: services).accept,

        "Mutation.removeMember": MemberRemoval.remove.needingRecentSignIn(for: .removal),
        "Mutation.leaveFamily": MemberRemoval(services: services).leave.needingRecentSignIn(for: .removal),
      ],
      around: [
        "Mutation.createFamily": FamilyChange(services: services).create,
        // With this policy an account with the code joins without a parent.
        "Mutation.updateFamily": { declared in
          declared.resolver.needingRecentSignIn(for: .admission) { $0.enumValue("joinPolicy") == "AUTOMATIC" }
        },
      ])
  }
}
