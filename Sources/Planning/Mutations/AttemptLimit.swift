/// How often something may be tried: counted before it is done, and whatever comes of it.
package struct AttemptLimit: Hashable, Sendable {
  /// What is counted: `attempts.kind` of the database.
  package let kind: String
  /// What an error calls them: `attempts to join`.
  package let attempts: String
  /// How often one viewer may; nil for what is asked without a token.
  package let perViewer: Int32?
  /// How often may be tried from one network, by whomever.
  package let perNetwork: Int32
  /// Counting begins again so many seconds after the first.
  package let seconds: Int32

  package init(kind: String, attempts: String, perViewer: Int32? = nil, perNetwork: Int32, seconds: Int32) {
    self.kind = kind
    self.attempts = attempts
    self.perViewer = perViewer
    self.perNetwork = perNetwork
    self.seconds = seconds
  }
}
