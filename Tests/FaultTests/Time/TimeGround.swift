import Foundation
@testable import Gateway
import GraphQL
import Logging
import Planning
import Postgres
import SQL
import SampleData
@testable import Domain
import SessionTokens
import TestSupport

/// A cluster whose clock is moved, with rows that the clock alone changes within the next hours.
struct TimeGround {
  struct Asker {
    let name: String
    let viewer: AccountViewer
  }

  let cluster: Cluster
  let map: EntityMap<Viewer>
  let askers: [Asker]
  /// A row of each type.
  let ids: [String: String]

  init(_ cluster: Cluster) async throws {
    self.cluster = cluster
    map = try EntityMap<Viewer>.shared
    let accounts = DemonstrationFamily().accounts
    func member(_ role: Role) -> AccountViewer? {
      accounts.first { $0.role.rawValue == role.rawValue }.map { account in
        AccountViewer(
          accountID: account.account, sessionID: account.session,
          membership: Membership(familyID: account.family, memberID: account.member, role: role))
      }
    }
    func staff(_ person: DemonstrationStaff) -> AccountViewer {
      AccountViewer(accountID: person.accountID, sessionID: person.sessionID, membership: nil)
    }
    askers =
      [("parent", member(.parent)), ("student", member(.student)), ("teacher", staff(.teacher)), ("administrator", staff(.administrator))]
      .compactMap { name, viewer in viewer.map { Asker(name: name, viewer: $0) } }
    let family = DemonstrationFamily.id
    let students = accounts.filter { $0.role == .student }.map(\.member.description)
    try await cluster.run(
      Self.rows(
        of: family.description, joining: askers[2].viewer.accountID.description, offering: askers[3].viewer.accountID.description, students))
    var ids: [String: String] = ["School": DemonstrationFamily.schoolID.description]
    for name in map.schema.possibleTypes["Node"] ?? [] {
      guard let entity = map.entity(name), entity.scope.column == "family_id", entity.key == "id" else { continue }
      let rows = try await cluster.rows(
        "SELECT id FROM \(identifier: entity.table) WHERE family_id = \(bind: .uuid(family)) ORDER BY id LIMIT 1")
      ids[name] = rows.count == 1 ? rows.uuid(row: 0, column: 0)?.description : nil
    }
    self.ids = ids
  }

  /// Changes each some hours from now, apart from each other.
  /// - Parameter students: those with accounts, of whom the first one asks, and the second one is at the school.
  private static func rows(of family: String, joining account: String, offering provider: String, _ students: [String]) -> String {
    """
    SET session_replication_role = replica;
    -- Where midnight is some hours away.
    UPDATE families SET time_zone = CASE WHEN extract(hour FROM now() AT TIME ZONE 'UTC') < 12 THEN 'UTC' ELSE 'Pacific/Auckland' END;
    UPDATE schools SET time_zone = CASE WHEN extract(hour FROM now() AT TIME ZONE 'UTC') < 12 THEN 'UTC' ELSE 'Pacific/Auckland' END;
    UPDATE sessions SET expires_at = now() + interval '60 days';
    UPDATE invitations SET used_at = NULL, revoked_at = NULL, expires_at = now() + interval '3 hours 10 minutes' WHERE family_id = '\(family)';
    UPDATE staff_invitations SET used_at = NULL, revoked_at = NULL, expires_at = now() + interval '4 hours 20 minutes';
    UPDATE join_requests SET state = 'PENDING', expires_at = now() + interval '5 hours 30 minutes' WHERE family_id = '\(family)';
    INSERT INTO join_requests (family_id, id, account_id, name, expires_at)
    SELECT other.family_id, gen_random_uuid(), '\(account)', 'N', now() + interval '6 hours 40 minutes'
    FROM families other WHERE other.family_id <> '\(family)' LIMIT 1;
    UPDATE dismissals SET day_ends_at = now() + interval '7 hours 50 minutes' WHERE family_id = '\(family)';
    UPDATE dismissals SET state = 'REQUESTED', day_ends_at = now() + interval '2 hours' WHERE family_id = '\(family)' AND (family_id, id) IN (
      SELECT family_id, id FROM dismissals WHERE staff_school_id IS NOT NULL AND class_id IS NOT NULL AND family_id = '\(family)' LIMIT 1);
    UPDATE enrolments SET absent_on = now()::date, absence_ends_at = now() + interval '8 hours 10 minutes', collected_by = 'Somebody',
      collected_on = now()::date, collected_ends_at = now() + interval '8 hours 20 minutes' WHERE family_id = '\(family)';
    UPDATE announcements SET begins_at = now() + interval '70 minutes', ends_at = now() + interval '8 hours 30 minutes'
    WHERE id IN (SELECT id FROM announcements WHERE grades = '{}' AND class_ids = '{}' LIMIT 1);
    UPDATE school_events SET closes_at = now() + interval '8 hours 40 minutes', least_age = 10
    WHERE id IN (SELECT id FROM school_events WHERE grades = '{}' AND class_ids = '{}' LIMIT 1);
    -- The administrator is a provider, and all providers work at all times.
    UPDATE providers SET hour_days = '{}', hour_starts = '{}', hour_ends = '{}';
    INSERT INTO providers (account_id, id, directory_id, is_listed, name, languages, time_zone)
    VALUES ('\(provider)', gen_random_uuid(), '00000000-0000-0000-0000-00000000d1d1', true, 'N', '{}', 'UTC');
    INSERT INTO services (account_id, id, provider_id, directory_id, kind, name, price, currency, per, input_hash)
    SELECT account_id, gen_random_uuid(), id, directory_id, 'PETS', 'N', 1, 'EUR', 'HOUR', sha256('n') FROM providers WHERE account_id = '\(provider)';
    INSERT INTO bookings (
      family_id, id, account_id, provider_id, service_id, service_name, family_name, starts_at, ends_at, state, rate, per, currency, price)
    SELECT '\(family)', gen_random_uuid(), offered.account_id, offered.provider_id, offered.id, 'N', 'N', now() + begins.lead,
      now() + begins.lead + interval '50 minutes', begins.state, 1, 'HOUR', 'EUR', 1
    FROM services offered CROSS JOIN (VALUES (interval '100 minutes', 'PENDING'), (interval '9 hours', 'CONFIRMED')) AS begins (lead, state)
    WHERE offered.account_id = '\(provider)';
    UPDATE enrolments SET student_id = '\(students[0])' WHERE student_id = '\(students[1])';
    INSERT INTO published_terms (id, kind, version, language, text, effective_at)
    VALUES (gen_random_uuid(), 'PRIVACY', '1', 'en', 'None.', now() - interval '1 day'),
      (gen_random_uuid(), 'PRIVACY', '2', 'en', 'None.', now() + interval '2 hours 30 minutes');
    -- Ten years old from midnight at the school on.
    UPDATE members SET birthday = (now() AT TIME ZONE known.time_zone)::date + 1 - interval '10 years' FROM schools known;
    UPDATE conversation_people SET is_reader = true, reads_until = now() + interval '8 hours 50 minutes'
    WHERE person_id = (SELECT id FROM school_people WHERE kind = 'STAFF' AND id IN (SELECT person_id FROM conversation_people) ORDER BY id LIMIT 1);
    UPDATE assignments SET points_awarded = NULL, graded_at = NULL, done_at = NULL,
      due_date = (now() AT TIME ZONE home.time_zone + interval '95 minutes')::date,
      due_time = (now() AT TIME ZONE home.time_zone + interval '95 minutes')::time
    FROM families home WHERE home.family_id = assignments.family_id AND assignments.family_id = '\(family)' AND assignments.id IN (
      SELECT id FROM assignments WHERE family_id = '\(family)' ORDER BY id LIMIT 4);
    """
  }

  /// A gateway in this process.
  func gateway(remembers: Bool) throws -> TimedGateway { try TimedGateway(cluster.address("hatched_app"), map, remembers: remembers) }
}

/// A gateway with the tokens of its viewers.
struct TimedGateway {
  let pool: ConnectionPool
  let gateway: Gateway
  private let keys: SecretKeys
  private static let now: Int64 = 1_800_000_000

  init(_ address: DatabaseAddress, _ map: EntityMap<Viewer>, remembers: Bool) throws {
    keys = try SecretKeys([Array("a secret of the tests, long enough".utf8)])
    pool = try ConnectionPool(PoolConfiguration(address: address))
    gateway = Gateway(
      map: map,
      authenticator: Authenticator(verifier: TokenVerifier(keys: keys, issuer: "hatched", audience: "hatched")) { Self.now },
      pool: pool,
      answerMemory: remembers ? AnswerMemory(identity: AnswerIdentity(secrets: keys, program: []), maximumBytes: 4 << 20) : nil)
  }

  private func authorization(_ viewer: AccountViewer) -> String {
    let claims = TokenClaims(
      subject: viewer.accountID.description, issuedAt: Self.now - 60, expiresAt: Self.now + 600,
      privateClaims: SessionToken(viewer: viewer).privateClaims)
    return "Bearer \(TokenSigner(keys: keys, issuer: "hatched", audience: "hatched").sign(claims))"
  }

  private static var log: RequestLog {
    RequestLog(Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), requestID: "test")
  }

  /// - Parameter tag: the tag of the answer that the client has.
  func send(_ document: String, as viewer: AccountViewer, knowing tag: String? = nil) async -> GraphQLResponse {
    var request = GraphQLRequest(query: document)
    request.knownTags = tag
    return await gateway.respond(to: request, authorization: authorization(viewer), log: Self.log) { nil }
  }

  func live(_ document: String, as viewer: AccountViewer) async -> (any LiveStream)? {
    let authorization = authorization(viewer)
    let result = await gateway.execute(
      GraphQLRequest(query: "subscription { live \(document) }"), as: gateway.viewer(authorization: authorization),
      authorization: authorization, log: Self.log)
    if case .live(let stream) = result { return stream }
    return nil
  }
}

extension GraphQLResponse {
  var json: JSONValue { get throws { try JSONValue(parsing: body) } }
  var text: String { String(decoding: body, as: UTF8.self) }
}
