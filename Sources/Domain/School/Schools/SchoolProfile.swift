import Planning

/// `SchoolProfile`: a school as families and accounts see it from rows of their own. It has no relations: a parent at
/// the school must not reach the data of staff through it.
enum SchoolProfile: EntityType {
  static let entity = Entity<Viewer>(facet: "SchoolProfile", of: School.entity, in: .school)
}

/// `SchoolClassProfile`: a class in the same way.
enum SchoolClassProfile: EntityType {
  static let entity = Entity<Viewer>(facet: "SchoolClassProfile", of: SchoolClass.entity, in: .school, extent: .unbounded)
}
