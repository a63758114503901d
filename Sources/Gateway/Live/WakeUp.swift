package import Domain

/// Those in this process, and in others, that wait for what a transaction has touched.
package struct WakeUp: Sendable {
  /// Wakes the streams whose answers have become others.
  package let watch: VersionWatch
  /// Nil where other processes are not told of changes.
  package let announcer: ChangeAnnouncer?
  /// Wakes the workers of mail and text messages.
  package let messages = OutboxSignal()
  /// Wakes the workers of pushes.
  package let pushes = OutboxSignal()
  /// Wakes the worker of webhooks.
  package let webhooks = OutboxSignal()

  package init(hints: ChangeHints? = nil) {
    watch = VersionWatch(hints: hints)
    announcer = hints.map { ChangeAnnouncer($0) }
  }

  /// Wakes them once the transaction is committed.
  package func wake(_ touched: Touched) {
    if !touched.owners.isEmpty {
      watch.noteChange(of: touched.owners)
      announcer?.note(touched.owners)
    }
    if touched.hasMessages { messages.wake() }
    if touched.hasPushes { pushes.wake() }
    if touched.hasWebhooks { webhooks.wake() }
  }
}
