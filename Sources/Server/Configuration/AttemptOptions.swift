import ArgumentParser
import Planning
import Domain

/// How often something may be tried, where an operator wants it otherwise than the program declares it.
struct AttemptOptions: ParsableArguments {
  @Option(
    name: .customLong("attempt-limit"),
    help: ArgumentHelp(
      """
      How often something may be tried in its time, such as networkRegistrations=2000; may be repeated. docs/limits.md names the \
      kinds. (HATCHED_ATTEMPT_LIMITS, separated by commas) [the program's]
      """, valueName: "kind=number"))
  var attemptLimits: [String] = []

  /// - Throws: for one that is not of this form, out of range, or of a kind that there is not.
  func limits() throws -> AttemptLimits {
    let variable = EnvironmentVariable.attemptLimits.value?.split(separator: ",").map(String.init) ?? []
    let (given, name) = attemptLimits.isEmpty ? (variable, EnvironmentVariable.attemptLimits.rawValue) : (attemptLimits, "--attempt-limit")
    let kinds = AttemptLimit.all.map(\.kind)
    var maxima: [String: Int32] = [:]
    for text in given {
      guard let match = text.wholeMatch(of: /([A-Za-z]+)=(\d+)/) else {
        throw ValidationError("\(name) has \"\(text)\", which is not of the form kind=number.")
      }
      let kind = String(match.1)
      guard kinds.contains(kind) else {
        throw ValidationError("\(name) names \"\(kind)\", but the kinds are \(kinds.sorted().joined(separator: ", ")).")
      }
      maxima[kind] = Int32(clamping: try NumberRange("\(name) \(kind)", 1...1_000_000_000).number(in: String(match.2)))
    }
    return AttemptLimits(maxima)
  }

  func validate() throws { _ = try limits() }
}
