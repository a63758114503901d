import Planning

/// `SchoolProfile`: a school as families and accounts see it from rows of their own. It has no relations: a parent at
/// the school must not reach the data of staff through it.
enum SchoolProfile: EntityType {
  static let entity = Entity<Viewer>(
    "SchoolProfile", table: "schools", scope: .ownSchools, visibility: .wholeScope,
    extent: .small, order: [.ascending("name")],
    stored: [
      .schoolPeople: ["id", "name", "address", "latitude", "longitude", "timeZone", "pickupFrom", "pickupUntil"]
    ])
}

/// `SchoolClassProfile`: a class in the same way.
enum SchoolClassProfile: EntityType {
  static let entity = Entity<Viewer>(
    "SchoolClassProfile", table: "school_classes", scope: .school, visibility: .wholeScope, extent: .unbounded,
    order: [.ascending("name")], stored: [.schoolPeople: ["id", "name", "grade"]])
}
