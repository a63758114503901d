/// The random values of one assignment of a sample.
struct SampleAssignment {
  let course: Int?
  let title: String
  let instructions: String?
  let due: CalendarDay?
  let possible: Points?
  /// Nil until graded.
  let awarded: Points?
  let updated: Moment

  init(_ number: Int, of family: SampleFamily, created: Moment, using generator: inout SplitMix64) {
    let today = family.sample.referenceDay

    course = generator.draw(oneIn: 10) ? nil : generator.draw(below: family.courseCount)
    title = AssignmentTitles.draw(for: course.map(family.outline(ofCourse:)), number, using: &generator)
    let hasInstructions = generator.draw(below: 5) < 2
    instructions = hasInstructions ? generator.draw(from: AssignmentInstructions.all) : nil

    let due = Self.dueDay(family.term(number), today: today)
    self.due = generator.draw(oneIn: 12) ? nil : due
    let isGraded =
      switch self.due {
      case .some(let due): due < today && generator.draw(below: 3) < 2
      case .none: generator.draw(oneIn: 4)
      }

    let possible = generator.draw(from: Self.points)
    // A parent who has yet to look at an assignment may not have said what it is worth.
    let isWorthUnknown = !isGraded && generator.draw(oneIn: 10)
    self.possible = isWorthUnknown ? nil : possible
    awarded = isGraded ? Self.award(of: possible, using: &generator) : nil

    if !isGraded {
      updated = created
    } else if self.due == nil {
      updated = created + generator.draw(below: Moment.day)
    } else {
      let days = generator.draw(below: min(6, today.number - due.number))
      let time = 15 * Moment.hour + generator.draw(below: 8 * Moment.hour)
      updated = Moment(due.adding(days: days), offset: time)
    }
  }

  private static let points: [Points] = [10, 20, 25, 50, 100]

  /// Ten weeks before today to eight weeks after it. School is out on weekends: what falls there is due
  /// on the Friday before.
  private static func dueDay(_ progress: TermProgress, today: CalendarDay) -> CalendarDay {
    let day = today.adding(days: progress.scaled(to: 126) - 70)
    return day.adding(days: -max(0, day.weekday - 4))
  }

  /// Mostly good work in whole points, at times with quarters; once in a while nothing at all.
  private static func award(of possible: Points, using generator: inout SplitMix64) -> Points {
    if generator.draw(oneIn: 50) { return 0 }
    let percent = max(generator.draw(below: 51), generator.draw(below: 51)) + 50
    let quarters = possible.quarters * percent / 100
    return Points(quarters: generator.draw(oneIn: 4) ? quarters : quarters / 4 * 4)
  }
}
