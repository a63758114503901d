/// The maxima of attempts that an operator has set in place of the program's.
package struct AttemptLimits: Hashable, Sendable {
  /// By `AttemptLimit.kind`.
  private var maxima: [String: Int32]

  package init(_ maxima: [String: Int32] = [:]) { self.maxima = maxima }

  /// A limit with the operator's maximum, if there is one.
  package subscript(_ limit: AttemptLimit) -> AttemptLimit {
    guard let maximum = maxima[limit.kind] else { return limit }
    return AttemptLimit(
      kind: limit.kind, attempts: limit.attempts, of: limit.subject, counting: limit.counted, maximum: maximum,
      seconds: limit.seconds)
  }
}
