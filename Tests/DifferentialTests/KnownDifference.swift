import GraphQL

/// A difference that the reference may have, with the reason. Any other difference is a defect.
struct KnownDifference: Sendable {
  var reason: String
  var extent: Extent

  enum Extent: Sendable {
    /// Texts that are not compared at all: from the text, our verdict and the reference's.
    case text(@Sendable (String, Verdict, Verdict) -> Bool)
    /// Errors of ours that the reference need not have, given all of its own.
    case ours(@Sendable (Finding, [Finding]) -> Bool)
    /// Errors of the reference that we need not have, given all of ours.
    case theirs(@Sendable (Finding, [Finding]) -> Bool)
  }

  static let all: [KnownDifference] = [
    KnownDifference(
      reason: "A limit of ours was passed; graphql-core has others.",
      extent: .text { _, ours, _ in if case .limitExceeded = ours { true } else { false } }),

    // The specification wins.
    KnownDifference(
      reason: "graphql-core takes selection sets without selections; section 2.4 has `{ Selection+ }`.",
      extent: .text { text, ours, _ in
        guard case .syntaxError(let finding) = ours, finding.message.hasSuffix("found \"}\".") else { return false }
        return hasEmptyBraces(text)
      }),
    KnownDifference(
      reason: "graphql-core takes directives on directive definitions, and extensions of these: a later draft.",
      extent: .text { _, ours, _ in
        guard case .syntaxError(let finding) = ours else { return false }
        return [
          "Syntax Error: Expected \"on\", found \"@\".", "Syntax Error: Unexpected Name \"directive\".",
          "Syntax Error: Unexpected Name \"DIRECTIVE_DEFINITION\".",
        ].contains(finding.message)
      }),
    KnownDifference(
      reason: "Variables in a OneOf must be non-null (section 5.8.5); graphql-core forgets it in a non-null OneOf.",
      extent: .ours { finding, _ in finding.message.contains("must be non-nullable to be used for OneOf") }),
    KnownDifference(
      reason: "Float values are finite (section 3.5.2); graphql-core takes 1e400 in documents.",
      extent: .ours { finding, _ in finding.message == "Float cannot represent non numeric value: 1e400" }),
    KnownDifference(
      reason: "Operations have no place in a schema (section 3.1); graphql-core overlooks them.",
      extent: .text { _, ours, _ in
        ours.findings.contains { $0.message == "Executable definitions are not allowed in a schema." }
      }),
    KnownDifference(
      reason: "Names of built-in types are taken (section 3.3), and we define built-in directives; graphql-core lets SDL do so.",
      extent: .text { _, ours, _ in ours.findings.contains { $0.message.contains(" already exists in the schema.") } }),
    KnownDifference(
      reason: "Literals have the type of their place (section 5.6.1), in SDL too; graphql-core does not look there.",
      extent: .ours { finding, _ in
        finding.message.hasPrefix("Argument \"@") && finding.message.contains(" has invalid value")
      }),

    KnownDifference(
      reason: "A directive is not used in its own definition (section 3.13); graphql-core does not look.",
      extent: .ours { finding, _ in finding.message.contains(" is used in its own definition.") }),
    KnownDifference(
      reason: "An escape ends where its value is known to be too large, as in graphql-js; not so in Python.",
      extent: .text { _, ours, theirs in
        guard case .syntaxError(let finding) = ours, case .syntaxError(let other) = theirs else { return false }
        return finding.message.hasPrefix("Syntax Error: Invalid Unicode escape sequence: \"\\u{")
          && other.comparedMessage != finding.message
          && other.comparedMessage.hasPrefix(finding.message.dropLast(2))
      }),

    KnownDifference(
      reason: "A line's length is in UTF-16 code units in graphql-js, as with us, and in code points in graphql-core.",
      extent: .ours { finding, theirs in theirs.contains { $0.isOtherLayout(of: finding) } }),
    KnownDifference(
      reason: "A line's length is in UTF-16 code units in graphql-js, as with us, and in code points in graphql-core.",
      extent: .theirs { finding, ours in ours.contains { $0.isOtherLayout(of: finding) } }),

    // We say the same thing less often.
    KnownDifference(
      reason: "Of more than a hundred errors, each implementation tells others.",
      extent: .text { _, ours, theirs in
        guard case .invalid = ours else { return false }
        return theirs.findings.last?.message.hasPrefix("Too many validation errors") ?? false
      }),
    KnownDifference(
      reason: "Equal fields are one field to us: a conflict with them is told once, not for each of them.",
      extent: .theirs { finding, ours in ours.contains { $0.isSameConflict(as: finding) } }),
    KnownDifference(
      reason: "Equal fields are one field to us: which of several conflicts stand for the rest may differ.",
      extent: .ours { finding, theirs in theirs.contains { $0.isSameConflict(as: finding) } }),
    KnownDifference(
      reason: "Which of several definitions with one name is meant, rules need not agree on.",
      extent: .theirs { finding, ours in
        !finding.isRepeatedName && ours.contains { $0.isRepeatedName && $0.mayMatter(to: finding) }
      }),
    KnownDifference(
      reason: "Which of several definitions with one name is meant, rules need not agree on, ours included.",
      extent: .ours { finding, theirs in
        !finding.isRepeatedName && theirs.contains { $0.isRepeatedName && $0.mayMatter(to: finding) }
      }),
    KnownDifference(
      reason: "Arguments of unknown directives are of no type; graphql-core looks at those of the field around.",
      extent: .theirs { finding, ours in
        ours.contains { $0.message.hasPrefix("Unknown directive ") }
          && ["cannot represent ", "Expected value ", "exactly one field", "does not exist in "]
            .contains { finding.message.contains($0) }
      }),
    KnownDifference(
      reason: "That a type system definition is not executable is all that we say about it.",
      extent: .theirs { _, ours in ours.contains { $0.message.hasSuffix("is not executable.") } }),
  ]

  /// Whether a `}` follows a `{` with nothing but what is ignored between them.
  private static func hasEmptyBraces(_ text: String) -> Bool {
    let tokens = Tokens(text)
    return zip(tokens.tokens, tokens.tokens.dropFirst()).contains { one, other in
      tokens.pieces[one] == "{" && tokens.pieces[other] == "}"
    }
  }
}

extension Finding {
  /// Whether both quote the same value, with characters of two UTF-16 code units in it, in lines of different length:
  /// `{ a: "😀", b: 1 }` is also written with a field a line. A long one may be cut at different places.
  fileprivate func isOtherLayout(of other: Finding) -> Bool {
    guard locations == other.locations, message.unicodeScalars.contains(where: { $0.value > 0xFFFF }) else { return false }
    func withoutLayout(_ message: String) -> Substring {
      let text = message.filter { !$0.isWhitespace && $0 != "," }
      return text.prefix { $0 != "…" }
    }
    let (one, two) = (withoutLayout(comparedMessage), withoutLayout(other.comparedMessage))
    return one == two || comparedMessage.contains("…") && two.hasPrefix(one)
      || other.comparedMessage.contains("…") && one.hasPrefix(two)
  }

  fileprivate var isRepeatedName: Bool {
    ["fragment", "type", "directive"].contains { message.hasPrefix("There can be only one \($0) named ") }
  }

  /// Whether an error may be due to what the definitions of a repeated name hold.
  fileprivate func mayMatter(to finding: Finding) -> Bool {
    if message.hasPrefix("There can be only one fragment ") {
      return ["Cannot spread fragment ", "Variable ", "Fragment "].contains { finding.message.hasPrefix($0) }
    }
    return ["Cannot extend ", "Directive ", "Argument ", "Unknown argument ", "The directive "]
      .contains { finding.message.hasPrefix($0) }
  }

  fileprivate var isConflict: Bool { message.contains(" conflict because ") }

  /// Whether both say that fields with one response key cannot be merged: `Fields "key" conflict because …`.
  fileprivate func isSameConflict(as other: Finding) -> Bool {
    message.contains(" conflict because ") && other.message.contains(" conflict because ")
      && comparedMessage.split(separator: "\"")[1] == other.comparedMessage.split(separator: "\"")[1]
  }
}

/// Two verdicts without what they need not agree about.
struct ComparedVerdicts {
  var ours: Verdict
  var theirs: Verdict
  /// Why something was left out.
  var reasons: [String] = []
  /// Whether there is nothing to compare.
  var isLeftOut = false

  init(on text: String, ours: Verdict, theirs: Verdict) {
    self.ours = ours
    self.theirs = theirs
    for difference in KnownDifference.all {
      switch difference.extent {
      case .text(let applies):
        guard applies(text, ours, theirs) else { continue }
        reasons = [difference.reason]
        isLeftOut = true
        return
      case .ours(let isOptional):
        let kept = self.ours.findings.filter { finding in
          self.theirs.findings.contains { finding.agrees(with: $0) } || !isOptional(finding, theirs.findings)
        }
        if self.ours.keep(kept) { reasons.append(difference.reason) }
      case .theirs(let isOptional):
        let kept = self.theirs.findings.filter { finding in
          self.ours.findings.contains { $0.agrees(with: finding) } || !isOptional(finding, ours.findings)
        }
        if self.theirs.keep(kept) { reasons.append(difference.reason) }
      }
    }
    if self.ours.findings.contains(where: \.isConflict), !self.ours.agrees(with: self.theirs) {
      // With them out of the way, the order of all else is still the same.
      self.ours.gatherConflicts()
      self.theirs.gatherConflicts()
    }
  }
}

extension Verdict {
  fileprivate func agrees(with reference: Verdict) -> Bool {
    findings.count == reference.findings.count
      && zip(findings, reference.findings).allSatisfy { $0.agrees(with: $1) }
  }

  /// Puts conflicts of fields last, each once.
  fileprivate mutating func gatherConflicts() {
    guard case .invalid(let all) = self else { return }
    var seen: Set<String> = []
    let conflicts = all.filter(\.isConflict)
      .filter { seen.insert("\($0.locations) \($0.comparedMessage)").inserted }
      .sorted { "\($0.locations) \($0.comparedMessage)" < "\($1.locations) \($1.comparedMessage)" }
    self = .invalid(all.filter { !$0.isConflict } + conflicts)
  }

  /// - Returns: Whether these are fewer errors.
  fileprivate mutating func keep(_ findings: [Finding]) -> Bool {
    guard case .invalid(let all) = self, findings.count < all.count else { return false }
    self = findings.isEmpty ? .valid : .invalid(findings)
    return true
  }
}
