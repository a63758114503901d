extension SampleFamily {
  static let gradeScales = TableOutline(
    name: "grade_scales", columns: ["family_id", "id", "name", "created_at", "updated_at"], rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.gradeScale, number)
      text.appendRow(family.id, row.id, "Good or not yet", row.created, row.created)
    })

  static let gradeScaleSteps = TableOutline(
    name: "grade_scale_steps",
    columns: ["family_id", "id", "grade_scale_id", "letter", "least_percentage", "grade_points", "created_at", "updated_at"],
    rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.gradeScaleStep, number)
      text.appendRow(
        family.id, row.id, family.identity(.gradeScale, 0).id, number == 0 ? "G" : "N", number == 0 ? "75" : "0",
        number == 0 ? "4" : nil, row.created, row.created)
    })

  /// The choice for the second course.
  static let gradeScaleChoices = TableOutline(
    name: "grade_scale_choices",
    columns: ["family_id", "id", "course_id", "grade_scale_id", "created_at", "updated_at"], rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.gradeScaleChoice, number)
      text.appendRow(
        family.id, row.id, family.identity(.course, 1).id, family.identity(.gradeScale, 0).id, row.created, row.created)
    })

  /// The grade of the first student in the second course.
  static let gradeOverrides = TableOutline(
    name: "grade_overrides", columns: ["family_id", "id", "student_id", "course_id", "grade", "created_at", "updated_at"],
    rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.gradeOverride, number)
      text.appendRow(
        family.id, row.id, family.identity(.member, family.parentCount).id, family.identity(.course, 1).id, "88.5", row.created, row.created)
    })
}
