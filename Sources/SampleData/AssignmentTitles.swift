/// Titles of assignments.
enum AssignmentTitles {
  /// A title that suits the course, or one of everyday life if there is no course. The number of the
  /// assignment counts chapters and units.
  static func draw(
    for course: CourseOutline?, _ number: Int, using generator: inout SplitMix64
  ) -> String {
    guard let course else { return generator.draw(from: everyday) }
    if generator.draw(below: 5) < 3 { return generator.draw(from: course.titles) }
    let chapter = 1 + number / 6 % 24
    return switch generator.draw(below: 8) {
    case 0, 1: "Chapter \(chapter) review"
    case 2: "Chapter \(chapter) vocabulary"
    case 3: "Unit \(1 + chapter / 3) test"
    case 4: "Quiz \(chapter)"
    case 5: "Lesson \(chapter) exercises"
    case 6: "Workbook pages \(8 * chapter)–\(8 * chapter + 5)"
    default: "Notes on chapter \(chapter)"
    }
  }

  private static let everyday = [
    "Read for 30 minutes", "Library visit: choose three books", "Field trip journal", "Piano practice log",
    "Thank-you letter to Grandma", "Garden observations", "Nature walk sketches", "Typing practice",
    "Plan and cook a meal", "Volunteer hours at the food bank", "Swimming lesson", "Co-op presentation",
    "Keep a budget for the week", "Museum scavenger hunt", "Chess club: annotate one game",
  ]
}
