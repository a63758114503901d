import SQL

extension SampleFamily {
  /// One family in four weighs tests apart. In the others all work of the first course is in one group, so that the grade is the
  /// one that it would be without groups.
  private var weighsTests: Bool { index % 4 == 3 }

  /// The group of an assignment of the first course: where tests are weighed, one in three is a test.
  func weightGroup(ofAssignment number: Int) -> UUIDValue {
    identity(.weightGroup, weighsTests && number % 3 == 0 ? 1 : 0).id
  }

  static let weightGroups = TableOutline(
    name: "weight_groups",
    columns: ["family_id", "id", "course_id", "name", "weight", "created_at", "updated_at"],
    rowCount: { $0.weighsTests ? 2 : 1 },
    write: { family, number, text in
      let row = family.identity(.weightGroup, number)
      let (name, weight) = number == 0 ? ("Coursework", "40") : ("Tests", "60")
      text.appendRow(family.id, row.id, family.identity(.course, 0).id, name, weight, row.created, row.created)
    })
}
