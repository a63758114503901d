/// The results of background work in this process, for the metrics.
package struct JobHistory: Sendable {
  package let passes = JobPasses()
  package let overdue = OverdueHistory()
  package let messages = OutboxHistory<MessageState>()
  package let pushes = OutboxHistory<PushResult>()
  package let webhooks = OutboxHistory<WebhookOutcome>()

  package init() {}
}
