/// Two fields, or sets of them, with the same response key that cannot be merged — specification
/// section 5.3.2.
struct FieldConflict {
  indirect enum Reason {
    case text(String)
    case subfields([FieldConflict])

    var message: String {
      switch self {
      case .text(let text): text
      case .subfields(let conflicts):
        conflicts
          .map { "subfields \"\($0.responseKey)\" conflict because \($0.reason.message)" }
          .joined(separator: " and ")
      }
    }
  }

  var responseKey: String
  var reason: Reason
  /// The fields of the first side, then those of the second.
  var firstPositions: [SourcePosition]
  var secondPositions: [SourcePosition]

  var positions: [SourcePosition] { firstPositions + secondPositions }

  /// How many conflicts are looked for in one selection set; more would not be reported.
  static let maxConflicts = 200
  /// How many conflicts of the subfields of two fields are told.
  static let maxSubfieldConflicts = 10
}
