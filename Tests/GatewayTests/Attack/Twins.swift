import Foundation
import Gateway
import GraphQL
import Postgres
import Domain
import TestSupport

/// Sends an attack and its twin, and says how their answers differ.
struct Twins {
  /// The compared part of an answer: everything, but for the values that were sent.
  struct Answer: Equatable {
    var outcome: GraphQLResponse.Outcome
    var text: String
    /// How often the gateway waited for the database.
    var roundTrips: Int
  }

  /// The gateway, with one connection, so that its round trips are those of one request.
  let gateway: TestGateway
  let ground: AttackGround
  /// Whether queries are sent as subscriptions to their answers.
  var asStreams = false

  /// One row in so many is tried where a run takes a sample.
  static let shares = 4

  /// Tries an attack with rows, as a viewer. A sample has other rows for each attack.
  /// - Parameter rows: the ids of attacked rows by their types, of each reason why the viewer may not see them.
  /// - Returns: how often it was tried, and what can be told from an answer that should not be.
  func findings(
    _ attack: Attack, as viewer: AccountViewer?, _ rows: [[String: String]]
  ) async throws -> (count: Int, findings: [String]) {
    let all = rows.flatMap { attack.fillings($0, text: AttackGround.mark) }
    // Computed from names alone, so that a seed repeats it.
    let start = attack.covers.reduce(0) { $1.utf8.reduce($0) { $0 + Int($1) } }
    let taken = all.enumerated().filter { WalkSample.current.takes(start + $0.offset, of: Self.shares) }.map(\.element)
    let fillings = all.count < Self.shares ? all : taken
    guard !fillings.isEmpty else { return (0, []) }
    var findings: [String] = []
    // First, so that both find the plan and the prepared statements there.
    _ = try await answer(attack, attack.nobodys, viewer)
    let expected = try await answer(attack, attack.nobodys, viewer)
    guard viewer == nil || [.executed, .executedWithErrors].contains(expected.outcome) else {
      return (0, ["\(attack.kind) is refused as a whole: \(attack.document) \(expected)"])
    }
    for filling in fillings {
      let answer = try await answer(attack, filling, viewer)
      let told = [answer == expected ? nil : "differs", leak(in: answer.text)].compactMap(\.self)
      guard !told.isEmpty else { continue }
      findings.append(
        """
        \(attack.kind) \(told.joined(separator: ", ")): \(attack.document) \(filling)
        is answered \(answer)
        for nobody's \(expected)
        """)
    }
    return (fillings.count, findings)
  }

  /// Whether the viewer's own rows are answered otherwise than what nobody has: or an attack would prove nothing.
  func tells(_ attack: Attack, of own: [String: String], as viewer: AccountViewer) async throws -> Bool {
    let expected = try await answer(attack, attack.nobodys, viewer)
    for filling in attack.fillings(own, text: "") where try await answer(attack, filling, viewer) != expected {
      return true
    }
    return false
  }

  private func answer(
    _ attack: Attack, _ filling: [String: String], _ viewer: AccountViewer?
  ) async throws -> Answer {
    try await ground.forgetAttempts(attack)
    let variables = attack.own.merging(filling) { $1 }.map { JSONValue.Member($0.key, .string($0.value)) }
    var answer = await answer(attack.document, .object(variables), viewer)
    for (name, value) in filling { answer.text = answer.text.replacingOccurrences(of: value, with: "<\(name)>") }
    return answer
  }

  func answer(_ document: String, _ variables: JSONValue, _ viewer: AccountViewer?) async -> Answer {
    let before = gateway.pool.statistics.roundTrips
    let response = asStreams
      ? await gateway.firstOfStream(document, variables, viewer)
      : await gateway.send(document, variables: variables, as: viewer)
    return Answer(
      outcome: response.outcome, text: response.text, roundTrips: gateway.pool.statistics.roundTrips - before)
  }

  func leak(in text: String) -> String? { ground.leak(in: text) }
}
