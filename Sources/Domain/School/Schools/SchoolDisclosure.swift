import Planning

/// `SchoolDisclosure`: who was let see what of a school's students. See migrations/0057_school_disclosures.sql.
enum SchoolDisclosure: EntityType {
  static let entity = Entity<Viewer>(
    "SchoolDisclosure", table: "school_disclosures", scope: .administration, visibility: .wholeScope, extent: .unbounded,
    order: [.descending("created_at")], isVersioned: false,
    stored: [.staff: ["kind", "personName", "className", "studentName", "studentNumber", "createdAt"]])
}
