/// How often something may be tried. An attempt is counted before it is made, so that attempts at the same time all count.
package struct AttemptLimit: Hashable, Sendable {
  /// The party whose attempts are counted together.
  package enum Subject: Hashable, Sendable {
    /// The account that asks. Over its limit it is refused before anything is done.
    case account
    /// The card reader that asks: as with an account.
    case reader
    /// The network that a request comes from. Many people share one, so the limit never refuses a valid proof: over it,
    /// a proof is checked all the same, and an invalid one is answered with the limit.
    case network
  }

  /// The attempts that stay counted.
  package enum Counted: Hashable, Sendable {
    /// Each one: of work that is limited.
    case all
    /// Those that fail: of a secret that can be guessed. One that succeeds is given back.
    case failures
  }

  /// The kind of attempts counted: `attempts.kind` of the database.
  package let kind: String
  /// The name of the attempts in an error: `attempts to join`.
  package let attempts: String
  package let subject: Subject
  package let counted: Counted
  package let maximum: Int32
  /// Counting begins again so many seconds after the first.
  package let seconds: Int32

  package init(
    kind: String, attempts: String, of subject: Subject, counting counted: Counted, maximum: Int32, seconds: Int32
  ) {
    self.kind = kind
    self.attempts = attempts
    self.subject = subject
    self.counted = counted
    self.maximum = maximum
    self.seconds = seconds
  }
}
