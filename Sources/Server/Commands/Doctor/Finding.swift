/// The result of one check.
struct Finding: Hashable, Sendable {
  enum State: String, Sendable {
    case ok, warn, fail
    /// It could not be looked at.
    case skip = "-"
  }

  let state: State
  /// The subject of the check, in one to three words.
  let subject: String
  /// The finding. No secret.
  let detail: String
  /// The remedy.
  var advice: String?

  static func ok(_ subject: String, _ detail: String) -> Finding {
    Finding(state: .ok, subject: subject, detail: detail)
  }

  static func warn(_ subject: String, _ detail: String, _ advice: String) -> Finding {
    Finding(state: .warn, subject: subject, detail: detail, advice: advice)
  }

  static func fail(_ subject: String, _ detail: String, _ advice: String) -> Finding {
    Finding(state: .fail, subject: subject, detail: detail, advice: advice)
  }

  static func skip(_ subject: String, _ detail: String) -> Finding {
    Finding(state: .skip, subject: subject, detail: detail)
  }
}

/// All findings, as a table.
///
///     ok    token secrets   2 secrets
///     warn  sign-in         nobody can sign in
///                           → set HATCHED_APPLE_AUDIENCES
struct Findings: CustomStringConvertible {
  var all: [Finding]

  var hasFailed: Bool { all.contains { $0.state == .fail } }

  var description: String {
    let width = all.map(\.subject.count).max() ?? 0
    let lines = all.flatMap { finding -> [String] in
      let indent = String(repeating: " ", count: width + 8)
      // PostgreSQL's messages may have several lines.
      let detail = finding.detail.split(separator: "\n").joined(separator: "\n" + indent)
      return [Self.padded(finding.state.rawValue, 6) + Self.padded(finding.subject, width + 2) + detail]
        + (finding.advice.map { [indent + "→ " + $0] } ?? [])
    }
    return (lines + ["", summary]).joined(separator: "\n")
  }

  private var summary: String {
    func count(_ state: Finding.State, _ one: String, _ several: String) -> String {
      let count = all.count { $0.state == state }
      return "\(count) \(count == 1 ? one : several)"
    }
    return [count(.ok, "is well", "are well"), count(.warn, "warning", "warnings"), count(.fail, "failure", "failures")]
      .joined(separator: ", ")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
