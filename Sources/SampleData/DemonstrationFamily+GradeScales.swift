import SQL

extension DemonstrationFamily {
  /// A grade scale of the family's own, which Nature Study has. Mia has plain letters; all else has the ready-made scale with
  /// plus and minus. One grade of Composition is set by hand.
  var gradeScaleTables: [SampleTable] { [gradeScalesTable, gradeScaleStepsTable, gradeScaleChoicesTable, gradeOverridesTable] }

  private var gradeScalesTable: SampleTable {
    table("grade_scales", ["family_id", "id", "name", "created_at", "updated_at"], ["Out of doors"]) {
      [created] name, text in
      text.appendRow(Self.id, Self.key(.gradeScale, 1), name, created, created)
    }
  }

  private var gradeScaleStepsTable: SampleTable {
    let steps: [(letter: String, least: String, points: String)] = [("E", "85", "4"), ("G", "70", "3"), ("N", "0", "0")]
    return table(
      "grade_scale_steps",
      ["family_id", "id", "grade_scale_id", "letter", "least_percentage", "grade_points", "created_at", "updated_at"],
      Array(steps.enumerated())
    ) { [created] numbered, text in
      let (index, step) = numbered
      text.appendRow(
        Self.id, Self.key(.gradeScaleStep, index + 1), Self.key(.gradeScale, 1), step.letter, step.least, step.points, created,
        created)
    }
  }

  private var gradeScaleChoicesTable: SampleTable {
    let choices: [(student: DemonstrationPerson?, course: DemonstrationCourse?, readyMade: String?)] = [
      (nil, nil, "PLUS_MINUS"), (nil, .nature, nil), (.mia, nil, "PLAIN"),
    ]
    return table(
      "grade_scale_choices",
      ["family_id", "id", "student_id", "course_id", "grade_scale_id", "ready_made", "created_at", "updated_at"],
      Array(choices.enumerated())
    ) { [created] numbered, text in
      let (index, choice) = numbered
      text.appendRow(
        Self.id, Self.key(.gradeScaleChoice, index + 1), choice.student?.id, choice.course?.id,
        choice.readyMade == nil ? Self.key(.gradeScale, 1) : nil, choice.readyMade, created, created)
    }
  }

  private var gradeOverridesTable: SampleTable {
    table(
      "grade_overrides",
      ["family_id", "id", "student_id", "course_id", "grade", "created_at", "updated_at"], ["95"]
    ) { [created] grade, text in
      text.appendRow(
        Self.id, Self.key(.gradeOverride, 1), DemonstrationPerson.ada.id, DemonstrationCourse.composition.id, grade, created,
        created)
    }
  }
}
