import SQL

/// The members of the demonstration family. The raw values are the numbers in their keys.
enum DemonstrationPerson: Int, CaseIterable, Sendable {
  case elena = 1, mateo, ada, leo, mia

  var name: String {
    switch self {
    case .elena: "Elena Rivera"
    case .mateo: "Mateo Rivera"
    case .ada: "Ada Rivera"
    case .leo: "Leo Rivera"
    case .mia: "Mia Rivera"
    }
  }

  var role: SampleRole {
    switch self {
    case .elena, .mateo: .parent
    case .ada, .leo, .mia: .student
    }
  }

  /// Mia is seven: her parents made her profile.
  var hasAccount: Bool {
    self != .mia
  }

  var email: String? {
    switch self {
    case .elena: "elena@rivera.example.com"
    case .mateo: "mateo@rivera.example.com"
    case .ada: "ada@rivera.example.com"
    case .leo: "leo@rivera.example.com"
    case .mia: nil
    }
  }

  var id: UUIDValue { DemonstrationFamily.key(.member, rawValue) }
  var accountID: UUIDValue { DemonstrationFamily.key(.account, rawValue) }
  var sessionID: UUIDValue { DemonstrationFamily.key(.session, rawValue) }
}
