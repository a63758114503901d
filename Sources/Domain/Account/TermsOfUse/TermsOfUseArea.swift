package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Terms of use, the statement on privacy and licences, and their acceptance (TT-12).
  package static var termsOfUse: Area {
    Area(
      entities: [TermsOfUse.entity],
      hidden: [AcceptedTerms.self],
      resolvers: [
        "Query.terms": .all(access: .anyone, where: TermsOfUse.isListed),
        "Viewer.termsToAccept": .all(access: .signedIn, where: TermsOfUse.isToAccept),

        "Mutation.acceptTerms": TermsAcceptance.accept,
      ])
  }
}
