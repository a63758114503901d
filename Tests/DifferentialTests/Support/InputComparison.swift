import GraphQL
import Testing

/// Compares what came of requests with variables, and keeps count.
struct InputComparison {
  private let title: String
  private var compared = 0
  private var withErrors = 0
  private var leftOut = 0
  private var disagreements: [String] = []

  init(_ title: String) { self.title = title }

  mutating func add(_ request: InputRequest, ours: InputOutcome, theirs: InputOutcome) {
    if ours == .invalidDocument || ours == .limitExceeded {
      leftOut += 1
      return
    }
    compared += 1
    if case .variableErrors = theirs { withErrors += 1 }
    if !InputComparison.agree(ours, theirs) {
      disagreements.append(
        "\(request.text)\n\(request.variables.canonicalText)\nours:   \(ours)\ntheirs: \(theirs)")
    }
  }

  private static func agree(_ ours: InputOutcome, _ theirs: InputOutcome) -> Bool {
    guard case .variableErrors(let findings) = ours, case .variableErrors(let others) = theirs
    else { return ours == theirs }
    return findings.count == others.count && zip(findings, others).allSatisfy { $0.agrees(with: $1) }
  }

  func report() {
    print(
      "\(title): same outcome \(compared - disagreements.count) of \(compared), \(withErrors) with errors; left out \(leftOut)"
    )
    for disagreement in disagreements.sorted(by: { $0.utf8.count < $1.utf8.count }).prefix(12) {
      Issue.record("\(disagreement)")
    }
    #expect(compared > leftOut)
  }
}
