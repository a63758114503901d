import ArgumentParser
import Gateway
import Logging
import Postgres
import Push
import SQL
import SessionTokens

/// `hatched push`
struct PushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Checks the keys for push notifications, or sends a test.",
    discussion: """
      A test goes to one device at once, whatever its member has set. The app shows the text of the key TEST. The device's id is
      that of Viewer.devices.

      Examples:
        hatched push --check
        hatched push --try 0198a1b2-0000-7000-8000-000000000001
      """)

  @Flag(help: "Say which services there are keys for, and whether they answer.")
  var check = false

  @Option(name: .customLong("try"), help: ArgumentHelp("Send a test to a device.", valueName: "device"))
  var device: String?

  @OptionGroup(title: "Push notifications") var push: PushOptions

  @OptionGroup(title: "Database, for --try") var worker: WorkerOptions

  func validate() throws {
    guard check != (device != nil) else { throw ValidationError("Say either --check or --try.") }
  }

  func run() async throws {
    guard let (sender, client) = try push.sender() else {
      throw CommandFailure("push is off: there are no keys; set HATCHED_APNS_KEY_FILE or HATCHED_FCM_SERVICE_ACCOUNT")
    }
    defer { client.end() }
    if let device { try await send(to: device, sender) } else { try await checkServices(sender) }
  }

  private func checkServices(_ sender: PushSender) async throws {
    var hasFailed = false
    for service in sender.services {
      let probe = await PushProbe(sender: sender).result(of: service)
      print("\(service.rawValue): \(probe.text)")
      hasFailed = hasFailed || !probe.isGood
    }
    if hasFailed { throw ExitCode.failure }
  }

  private func send(to device: String, _ sender: PushSender) async throws {
    guard let id = UUIDValue(device) else { throw ValidationError("\(device) is no id of a device.") }
    let pool = try worker.requiredPool()
    let found: (service: PushService, token: String)?
    do {
      found = try await Outbox<WaitingPush>(pool: pool).device(id)
    } catch {
      await pool.shutdown()
      if let error = error as? StatementError, error.reason == .connection { throw DatabaseRefusal(error, .worker).failure }
      throw CommandFailure("the device could not be read: \(error)")
    }
    await pool.shutdown()
    guard let (service, token) = found else { throw CommandFailure("there is no device with this id: it was never registered, or is forgotten") }
    guard let known = PushDevice(service, token: token) else {
      throw CommandFailure("what the app has registered is no token of \(service.rawValue)")
    }
    guard sender.services.contains(service) else { throw CommandFailure("there are no keys for \(service.rawValue)") }
    let message = try PushedMessage(
      id: .random(), kind: "test", body: try .localized("TEST"), priority: .immediate, expiry: TokenConfiguration.now + 600)
    switch await sender.send(message, to: known) {
    case .sent(let id): print("accepted by \(service.rawValue), as \(id)")
    case .deviceGone(let reason, _):
      throw CommandFailure("\(service.rawValue) knows no such device (\(reason)): the app is gone, or the environment or the topic is wrong")
    case .refused(let code, let reason): throw CommandFailure("refused for good, with \(code): \(reason)")
    case .delayed(let code, let reason, _):
      throw CommandFailure("not accepted\(code == 0 ? "" : ", with \(code)"): \(reason)")
    case .unknown(let why): throw CommandFailure("whether it was accepted is not known: \(why)")
    case nil: throw CommandFailure("there are no keys for \(service.rawValue)")
    }
  }
}
