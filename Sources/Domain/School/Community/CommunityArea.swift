package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Announcements, events, activities and information of schools (TT-03, TT-04, TT-07, TT-11).
  package static var community: Area {
    Area(
      types: [
        Announcement.self, SchoolEvent.self, SchoolActivity.self, SchoolDay.self, SchoolInformation.self, SchoolLink.self,
        SchoolPassage.self, ExcerptPart.self,
      ],
      hidden: [SchoolFileUse.self],
      resolvers: [
        "School.announcements": .toMany(access: .schoolPeople, where: Announcement.isListed),
        "School.events": .toMany(access: .schoolPeople, where: SchoolEvent.isListed),
        "School.activities": .toMany(access: .schoolPeople),
        "School.calendar": .toMany(access: .schoolPeople, bounds: ListBounds(first: "days", offset: nil)),
        "School.information": .toMany(access: .schoolPeople, where: SchoolInformation.isListed),
        "School.search": .toMany(access: .schoolPeople, bounds: ListBounds(first: "first", offset: nil)),
      ],
      requirements: [.termsAccepted])
  }
}
