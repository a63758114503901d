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

        "CreateFamilyPayload.session": .part(access: .signedIn),
        "CreateFamilyPayload.viewer": .own(.accountID, access: .signedIn),
        "Mutation.rotateFamilyCode": FamilyChange.rotateCode,
        "RotateFamilyCodePayload.family": .changed("family", access: .family),

        "Mutation.requestToJoinFamily": JoinRequestChange(services: services).request,
        "RequestToJoinFamilyPayload.status": .given("joinStatus", access: .signedIn),
        "RequestToJoinFamilyPayload.requestId": .changedKey("request", access: .signedIn),
        "RequestToJoinFamilyPayload.family": .own(.familyID, access: .signedIn),
        "RequestToJoinFamilyPayload.session": .part(ifGiven: "sessionToken", access: .signedIn),
        "RequestToJoinFamilyPayload.viewer": .own(.accountID, access: .signedIn),
        "Mutation.withdrawJoinRequest": JoinRequestChange.withdraw,
        "WithdrawJoinRequestPayload.id": .changedKey("id", access: .signedIn),
        "Mutation.confirmJoinRequest": JoinRequestChange.confirm.needingRecentSignIn(for: .admission),
        "ConfirmJoinRequestPayload.student": .changed("student", access: .family),
        "Mutation.declineJoinRequest": JoinRequestChange.decline,
        "DeclineJoinRequestPayload.id": .changedKey("id", access: .family),

        "Mutation.createInvitation": InvitationChange(services: services).create.needingRecentSignIn(for: .admission),
        "CreateInvitationPayload.invitation": .changed("invitation", access: .family),
        "CreateInvitationPayload.code": .given("code", access: .family),
        "Mutation.revokeInvitation": InvitationChange.revoke,
        "RevokeInvitationPayload.invitation": .changed("invitation", access: .family),
        "Mutation.acceptInvitation": InvitationChange(services: services).accept,
        "AcceptInvitationPayload.family": .changed("family", access: .family),
        "AcceptInvitationPayload.session": .part(access: .signedIn),
        "AcceptInvitationPayload.viewer": .own(.accountID, access: .signedIn),

        "Mutation.removeMember": MemberRemoval.remove.needingRecentSignIn(for: .removal),
        "RemoveMemberPayload.id": .changedKey("id", access: .family),
        "RemoveMemberPayload.student": .changed("student", access: .family),
        "RemoveMemberPayload.family": .own(.familyID, access: .family),
        "Mutation.leaveFamily": MemberRemoval(services: services).leave.needingRecentSignIn(for: .removal),
        "LeaveFamilyPayload.session": .part(access: .signedIn),
        "LeaveFamilyPayload.viewer": .own(.accountID, access: .signedIn),
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
