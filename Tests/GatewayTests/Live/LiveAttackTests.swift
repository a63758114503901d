import Gateway
import GraphQL
import Planning
import Postgres
import Domain
import TestSupport
import Testing

/// A subscription tells no more of the rows of others than a query does: see `AttackTests`. Answers are remembered meanwhile.
@Suite(.serialized) struct LiveAttackTests {
  /// One attack in so many is tried where a run takes a sample.
  private static let shares = 4

  @Test func `Whatever is given of others to a subscription is answered as what nobody has`() async throws {
    let ground = try await AttackGround("live_attacks")
    let report = try await findings(on: ground, isUnlocked: false)
    for finding in report.findings.prefix(5) { Issue.record("\(finding)") }
    #expect(report.count > 100)
  }

  @Test func `With every lock off attacks by subscriptions succeed`() async throws {
    let ground = try await AttackGround("live_attacks_without_locks")
    #expect(try await !findings(on: ground, isUnlocked: true).findings.isEmpty)
  }

  private func findings(on ground: AttackGround, isUnlocked: Bool) async throws -> (count: Int, findings: [String]) {
    let gateway = try TestGateway(
      isUnlocked ? ground.database.owner : ground.database.app, of: ground.database.walked,
      limits: RequestLimits(cost: 100_000_000), locks: isUnlocked ? [] : .all
    ) { $0.size = 1 }
    let talk = Conversation(gateway: gateway, database: ground.database)
    let twins = Twins(gateway: gateway, ground: ground, asStreams: true)
    var (count, findings) = (0, [String]())
    for viewer in [talk.elena, talk.ada] {
      let walk = AttackWalk(schema: try ground.database.walked.schema, own: try await ground.database.rows(of: viewer))
      let rows = [ground.foreignIDs, try await ground.hidden(from: viewer)]
      let attacks: [Attack] = taken(of: walk.lookups, Self.shares) + taken(of: walk.filters, 4 * Self.shares)
      for attack in attacks where !isUnlocked || findings.isEmpty {
        let tried = try await twins.findings(attack, as: viewer, rows)
        count += tried.count
        findings += tried.findings
      }
    }
    await gateway.pool.shutdown()
    return (count, findings)
  }

  private func taken(of attacks: [Attack], _ shares: Int) -> [Attack] {
    attacks.enumerated().filter { WalkSample.current.takes($0.offset, of: shares) }.map(\.element)
  }
}
