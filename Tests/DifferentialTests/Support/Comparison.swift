import GraphQL
import Testing

/// Compares our verdicts with those of the reference, and keeps count.
struct Comparison {
  /// Texts on which both differ.
  struct Disagreement {
    /// The kind of difference, names left out: texts with the same signature have the same cause.
    var signature: String
    var text: String
    var ours: Verdict
    var theirs: Verdict
  }

  private let title: String
  private var compared = 0
  private var sameVerdicts = 0
  private var sameMessages = 0
  private var sameLocations = 0
  private var withErrors = 0
  private var known: [String: Int] = [:]
  /// How often the reference could not cope.
  private var helpless = 0
  private(set) var disagreements: [Disagreement] = []

  /// The folder of the corpus for these texts.
  private let folder: String

  init(_ title: String, folder: String) {
    self.title = title
    self.folder = folder
  }

  /// - Parameter theirs: nil when the reference could not cope.
  mutating func add(_ text: String, ours: Verdict, theirs: Verdict?) {
    guard let theirs else {
      helpless += 1
      return
    }
    compare(text, ComparedVerdicts(on: text, ours: ours, theirs: theirs))
  }

  private mutating func compare(_ text: String, _ pair: ComparedVerdicts) {
    for reason in pair.reasons { known[reason, default: 0] += 1 }
    if pair.isLeftOut { return }
    let (ours, theirs) = (pair.ours, pair.theirs)
    compared += 1
    sameVerdicts += ours.isSameKind(as: theirs) ? 1 : 0
    if !ours.findings.isEmpty || !theirs.findings.isEmpty {
      withErrors += 1
      sameMessages += ours.hasSameMessages(as: theirs) ? 1 : 0
      sameLocations += ours.hasSamePlaces(as: theirs) ? 1 : 0
    }
    if let disagreement = Comparison.disagreement(on: text, ours: ours, theirs: theirs) {
      disagreements.append(disagreement)
    }
  }

  /// nil when both are the same: the same errors, at the same places, in the same order.
  static func disagreement(on text: String, ours: Verdict, theirs: Verdict) -> Disagreement? {
    if ours.isSameKind(as: theirs) && ours.hasSameMessages(as: theirs)
      && ours.hasSamePlaces(as: theirs)
    {
      return nil
    }
    let pairs = zip(ours.findings, theirs.findings).first { !$0.agrees(with: $1) }
    let (one, other) =
      pairs.map { ($0.comparedMessage, $1.comparedMessage) }
      ?? ours.findings.dropFirst(theirs.findings.count).first.map { ($0.comparedMessage, "-") }
      ?? ("-", theirs.findings.dropFirst(ours.findings.count).first?.comparedMessage ?? "-")
    let messages = { (verdict: Verdict) in Set(verdict.findings.map(\.comparedMessage)) }
    let isSet = messages(ours) == messages(theirs) ? " (order or place)" : ""
    return Disagreement(
      signature: "\(withoutNames(one)) ≠ \(withoutNames(other))\(isSet)", text: text, ours: ours, theirs: theirs)
  }

  private static func withoutNames(_ message: String) -> String {
    var shape = ""
    var isQuoted = false
    for character in message.prefix(160) {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted && !character.isNumber { shape.append(character) }
    }
    return shape
  }

  /// `unknown-argument-on-field-…`
  private static func name(_ signature: String) -> String {
    signature.lowercased().split { !$0.isASCII || !$0.isLetter }.prefix(12).joined(separator: "-")
  }

  /// Prints the rates, and records an issue for each cause of disagreement.
  ///
  /// - Parameter verdicts: Both verdicts on a text, to make the examples short.
  func report(_ verdicts: (String) throws -> (ours: Verdict, theirs: Verdict?)) throws {
    func rate(_ part: Int, of whole: Int) -> String {
      whole == 0 ? "none" : "\(part) of \(whole)"
    }
    print(
      "\(title): same verdict \(rate(sameVerdicts, of: compared)); of those with errors, "
        + "same messages \(rate(sameMessages, of: withErrors)), same locations \(rate(sameLocations, of: withErrors))")
    for (reason, count) in known.sorted(by: { $0.key < $1.key }) { print("  \(count) × \(reason)") }

    if helpless > 0 { print("  \(helpless) × The reference could not cope.") }
    #expect(compared > 9 * helpless, "A comparison with hardly anything says nothing.")

    let causes = Dictionary(grouping: disagreements, by: \.signature).sorted { $0.value.count > $1.value.count }
    for (signature, examples) in causes.prefix(12) {
      guard let shortest = examples.min(by: { $0.text.utf8.count < $1.text.utf8.count }) else { continue }
      var attempts = 0
      let text = try Reduction.shortest(shortest.text) { candidate in
        attempts += 1
        if attempts > 120 { return false }
        let (ours, theirs) = try verdicts(candidate)
        guard let theirs else { return false }
        let pair = ComparedVerdicts(on: candidate, ours: ours, theirs: theirs)
        return !pair.isLeftOut
          && Comparison.disagreement(on: candidate, ours: pair.ours, theirs: pair.theirs)?.signature == signature
      }
      let (ours, theirs) = try verdicts(text)
      if Run.records, let theirs {
        try CorpusCase(name: Comparison.name(signature), text: text, verdict: theirs.compared.description)
          .record(in: folder)
      }
      Issue.record(
        """
        \(examples.count) × \(signature)
        \(text.debugDescription)
        ours:   \(ours)
        theirs: \(theirs.map(\.description) ?? "-")
        """)
    }
  }
}

extension Verdict {
  /// In our spelling.
  fileprivate var compared: Verdict {
    func compared(_ finding: Finding) -> Finding {
      Finding(locations: finding.locations, message: finding.comparedMessage)
    }
    return switch self {
    case .valid: .valid
    case .syntaxError(let finding): .syntaxError(compared(finding))
    case .limitExceeded(let finding): .limitExceeded(compared(finding))
    case .invalid(let findings): .invalid(findings.map(compared))
    }
  }

  fileprivate func hasSameMessages(as reference: Verdict) -> Bool {
    findings.count == reference.findings.count
      && zip(findings, reference.findings).allSatisfy { $0.hasSameMessage(as: $1) }
  }

  fileprivate func hasSamePlaces(as reference: Verdict) -> Bool {
    findings.count == reference.findings.count
      && zip(findings, reference.findings).allSatisfy { $0.hasSamePlaces(as: $1) }
  }
}
