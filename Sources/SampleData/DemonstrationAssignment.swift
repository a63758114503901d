/// An assignment of the demonstration family. `due` is in days after the reference day.
struct DemonstrationAssignment: Sendable {
  let student: DemonstrationPerson
  let title: String
  let course: DemonstrationCourse?
  let due: Int?
  let awarded: Points?
  let possible: Points?
  let instructions: String?
  /// As in `17:00:00`, on the family's clock.
  let dueTime: String?
  /// Marked as done on the day that it was due.
  let isDone: Bool
  let isExtraCredit: Bool

  /// Example: `Self(.ada, "Chapter 1 review", .algebra, due: -38, 18.5, of: 20)`.
  init(
    _ student: DemonstrationPerson, _ title: String, _ course: DemonstrationCourse? = nil, due: Int? = nil,
    at dueTime: String? = nil, _ awarded: Points? = nil, of possible: Points? = nil, isDone: Bool = false,
    isExtraCredit: Bool = false, _ instructions: String? = nil
  ) {
    self.student = student
    self.title = title
    self.course = course
    self.due = due
    self.awarded = awarded
    self.possible = possible
    self.instructions = instructions
    self.dueTime = dueTime
    self.isDone = isDone
    self.isExtraCredit = isExtraCredit
  }

  /// In an order that never changes: the number of an assignment is in its key. New ones go to the end.
  static let all = ada + leo + mia
}

extension DemonstrationAssignment {
  private static let ada: [Self] = [
    Self(.ada, "Chapter 1 review", .algebra, due: -38, 18.5, of: 20),
    Self(.ada, "Solving linear equations", .algebra, due: -31, 20, of: 20),
    Self(
      .ada, "Graphing inequalities", .algebra, due: -24, 16.25, of: 20,
      "Graph paper is in the blue folder."),
    Self(.ada, "Unit 1 test", .algebra, due: -10, 87.5, of: 100, "No calculator. You have 45 minutes."),
    Self(.ada, "Slope and intercept", .algebra, due: -3, of: 20, isDone: true),
    Self(.ada, "Systems by substitution", .algebra, due: 4, of: 20),
    Self(.ada, "Unit 2 test", .algebra, due: 18, of: 100),
    Self(.ada, "Label the parts of a cell", .biology, due: -35, 10, of: 10),
    Self(
      .ada, "Lab report: photosynthesis", .biology, due: -20, 46, of: 50,
      "Use the form we made:\n1. Question\n2. Hypothesis\n3. What we did\n4. What we saw\n5. \"So what?\""),
    Self(.ada, "Punnett squares", .biology, due: -6, 22.75, of: 25),
    Self(.ada, "Lab report: osmosis in a potato", .biology, due: 1, of: 50),
    Self(.ada, "Food web of our creek", .biology, due: 15, isExtraCredit: true),
    Self(.ada, "Narrative essay draft", .composition, due: -17, 24, of: 25),
    Self(
      .ada, "Narrative essay, final", .composition, due: 0, at: "17:00:00", of: 100,
      "Three pages. Read it aloud to somebody before you hand it in — you'll hear what to change."),
    Self(.ada, "Timeline: ancient Egypt", .worldHistory, due: -27, 0, of: 25),
    Self(.ada, "Timeline: ancient Egypt (second try)", .worldHistory, due: -13, 23, of: 25),
    Self(.ada, "Map of the Silk Road", .worldHistory, due: 8, of: 50),
    Self(.ada, "Color wheel", .watercolor, due: 5, of: 10),
    Self(.ada, "Volunteer hours at the food bank", due: -2),
    Self(.ada, "Choose a topic for the science fair"),
  ]

  private static let leo: [Self] = [
    Self(.leo, "Integers and the number line", .preAlgebra, due: -40, 17, of: 20),
    Self(
      .leo, "Order of operations", .preAlgebra, due: -33, 14.5, of: 20,
      "Remember: (2 + 3) × 4 ≠ 2 + 3 × 4."),
    Self(.leo, "Fractions and decimals", .preAlgebra, due: -26, 19, of: 20),
    Self(.leo, "Quiz 1", .preAlgebra, due: -19, 7.75, of: 10),
    Self(.leo, "Ratios and proportions", .preAlgebra, due: -12, 15, of: 20),
    Self(.leo, "Percent word problems", .preAlgebra, due: -5, of: 20, isDone: true),
    Self(.leo, "Unit 1 test", .preAlgebra, due: 3, of: 100),
    Self(.leo, "Weather log, first week", .nature, due: -28, 10, of: 10),
    Self(.leo, "Weather log, second week", .nature, due: -21, 9, of: 10),
    Self(.leo, "Leaf collection", .nature, due: -4, of: 25, "Ten kinds, pressed and labelled."),
    Self(.leo, "Phases of the Moon journal", .nature, due: 20, of: 50),
    Self(.leo, "Book report: Hatchet", .composition, due: -16, 41, of: 50),
    Self(.leo, "Spelling test", .composition, due: -9, 9.5, of: 10),
    Self(.leo, "Poem: a place you know", .composition, due: 6, of: 25, "Sin rimas también vale. ¡Suerte!"),
    Self(.leo, "Biography: Hammurabi", .worldHistory, due: -22, 21.25, of: 25),
    Self(.leo, "Debate notes: Athens and Sparta", .worldHistory, due: -1, of: 25),
    Self(.leo, "Essay: why did Rome fall?", .worldHistory, due: 22, of: 100),
    Self(.leo, "Flat and graded washes", .watercolor, due: 12, of: 10),
    Self(.leo, "Typing practice", due: 0),
    Self(.leo, "Soccer practice log", of: 10),
  ]

  private static let mia: [Self] = [
    Self(.mia, "Count by fives to one hundred", due: -37, 10, of: 10),
    Self(.mia, "Adding with the abacus", due: -30, 9, of: 10),
    Self(.mia, "Clock faces: half past", due: -14, 8.5, of: 10),
    Self(.mia, "Coins: make one dollar in five ways", due: -7, 10, of: 10),
    Self(.mia, "Shapes around the house", due: 2, of: 10),
    Self(.mia, "Bird feeder count", .nature, due: -32, 5, of: 5),
    Self(.mia, "Plant a bean", .nature, due: -25, 5, of: 5),
    Self(.mia, "Measure the bean", .nature, due: -11, 5, of: 5),
    Self(.mia, "Draw the bean", .nature, due: -8, of: 5, "Roots, stem, leaves. Color them!"),
    Self(.mia, "What lives under the log?", .nature, due: 9, of: 10),
    Self(.mia, "Read to Grandma: Frog and Toad", .composition, due: -29, 10, of: 10),
    Self(.mia, "Letters b and d", .composition, due: -23, 7.25, of: 10),
    Self(.mia, "Ten sight words", .composition, due: -15, 9, of: 10),
    Self(.mia, "My favorite animal, in three sentences", .composition, due: -2, of: 10),
    Self(.mia, "Read to Leo: a book you choose", .composition, due: 7),
    Self(.mia, "Make a clay pyramid", .worldHistory, due: -18, 20, of: 20),
    Self(.mia, "Write your name in hieroglyphs", .worldHistory, due: 10, of: 10),
    Self(.mia, "Rainbow painting", .watercolor, due: 5, of: 10),
    Self(.mia, "Thank-you letter to Grandma"),
    Self(.mia, "Learn to tie shoes", due: 30),
  ]
}
