import Gateway
import Postgres
import Push

/// Whether push notifications can be sent: the keys, the services, and what waits.
struct PushChecks {
  let options: PushOptions
  let worker: WorkerOptions

  func findings() async -> [Finding] {
    do {
      guard let (sender, client) = try options.sender() else {
        return [.ok("push", "push is off: there are no keys for APNs or FCM, see docs/push.md")]
      }
      defer { client.end() }
      var findings: [Finding] = []
      for service in sender.services { findings.append(await finding(service, sender)) }
      return findings + (await waiting())
    } catch {
      return [.fail("push", "\(error)", "see docs/push.md")]
    }
  }

  private func finding(_ service: PushService, _ sender: PushSender) async -> Finding {
    let name = service == .apns ? "push, APNs" : "push, FCM"
    let probe = await PushProbe(sender: sender).result(of: service)
    if probe.isGood { return .ok(name, probe.text) }
    return .fail(name, probe.text, "see the key, its ids and the environment, and that this machine reaches the service")
  }

  private func waiting() async -> [Finding] {
    do {
      guard let pool = try worker.pool() else {
        return [.warn("push", "this server sends none: WORKER_DATABASE_URL is not set", "set it on one server at least")]
      }
      let state: OutboxState
      do {
        state = try await Outbox<WaitingPush>(pool: pool).state()
      } catch {
        await pool.shutdown()
        throw error
      }
      await pool.shutdown()
      let text = "\(state.waiting) wait, \(state.later) of them for a later moment"
      guard state.oldestSeconds > 60 else { return [.ok("pushes", text)] }
      return [
        .warn("pushes", "\(text); the oldest has been due for \(state.oldestSeconds) s", "see the log of the servers with keys")
      ]
    } catch {
      return [.warn("pushes", "what waits cannot be read: \(error)", "see WORKER_DATABASE_URL, and run hatched migrate")]
    }
  }
}
