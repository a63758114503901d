import SQL

/// The subjects of the demonstration family, by name.
enum DemonstrationSubject: String, CaseIterable, Sendable {
  case mathematics = "Mathematics"
  case science = "Science"
  case languageArts = "Language Arts"
  case history = "History"
  case art = "Art"

  var description: String? {
    switch self {
    case .mathematics: "Every morning at nine, except on Wednesdays."
    case .science: "Lab notebooks stay in the kitchen drawer.\nGoggles on!"
    case .languageArts: nil
    case .history: "Dad's turn: “stories first, dates later”."
    case .art: "Friday afternoons."
    }
  }

  var id: UUIDValue {
    let number =
      switch self {
      case .mathematics: 1
      case .science: 2
      case .languageArts: 3
      case .history: 4
      case .art: 5
      }
    return DemonstrationFamily.key(.subject, number)
  }
}

/// The courses of the demonstration family, by name.
enum DemonstrationCourse: String, CaseIterable, Sendable {
  case algebra = "Algebra I"
  case preAlgebra = "Pre-Algebra"
  case biology = "Biology"
  case nature = "Nature Study"
  case composition = "Reading and Composition"
  case worldHistory = "World History"
  case watercolor = "Watercolor"

  var description: String? {
    switch self {
    case .algebra: "Up to the quadratic formula."
    case .biology: "Cells, genetics and ecology, with a lab every other week."
    case .nature: "Out of doors, whatever the weather."
    case .worldHistory: "From the first cities to 1500."
    case .preAlgebra, .composition, .watercolor: nil
    }
  }

  var subject: DemonstrationSubject {
    switch self {
    case .algebra, .preAlgebra: .mathematics
    case .biology, .nature: .science
    case .composition: .languageArts
    case .worldHistory: .history
    case .watercolor: .art
    }
  }

  var id: UUIDValue {
    let number =
      switch self {
      case .algebra: 1
      case .preAlgebra: 2
      case .biology: 3
      case .nature: 4
      case .composition: 5
      case .worldHistory: 6
      case .watercolor: 7
      }
    return DemonstrationFamily.key(.course, number)
  }
}
