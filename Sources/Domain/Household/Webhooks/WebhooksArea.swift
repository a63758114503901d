package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Webhooks and the messages to them (ME-17).
  package static func webhooks(_ services: IdentityServices?) -> Area {
    let change = WebhookChange(services: services)
    return Area(
      types: [Webhook.self, WebhookDelivery.self],
      resolvers: [
        "Family.webhooks": .toMany(access: .parents),

        "Mutation.createWebhook": change.create,
        "Mutation.rotateWebhookSecret": WebhookChange.rotate,
        "Mutation.testWebhook": WebhookChange.test,
      ],
      around: ["Mutation.updateWebhook": { change.update($0) }])
  }
}
