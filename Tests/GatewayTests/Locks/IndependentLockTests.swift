import Foundation
import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Each lock holds by itself, and each two: at every place of the schema that can be read, and for every id, filter and
/// cursor that can be given. Which locks there are is said in tests alone: no option and no configuration leads to it.
///
/// A sample tries everything with one combination of the locks, which is another one for each seed.
@Suite(.serialized) struct IndependentLockTests {
  private static let ground = Task { try await AttackGround("independent_locks") }
  /// All that are less than all of them.
  static let combinations = LockTests.combinations.filter { $0.testDescription != "all" }

  private let sample = WalkSample.current
  private let schema: Schema

  init() throws { schema = try WalkedSchema.recipe.schema }

  /// The cases that a sample tries with a combination of the locks.
  private func share<Case>(_ cases: [Case], with locks: LockTests.Locks, of combinations: [LockTests.Locks]) -> [Case] {
    let share = combinations.firstIndex { $0.testDescription == locks.testDescription } ?? 0
    return cases.enumerated().filter { sample.takes($0.offset, share: share, of: combinations.count) }.map(\.element)
  }

  private func gateway(_ locks: LockTests.Locks, _ database: SchoolDatabase) throws -> TestGateway {
    // One connection makes its round trips those of one request. One document tries many fields, so that the cost
    // limit must not apply.
    try TestGateway(
      locks.database ? database.app : database.owner, of: database.walked, limits: RequestLimits(cost: 100_000_000),
      locks: locks.gateway
    ) { $0.size = 1 }
  }

  @Test func `The program names no lock: all are on`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Server")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let sources = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(sources.count > 30)
    for source in sources {
      let text = try String(contentsOf: source, encoding: .utf8)
      #expect(!text.contains("PlannerLocks") && !text.contains("locks:"), "\(source.lastPathComponent)")
    }
    #expect(PlannerLocks.all == [.resolver, .scope])
  }

  // MARK: Given ids

  @Test("What is given of another family is answered as what nobody has, with", arguments: combinations)
  func attacks(_ locks: LockTests.Locks) async throws {
    let ground = try await Self.ground.value
    let gateway = try gateway(locks, ground.database)
    let talk = Conversation(gateway: gateway, database: ground.database)
    let twins = Twins(gateway: gateway, ground: ground)
    var counts: [Attack.Kind: Int] = [:]
    for viewer in [talk.elena, talk.ada] {
      let walk = AttackWalk(schema: schema, own: try await ground.database.rows(of: viewer))
      for attack in share(walk.lookups + walk.filters, with: locks, of: Self.combinations) {
        let (count, findings) = try await twins.findings(attack, as: viewer, [ground.foreignIDs])
        counts[attack.kind, default: 0] += count
        for finding in told(findings, by: locks) { Issue.record("\(finding)") }
      }
      for cursor in share(walk.cursors, with: locks, of: Self.combinations) {
        let (count, findings) = try await cursor.findings(twins, of: ground.victim, as: viewer)
        counts[.cursor, default: 0] += count
        for finding in told(findings, by: locks) { Issue.record("\(finding)") }
      }
    }
    for kind in [Attack.Kind.lookup, .filter, .cursor] {
      #expect(counts[kind, default: 0] > sample.least(100, oneOf: Self.combinations.count * Twins.shares), "\(kind)")
    }
    await gateway.pool.shutdown()
  }

  /// The resolvers refuse to write a row of another family: how many a database without a scope counts is not theirs to
  /// know.
  private func told(_ findings: [String], by locks: LockTests.Locks) -> [String] {
    let leaks = findings.filter { $0.hasPrefix("cursor leaks") || $0.contains("of another family:") }
    let differences = findings.filter { !($0.contains("is refused as a whole") && locks.refuse($0)) }
    return Array((locks.isOfResolversAlone ? leaks : differences).prefix(5))
  }

  // MARK: Changes

  private static let refusing = combinations.filter { !$0.isOfResolversAlone }

  @Test("What is another family's is not changed, with", arguments: refusing)
  func changes(_ locks: LockTests.Locks) async throws {
    let ground = try await Self.ground.value
    let gateway = try gateway(locks, ground.database)
    let talk = Conversation(gateway: gateway, database: ground.database)
    let twins = Twins(gateway: gateway, ground: ground)
    let before = try await ground.checksum()
    let parent = try await ContractViewer.parent(talk.elena, talk)
    let walk = AttackWalk(schema: schema, own: try await ground.database.rows(of: talk.elena))
    let administrator = try await ContractViewer.administrator(talk)
    let changes = try walk.changes { mutation, field in
      try (mutation.isOfSchool ? administrator : parent).input(of: mutation, schema, onlyRequired: field != "id")
    }
    var count = 0
    for attack in share(changes, with: locks, of: Self.refusing) {
      for viewer in [talk.elena, talk.ada] + (attack.isOfSchool ? [talk.administrator] : []) {
        let (tries, findings) = try await twins.findings(attack, as: viewer, [ground.foreignIDs])
        count += tries
        for finding in findings.prefix(5) { Issue.record("\(finding)") }
      }
    }
    #expect(count > sample.least(500, oneOf: Self.refusing.count * Twins.shares))
    #expect(try await ground.checksum() == before, "other families are as they were")
    await gateway.pool.shutdown()
  }

  // MARK: Reads

  /// Another family has rows under the very ids of this one. Whatever is asked, they change nothing: not a row, a count
  /// or a mean. With the resolvers alone they may count where they are not shown.
  @Test func `Every field is answered as it is without other families' rows, with any lock`() async throws {
    let ground = try await AttackGround("independent_locks_reading")
    let walks = try await walks(ground)
    let none = LockTests.Locks(testDescription: "none", gateway: [], database: false)
    var answers: [String: [Answer]] = [:]
    /// Without a lock everything is read, since what is read proves that the test can fail.
    func chosen(_ locks: LockTests.Locks) -> Walks {
      locks.testDescription == "none"
        ? walks : walks.map { ($0.viewer, share($0.readings, with: locks, of: Self.combinations)) }
    }
    for locks in Self.combinations + [none] {
      answers[locks.testDescription] = try await self.answers(chosen(locks), locks, ground)
    }
    try await ground.removeOthers()
    for locks in Self.combinations + [none] {
      let alone = try await self.answers(chosen(locks), locks, ground)
      let findings = zip(try #require(answers[locks.testDescription]), alone).compactMap { among, alone -> String? in
        if let leak = ground.leak(in: among.text) { return "\(among.place) \(leak): \(among.text)" }
        if among.isLike(alone) || locks.isOfResolversAlone { return nil }
        return "\(among.place): \(among.text) but \(alone.text) where there is no other family"
      }
      if locks.gateway == [], !locks.database {
        // Or the test would prove nothing of the locks.
        #expect(findings.count > 50, "with every lock off other families' rows are seen")
      } else {
        #expect(findings.count == 0, "\(locks.testDescription)")
        for finding in findings.prefix(5) { Issue.record("\(locks.testDescription): \(finding.prefix(1500))") }
      }
    }
    let places = Set(try #require(answers["none"]).map(\.place))
    let others = ReadingWalk(schema: schema, own: [:]).placesOfChanges
    let every = schema.typeNames.filter { !$0.hasPrefix("__") }.flatMap { name in
      schema.objectType(named: name)?.fields.map { "\(name).\($0.name)" } ?? []
    }
    #expect(places.count > 200)
    #expect(Set(every).subtracting(places) == others)
    // The walk reads the fields below a field with required arguments with that field.
    let asked = others.filter { $0.hasPrefix("GradeNeeded.") }
    // A query reads the fields below a subscription.
    let told = others.filter { $0.hasPrefix("Subscription.") || $0.hasPrefix("FamilyVersion.") }
    let ofChanges = others.filter { place in
      place.contains("Payload.") || ["Mutation.", "Session.", "CardCheckIn.", "ImportProblem."].contains { place.hasPrefix($0) }
    }
    #expect(ofChanges.union(asked).union(told) == others)
  }

  private struct Answer {
    let place: String
    let text: String

    /// Whether both say the same. The first four bytes of addresses, a time, and their signatures change four times an hour.
    func isLike(_ other: Answer) -> Bool { text == other.text || unsigned == other.unsigned }

    private var unsigned: String {
      text.replacing(/(\/files\/|\.pdf\?)[A-Za-z0-9_-]{6}([A-Za-z0-9_-]*)[A-Za-z0-9_-]{22}/) { "\($0.output.1)\($0.output.2)" }
    }
  }

  private typealias Walks = [(viewer: AccountViewer, readings: [ReadingWalk.Reading])]

  /// A parent's and a student's.
  private func walks(_ ground: AttackGround) async throws -> Walks {
    var walks: Walks = []
    for viewer in [ground.database.parent, try ground.database.student] {
      let walk = ReadingWalk(schema: schema, own: try await ground.database.rows(of: viewer))
      walks.append((viewer, walk.readings))
    }
    return walks
  }

  private func answers(_ walks: Walks, _ locks: LockTests.Locks, _ ground: AttackGround) async throws -> [Answer] {
    let gateway = try gateway(locks, ground.database)
    var answers: [Answer] = []
    for (viewer, readings) in walks {
      for reading in readings {
        let answer = await gateway.send(reading.document, as: viewer)
        #expect(
          answer.outcome == .executed || answer.outcome == .executedWithErrors || locks.refuse(reading.document),
          "\(reading.place), \(locks.testDescription): \(reading.document) \(answer.text)")
        answers.append(Answer(place: reading.place, text: answer.text))
      }
    }
    await gateway.pool.shutdown()
    return answers
  }
}

extension LockTests.Locks {
  var isOfResolversAlone: Bool { gateway == .resolver && !database }

  /// Whether the database gives nothing at all: without the planner's scope an invitation is read with its code's hash,
  /// which is no column that the server's role may read.
  func refuse(_ document: String) -> Bool {
    database && !gateway.contains(.scope) && document.contains("nvitations")
  }
}

extension AttackGround {
  /// Leaves the viewer's family alone in the database.
  func removeOthers() async throws {
    let connection = try await Connection.connect(
      ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    try await connection.execute(
      script: """
        DO $$
        DECLARE t record;
        BEGIN
          PERFORM set_config('session_replication_role', 'replica', true);
          FOR t IN
            SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id'
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
          LOOP
            EXECUTE format('DELETE FROM %I WHERE family_id <> ''\(viewerFamily)''', t.relname);
          END LOOP;
        END $$
        """)
  }

  /// The trace of the attacked families in an answer; nil for none.
  func leak(in text: String) -> String? {
    if text.contains(Self.mark) { return "has a text of another family" }
    let isSecret = text.split(separator: "\"").contains { $0.utf8.count == 36 && secrets.contains(String($0)) }
    return isSecret ? "has an id of another family" : nil
  }
}
