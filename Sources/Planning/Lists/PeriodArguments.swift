import GraphQL

/// The arguments of a series that bound it: two days, and the length of a period, an enum with the values `DAY`, `WEEK` and
/// `MONTH`.
package struct PeriodArguments: Hashable, Sendable {
  /// The most periods of a series.
  package static let mostPeriods = 400

  package let from: String
  package let to: String
  package let step: String

  package init(from: String = "from", to: String = "to", step: String = "by") {
    self.from = from
    self.to = to
    self.step = step
  }

  /// An error, and the argument that it is about.
  struct Problem: Error {
    let argument: String
    let problem: ArgumentProblem
  }

  /// The number of periods, or one more: weeks begin on a day that the database knows.
  /// - Throws: `Problem` for text that is no day, for days in the wrong order, and for more periods than a series has.
  func count(in arguments: ArgumentValues) throws(Problem) -> Int {
    let first = try day(from, in: arguments)
    let last = try day(to, in: arguments)
    guard first.number <= last.number else {
      throw Problem(argument: to, problem: ArgumentProblem(message: "must not be before \"\(from)\"."))
    }
    let days = last.number - first.number
    let (count, extra) =
      switch arguments[step] {
      case .enum("MONTH")?: ((last.year - first.year) * 12 + last.month - first.month + 1, 0)
      case .enum("WEEK")?: (days / 7 + 1, 1)
      default: (days + 1, 0)
      }
    guard count <= Self.mostPeriods else {
      throw Problem(
        argument: to,
        problem: ArgumentProblem(
          message: "must be at most \(Self.mostPeriods) periods from \"\(from)\", got \(count).",
          passed: (maximum: Self.mostPeriods, value: count)))
    }
    return count + extra
  }

  private func day(
    _ name: String, in arguments: ArgumentValues
  ) throws(Problem) -> (year: Int, month: Int, number: Int) {
    let text = arguments[name]?.text ?? ""
    if let problem = ScalarForm.date.problem(of: text) {
      throw Problem(argument: name, problem: ArgumentProblem(message: problem))
    }
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else {
      throw Problem(argument: name, problem: ArgumentProblem(message: "must be a day of the calendar."))
    }
    return (parts[0], parts[1], CivilDate.number(year: parts[0], month: parts[1], day: parts[2]))
  }
}
