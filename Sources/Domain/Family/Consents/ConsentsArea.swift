package import Planning

extension Area where Viewer == Domain.Viewer {
  /// The consents that parents give for students (TT-01).
  package static var consents: Area {
    Area(
      types: [Consent.self],
      resolvers: [
        "Student.consents": .toMany(access: .family),

        "Mutation.giveConsent": ConsentChange.give,
        "Mutation.withdrawConsent": ConsentChange.withdraw,
      ])
  }
}
