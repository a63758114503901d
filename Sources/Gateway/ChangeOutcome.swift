/// The outcome of a change whose answer could not be given: `extensions.outcome`. A change is never partly applied.
enum ChangeOutcome: String {
  case committed = "COMMITTED"
  case rolledBack = "ROLLED_BACK"

  var sentence: String {
    switch self {
    case .committed: "The change was made"
    case .rolledBack: "The change was not made"
    }
  }
}
