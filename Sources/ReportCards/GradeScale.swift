import GraphQL

/// A grade scale that letters on a report card are of.
struct GradeScale: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let letter: String
    /// As the answer has them.
    let from: String
    let points: String?
  }

  /// A scale of the family by its id, or a ready-made one by its value of `ReadyMadeGradeScale`.
  enum Key: Hashable, Sendable {
    case own(String)
    case readyMade(String)
  }

  let key: Key
  /// The name of a scale of the family's own; nil for a ready-made one.
  let name: String?
  let steps: [Step]
  /// The courses that the scale is for; empty where it is for all.
  var courses: [String] = []
}

/// The grade scales of a family, and which of them it has chosen for what.
struct GradeScaleChoices {
  private struct Choice {
    let student: String?
    let course: String?
    let key: GradeScale.Key
  }

  private let choices: [Choice]
  private let scales: [GradeScale.Key: GradeScale]

  /// - Parameter family: of the answer to ``ReportCardQuery/body``.
  init(_ family: JSONValue) {
    choices = (family["gradeScaleChoices"]?.items ?? []).compactMap { choice in
      let key = choice["gradeScale"]?["id"]?.text.map { GradeScale.Key.own($0) } ?? choice["readyMade"]?.text.map { .readyMade($0) }
      return key.map { Choice(student: choice["student"]?["id"]?.text, course: choice["course"]?["id"]?.text, key: $0) }
    }
    var scales: [GradeScale.Key: GradeScale] = [:]
    for scale in family["gradeScales"]?.items ?? [] {
      guard let id = scale["id"]?.text else { continue }
      let key = GradeScale.Key.own(id)
      scales[key] = GradeScale(key: key, name: scale["name"]?.text, steps: (scale["steps"]?.items ?? []).compactMap(GradeScale.Step.init))
    }
    let steps = Dictionary(grouping: family["readyMadeGradeSteps"]?.items ?? []) { $0["gradeScale"]?.text ?? "" }
    for (name, steps) in steps {
      let key = GradeScale.Key.readyMade(name)
      scales[key] = GradeScale(key: key, name: nil, steps: steps.compactMap(GradeScale.Step.init))
    }
    self.scales = scales
  }

  /// The most specific choice: for the student in the course, for the course, for the student, for the family.
  private func key(student: String, course: String) -> GradeScale.Key {
    let orders: [(String?, String?)] = [(student, course), (nil, course), (student, nil), (nil, nil)]
    for (student, course) in orders {
      if let choice = choices.first(where: { $0.student == student && $0.course == course }) { return choice.key }
    }
    return .readyMade("PLUS_MINUS")
  }

  /// The scales of some lines, in the order of the lines. Several name their courses.
  func scales(of lines: [ReportCard.Line], student: String) -> [GradeScale] {
    var found: [GradeScale] = []
    for line in lines {
      let key = key(student: student, course: line.courseID)
      if let index = found.firstIndex(where: { $0.key == key }) {
        found[index].courses.append(line.course)
      } else if var scale = scales[key] {
        scale.courses = [line.course]
        found.append(scale)
      }
    }
    if found.count == 1 { found[0].courses = [] }
    return found
  }
}

extension GradeScale.Step {
  fileprivate init?(_ step: JSONValue) {
    guard let letter = step["letter"]?.text, let from = step["leastPercentage"]?.number else { return nil }
    self.letter = letter
    self.from = from
    points = step["gradePoints"]?.number
  }
}
