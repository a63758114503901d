import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// A client that keeps the objects that it has read, and asks for what changed.
struct KeepingClient {
  private static let fields = """
    __typename id
    ... on Assignment { title pointsAwarded course { id } student { id } }
    ... on Course { name grade subject { id } }
    ... on FamilyMember { name }
    ... on Notification { title readAt }
    ... on Note { title }
    ... on Question { prompt }
    ... on Quote { text }
    ... on Subject { name }
    """

  private let talk: TestGateway
  private let database: SchoolDatabase
  private let viewer: AccountViewer
  private let pageSize: Int
  private var version = ""
  /// Each as it was answered, by id.
  private(set) var objects: [String: String] = [:]
  private(set) var changes = 0
  private(set) var removals = 0

  init(_ talk: TestGateway, _ database: SchoolDatabase, _ viewer: AccountViewer, pageSize: Int) {
    self.talk = talk
    self.database = database
    self.viewer = viewer
    self.pageSize = pageSize
  }

  mutating func begin() async throws {
    version = try #require(
      try await talk.send("{ family { changes { version } } }", as: viewer).json.at("data", "family", "changes", "version")?.string)
    objects = try await full()
  }

  /// - Returns: whether there is more.
  @discardableResult mutating func pull() async throws -> Bool {
    let answer = await talk.send(
      """
      { family { changes(since: "\(version)", first: \(pageSize)) { version hasMore removedIds changed { \(Self.fields) } } } }
      """, as: viewer)
    let page = try #require(try answer.json.at("data", "family", "changes"), "\(answer.text)")
    for id in (page["removedIds"]?.array ?? []).compactMap(\.string) {
      objects[id] = nil
      removals += 1
    }
    for object in page["changed"]?.array ?? [] {
      objects[try #require(object["id"]?.string)] = "\(object)"
      changes += 1
    }
    let last = version
    version = try #require(page["version"]?.string)
    return version != last
  }

  /// All that the viewer may see, by looking up each id that there is.
  func full() async throws -> [String: String] {
    let tables = try await database.run(
      "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'record_added' ORDER BY 1"
    ).texts.filter { $0 != "note_taggings" }
    var ids: [String] = []
    for table in tables {
      let key = table == "families" ? "family_id" : "id"
      ids += try await database.run("SELECT \(identifier: key)::text FROM \(identifier: table)").texts
    }
    var found: [String: String] = [:]
    for start in stride(from: 0, to: ids.count, by: 150) {
      let part = ids[start..<min(start + 150, ids.count)].map { "\"\($0)\"" }.joined(separator: ",")
      let answer = await talk.send("{ nodes(ids: [\(part)]) { ...F } } fragment F on FamilyRecord { \(Self.fields) }", as: viewer)
      for object in try #require(try answer.json.at("data", "nodes")?.array, "\(answer.text)") where object != .null {
        found[try #require(object["id"]?.string)] = "\(object)"
      }
    }
    return found
  }
}
