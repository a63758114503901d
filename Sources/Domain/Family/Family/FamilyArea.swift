package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Accounts, families and their members (REQ-USER, REQ-FAM).
  package static var family: Area {
    Area(
      types: [Account.self, Family.self, FamilyMember.self, Parent.self, Student.self],
      resolvers: [
        "Query.viewer": .own(.accountID, access: .signedIn),
        "Query.family": .own(.familyID, access: .signedIn),
      ])
  }
}
