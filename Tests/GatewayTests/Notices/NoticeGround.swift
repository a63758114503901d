import Domain
import Gateway
import GraphQL
import Postgres
import Push
import SQL
import TestSupport
import Testing

/// A school and a family whose notices tests read and push, with the worker's connections.
final class NoticeGround {
  let pickup: PickupGround
  let pool: ConnectionPool
  private let outbox: Outbox<WaitingPush>
  /// The events that came, with their notices read or pushed.
  private(set) var seen: Set<String> = []

  private init(_ pickup: PickupGround) throws {
    self.pickup = pickup
    pool = try ConnectionPool(PoolConfiguration(address: pickup.database.superuser.user("hatched_worker")))
    outbox = Outbox<WaitingPush>(pool: pool)
  }

  static func run(_ name: String, _ body: (NoticeGround) async throws -> Void) async throws {
    try await PickupGround.run(name) { pickup in
      let ground = try NoticeGround(pickup)
      // A server with keys has looked for pushes.
      _ = try await ground.claim()
      try await pickup.database.run("DELETE FROM devices")
      try await ground.ask(#"mutation { registerDevice(input: {platform: IOS, token: "a1b2"}) { device { id } } }"#, as: pickup.parent)
      try await ground.ask(
        #"mutation { registerStaffDevice(input: {platform: IOS, token: "c3d4"}) { device { id } } }"#, as: pickup.teacher)
      try await body(ground)
      await ground.pool.shutdown()
    }
  }

  @discardableResult
  func ask(_ query: String, as viewer: AccountViewer) async throws -> JSONValue {
    let answer = try await pickup.ask(query, as: viewer)
    #expect(answer.at("errors") == nil, "\(query): \(answer)")
    return answer
  }

  /// The pushes that wait, however late they are due; the outbox is empty then.
  func claim() async throws -> [WaitingPush] {
    try await pickup.database.run("UPDATE messages SET due_at = now() WHERE channel = 'PUSH'")
    let pushes = try await outbox.exchange(by: .random(), [], next: PushService.allCases, most: 64, for: 60, held: []).next
    try await pickup.database.run("DELETE FROM messages WHERE channel = 'PUSH'")
    return pushes
  }

  /// Makes an event come, which the parent reads in two languages and gets pushed.
  /// - Parameters:
  ///   - arguments: those of the event.
  ///   - words: the title and the body that a person wrote.
  ///   - isOfEarlierRelease: whether the row has no arguments.
  func expect(
    _ event: String, _ arguments: [NoticeArgument: String], words: [NoticeText.Part: String] = [:], isOfEarlierRelease: Bool = false,
    _ cause: () async throws -> Void
  ) async throws {
    _ = try await claim()
    try await cause()
    let notice = try #require(Notice.named(event))
    #expect(isOfEarlierRelease || notice.required.allSatisfy { arguments[$0] != nil }, "\(event)")
    let names = NoticeArgument.allCases.map(\.rawValue).joined(separator: " ")
    for language in ["de", "en"] {
      try await ask(#"mutation { updateMemberSettings(input: {language: "\#(language)"}) { settings { language } } }"#, as: pickup.parent)
      let told = try await ask(
        "{ viewer { notifications(first: 1) { event kind title body arguments { \(names) } } } }", as: pickup.parent
      ).at("data", "viewer", "notifications", 0)
      #expect(told?.at("event")?.string == event)
      #expect(told?.at("kind")?.string == notice.kind.rawValue, "\(event)")
      for part in NoticeText.Part.allCases {
        let expected = try words[part] ?? #require(filled(event, part, arguments, in: language), "\(event)")
        #expect(told?.at(.key(part.rawValue))?.string == expected, "\(event) in \(language)")
      }
      for argument in NoticeArgument.allCases {
        #expect(told?.at("arguments", .key(argument.rawValue))?.string == arguments[argument], "\(event) \(argument)")
      }
    }
    try expect(event, arguments, pushedBy: try await claim(), to: "a1b2")
  }

  /// Makes an event of staff come, which is pushed to the teacher.
  func expectOfStaff(_ event: String, _ arguments: [NoticeArgument: String], _ cause: () async throws -> Void) async throws {
    _ = try await claim()
    try await cause()
    try expect(event, arguments, pushedBy: try await claim(), to: "c3d4")
  }

  /// Makes an event come to a provider, which is in no family: it reads a notification, and its device gets a push.
  /// - Parameters:
  ///   - push: the event of the push.
  ///   - token: that of the device.
  func expectOfProvider(
    _ event: String, _ arguments: [NoticeArgument: String], pushedAs push: String = "PROVIDER_BOOKING", as provider: AccountViewer,
    at token: String, _ cause: () async throws -> Void
  ) async throws {
    _ = try await claim()
    try await cause()
    let notice = try #require(Notice.named(event))
    let names = NoticeArgument.allCases.map(\.rawValue).joined(separator: " ")
    let told = try await ask(
      "{ viewer { notifications(first: 1) { event kind title body arguments { \(names) } } } }", as: provider
    ).at("data", "viewer", "notifications", 0)
    #expect(told?.at("event")?.string == event && told?.at("kind")?.string == notice.kind.rawValue, "\(event)")
    for part in NoticeText.Part.allCases {
      let expected = try #require(filled(event, part, arguments, in: NoticeText.standardLanguage), "\(event)")
      #expect(told?.at(.key(part.rawValue))?.string == expected, "\(event)")
    }
    for argument in NoticeArgument.allCases {
      #expect(told?.at("arguments", .key(argument.rawValue))?.string == arguments[argument], "\(event) \(argument)")
    }
    try expect(push, arguments, pushedBy: try await claim(), to: token)
    seen.insert(event)
  }

  private func expect(
    _ event: String, _ arguments: [NoticeArgument: String], pushedBy pushes: [WaitingPush], to token: String
  ) throws {
    let push = try #require(pushes.first { $0.token == token }, "\(event)")
    #expect(push.event == event && push.arguments == arguments, "\(event)")
    let message = try PushComposer.message(push)
    switch try #require(Notice.named(event)).push {
    case .keys(let keys):
      let expected: PushText
      if let key = keys.first(where: { $0.arguments.allSatisfy { arguments[$0] != nil } }) {
        let names = key.arguments.compactMap { arguments[$0] }
        expected = try .localized(key.name, names.map { .childName($0) }, withoutNames: key.name + "_NAMELESS")
      } else {
        expected = try .localized(event + "_NAMELESS")
      }
      #expect(message.body == expected, "\(event)")
    case .words(let nameless):
      let expected = try PushText.localized(nameless.name)
      #expect(message.title == nil && message.body == expected, "\(event)")
    }
    seen.insert(event)
  }

  /// The first text whose arguments are all given.
  private func filled(_ event: String, _ part: NoticeText.Part, _ arguments: [NoticeArgument: String], in language: String) -> String? {
    for template in NoticeText.all[language]?[event]?[part] ?? [] {
      let texts = NoticeText.pieces(of: template)?.map { piece in
        switch piece {
        case .text(let text): text
        case .argument(let argument): arguments[argument]
        }
      }
      if let texts, !texts.contains(nil) { return texts.compactMap { $0 }.joined() }
    }
    return nil
  }
}
