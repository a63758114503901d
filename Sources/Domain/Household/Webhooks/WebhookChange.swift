import GraphQL
import Planning
import SQL
import SessionTokens

/// `createWebhook`, `updateWebhook`, `rotateWebhookSecret` and `testWebhook` (ME-17).
struct WebhookChange: Sendable {
  let services: IdentityServices?

  /// The first secret follows from those of the server and the webhook's id, so that the same input sent again has the same answer.
  var create: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      let identity = try services.needed()
      let id = try input.newID()
      let url = try input.publicURL("url", identity.reachableHosts)
      let kinds = try input.enumValues("kinds", allowsEmpty: false) ?? []
      let isActive = input.isNull("isActive") || input.flag("isActive")
      return { rows throws(MutationFailure) in
        let family = rows.viewer.membership?.familyID
        let secrets = identity.secrets.derivedCodes(for: "webhook secret", (family?.bytes ?? []) + id.bytes).map { NewWebhookSecret($0) }
        if try await rows.isNew(id, of: Webhook.self, for: input) {
          try await rows.insert(
            Webhook.self, key: id,
            [
              Webhook.set(.url, .text(url)), Webhook.set(.kinds, .textArray(kinds)), Webhook.set(.isActive, .bool(isActive)),
              Webhook.set(.memberID, rows.viewer.value(of: .memberID)),
            ])
        }
        // Made with the secrets of then, which may not be those of now.
        for secret in secrets where try await rows.call(.setWebhookSecret(webhook: id, given: secret.value)) {
          return .changed(["webhook": id], values: ["secret": .text(secret.text)])
        }
        return .changed(["webhook": id])
      }
    }
  }

  /// Changes a webhook. It is of the parent who gives the address; one that is active again begins without a failure.
  func update(_ declared: DeclaredWrite<Viewer>) -> Resolver<Viewer> {
    .mutation(access: declared.access) { [write = declared.write, hosts = services?.reachableHosts ?? .none] input, rows throws(MutationFailure) in
      let member = rows.viewer.value(of: .memberID)
      return try await write(input, rows.viewer).adding({ () throws(MutationFailure) in
        var values: [ColumnValue] = []
        if input.isGiven("url") {
          _ = try input.publicURL("url", hosts)
          values.append(Webhook.set(.memberID, member))
        }
        if input.flag("isActive") { values.append(Webhook.set(.failure, .null(.text))) }
        return values
      }).run(rows)
    }
  }

  static var rotate: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      let id = try input.requiredID("id")
      let secret = NewWebhookSecret.random()
      return { rows throws(MutationFailure) in
        switch try await rows.call(.rotateWebhookSecret(webhook: id, secretID: .timeOrdered(), given: secret.value)) {
        case .done: return .changed(["webhook": id], values: ["secret": .text(secret.text)])
        case .none: throw input.notFound("id")
        case .limit:
          throw .refused(
            "A webhook has at most 5 secrets that sign: one of before signs for 24 hours.", code: .limitExceeded, at: input.path(of: "id"),
            extensions: [.init("limit", .string("webhookSecrets")), .init("maximum", .number("5"))])
        }
      }
    }
  }

  static var test: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      let id = try input.requiredID("id")
      return { rows throws(MutationFailure) in
        let delivery = UUIDValue.timeOrdered()
        switch try await rows.call(.testWebhook(webhook: id, made: delivery)) {
        case .done: return .changed(["delivery": delivery])
        case .none: throw input.notFound("id")
        case .inactive: throw .conflict("The webhook is not active: activate it first, with updateWebhook(input: {isActive: true}).", at: input.path(of: "id"), version: nil)
        case .limit:
          throw .refused(
            "At most 10 tests of a webhook wait.", code: .limitExceeded, at: input.path(of: "id"),
            extensions: [.init("limit", .string("webhookTests")), .init("maximum", .number("10"))])
        }
      }
    }
  }
}
