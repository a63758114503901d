package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Announcements, events, activities and information of schools (TT-03, TT-04, TT-07).
  package static var community: Area {
    Area(
      types: [Announcement.self, SchoolEvent.self, SchoolActivity.self, SchoolInformation.self],
      resolvers: [
        "School.announcements": .toMany(access: .schoolPeople, where: Announcement.isListed),
        "School.events": .toMany(access: .schoolPeople, where: SchoolEvent.isListed),
        "School.activities": .toMany(access: .schoolPeople),
        "School.information": .toMany(access: .schoolPeople, where: SchoolInformation.isListed),
      ],
      requirements: [.termsAccepted])
  }
}
