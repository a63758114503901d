package import Planning

extension Area where Viewer == Domain.Viewer {
  /// The posts and comments of the people of a school, and their moderation (TT-05, TT-10).
  package static func posts(_ services: IdentityServices?) -> Area {
    let consent = MutationRequirement<Domain.Viewer>.consentToMessages(services)
    return Area(
      types: [SchoolPerson.self, SchoolPost.self, SchoolComment.self, SchoolReport.self],
      hidden: [ContentHiding.self, OwnReport.self, OwnSchoolPerson.self, PostPicture.self],
      resolvers: [
        "School.posts": .toMany(access: .schoolPeople),
        "School.reports": .toMany(access: .moderators, where: SchoolReport.isListed),
        "SchoolPost.comments": .toMany(key: "post_id", access: .schoolPeople),
        "SchoolPost.commentCount": SchoolComment.count,
        "Viewer.blocks": .all(access: .signedIn, where: ContentHiding.isBlocked),

        "Mutation.createSchoolPost": PostWriting.create.needing([consent]),
        "Mutation.updateSchoolPost": PostWriting.update.needing([consent]),
        "Mutation.deleteSchoolPost": PostWriting.delete,
        "Mutation.createSchoolComment": CommentWriting.create.needing([consent]),
        "Mutation.approvePost": Moderation.approve,
        "Mutation.rejectPost": Moderation.reject,
        "Mutation.hideContent": Moderation.hide,
        "Mutation.showContent": Moderation.show,
        "Mutation.removeContent": Moderation.remove,
        "Mutation.appealContent": Moderation.appeal,
        "Mutation.decideAppeal": Moderation.decideAppeal,
        "Mutation.report": ContentReports.report,
        "Mutation.decideReport": ContentReports.decide,
        "Mutation.exportComplaint": ComplaintExport.resolver,
        "Mutation.blockPerson": Blocking.block,
        "Mutation.unblockPerson": Blocking.unblock,
      ],
      requirements: [.termsAccepted])
  }
}
