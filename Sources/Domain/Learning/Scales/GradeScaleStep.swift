import Planning
import SQL

/// `GradeScaleStep` (GT-10).
enum GradeScaleStep: EntityType {
  enum Column: String, ColumnName {
    case gradeScaleID = "grade_scale_id"
    case letter
    case leastPercentage = "least_percentage"
    case gradePoints = "grade_points"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("grade_scale_steps_grade_scale", "the scale is made or locked by the same transaction"),
    .unreachable("grade_scale_steps_least", "the input has the same bounds"),
    .unreachable("grade_scale_steps_letter", "the input has the same bounds"),
    .unreachable("grade_scale_steps_points", "the input has the same bounds"),
    .invalid("grade_scale_steps_bounds", ["steps"], "Two steps have the same \"leastPercentage\"."),
    .invalid("grade_scale_steps_letters", ["steps"], "Two steps have the same \"letter\"."),
  ]

  static let entity = Entity<Viewer>(
    "GradeScaleStep", table: "grade_scale_steps", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 5_000, bytes: 2 << 20), order: [.descending("least_percentage")],
    stored: [
      .family: ["id", "letter", "leastPercentage", "gradePoints", "gradeScale", "createdAt", "updatedAt", "version"]
    ])

  /// The most steps of a grade scale.
  static let most = 50
  private static let percentages = DecimalBounds(minimum: 0, includesMinimum: true, limit: 1000, decimals: 2)
  private static let points = DecimalBounds(minimum: 0, includesMinimum: true, limit: 100, decimals: 2)

  /// The steps that an input gives: the highest first, down to 0, each letter once.
  static func steps(of input: MutationInput) throws(MutationFailure) -> [[ColumnValue]] {
    let items = try input.items("steps", atLeast: 1, atMost: most)
    var (steps, letters, last): ([[ColumnValue]], Set<String>, Double?) = ([], [], nil)
    for item in items {
      let letter = try item.text("letter", characters: 1...10) ?? ""
      let least = try item.decimal("leastPercentage", percentages) ?? .null(.numeric)
      let points = try item.decimal("gradePoints", points) ?? .null(.numeric)
      guard letters.insert(letter).inserted else {
        throw .invalid("Another step has the letter \(letter).", at: item.path(of: "letter"))
      }
      let number = try item.number("leastPercentage") ?? 0
      if let last, number >= last {
        throw .invalid(
          "\"leastPercentage\" must be below that of the step before, \(MutationInput.text(of: last)).",
          at: item.path(of: "leastPercentage"))
      }
      last = number
      steps.append([set(.letter, .text(letter)), set(.leastPercentage, least), set(.gradePoints, points)])
    }
    if let last, last > 0, let lowest = items.last {
      throw .invalid("\"leastPercentage\" of the last step must be 0.", at: lowest.path(of: "leastPercentage"))
    }
    return steps
  }

  /// Adds steps to a grade scale.
  static func add(
    _ steps: [[ColumnValue]], to scale: UUIDValue, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let keys = UUIDValue.timeOrdered(count: steps.count)
    try await rows.insert(
      GradeScaleStep.self, zip(keys, steps).map { (key: $0, values: [set(.gradeScaleID, .uuid(scale))] + $1) })
  }
}

extension MutationInput {
  /// A number as people write it.
  fileprivate static func text(of number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}
