import Foundation
import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The queries of `Queries/`, each beside the statements it becomes and the answer it gets. To record them
/// anew, on purpose: `HATCHED_RECORD_GOLDEN=1 scripts/test --filter GoldenQueryTests`.
@Suite(.serialized) struct GoldenQueryTests {
  private static let database = Task { try await SchoolDatabase("golden_queries", families: 2) }

  @Test("Becomes these statements", arguments: try GoldenQuery.all())
  func statements(_ query: GoldenQuery) throws {
    let viewer: Viewer = query.asker.map { .account(.golden($0)) } ?? .anonymous
    let explanation = try Explanation(
      of: GraphQLRequest(query: query.text), for: viewer, map: EntityMap<Viewer>.shared)
    let text = zip(explanation.outline, explanation.statements)
      .map { "-- \($0)\n\($1.goldenText)\n" }.joined(separator: "\n")
    try query.expect(text, in: "sql")
  }

  @Test("Gets this answer", arguments: try GoldenQuery.all())
  func answer(_ query: GoldenQuery) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let answer = try await gateway.answer(query.text, as: try query.asker?.viewer(in: database))
    try query.expect(answer.indented() + "\n", in: "json")
    await gateway.pool.shutdown()
  }
}

/// A query of `Queries/`. Its first line says whose it is: `# as: parent`.
struct GoldenQuery: CustomTestStringConvertible {
  let name: String
  let text: String

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Queries")

  static func all() throws -> [GoldenQuery] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "graphql" }.sorted { $0.path < $1.path }
      .map { url in
        GoldenQuery(
          name: url.deletingPathExtension().lastPathComponent, text: try String(contentsOf: url, encoding: .utf8))
      }
  }

  var testDescription: String { name }

  /// Nil for somebody without a token.
  var asker: Asker? {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("# as: ") else { return nil }
    return Asker(rawValue: String(line.dropFirst("# as: ".count)))
  }

  /// The person of the demonstration who asks.
  enum Asker: String {
    case parent, student, teacher

    func viewer(in database: SchoolDatabase) throws -> AccountViewer {
      switch self {
      case .parent: database.parent
      case .student: try database.student
      case .teacher: AccountViewer(DemonstrationStaff.teacher)
      }
    }

    var isOfFamily: Bool { self != .teacher }
  }

  func expect(_ text: String, in fileExtension: String) throws {
    let file = Self.folder.appending(path: "\(name).\(fileExtension)")
    if ProcessInfo.processInfo.environment["HATCHED_RECORD_GOLDEN"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(text == recorded, "\(file.lastPathComponent) is not what comes out now")
  }
}

extension AccountViewer {
  /// A viewer whose ids say what they are when statements are read.
  fileprivate static func golden(_ asker: GoldenQuery.Asker) -> AccountViewer {
    func id(_ last: UInt64) -> UUIDValue { UUIDValue(high: 0, low: last) }
    let role: Role? = switch asker {
    case .parent: .parent
    case .student: .student
    case .teacher: nil
    }
    return AccountViewer(
      accountID: id(0xA), sessionID: id(0x5),
      membership: role.map { Membership(familyID: id(0xF), memberID: id(0xE), role: $0) })
  }
}

extension Statement {
  /// The text a clause a line, with the binds below it.
  fileprivate var goldenText: String {
    let binds = binds.enumerated().map { index, bind in
      let value = switch bind {
      case .uuid(UUIDValue(high: 0, low: 0xA)): "the viewer's account"
      case .uuid(UUIDValue(high: 0, low: 0xF)): "the viewer's family"
      case .uuid(UUIDValue(high: 0, low: 0xE)): "the viewer's member"
      case .uuid(let id): "\(id)"
      case .int8(let number): "\(number)"
      case .text(let text): "'\(text)'"
      default: "\(bind)"
      }
      return "$\(index + 1) = \(value)"
    }
    return ([clauses + ";"] + (binds.isEmpty ? [] : ["-- " + binds.joined(separator: ", ")])).joined(separator: "\n")
  }

  /// The text with each clause on a line of its own, indented by how many parentheses are open.
  private var clauses: String {
    let keywords = [" UNION ALL ", " FROM ", " CROSS JOIN LATERAL ", " WHERE ", " ORDER BY ", " LIMIT "]
    var lines = ""
    var rest = Substring(text)
    var depth = 0
    while let character = rest.first {
      if let keyword = keywords.first(where: { rest.hasPrefix($0) }), !lines.hasSuffix("IS DISTINCT") {
        lines += "\n" + String(repeating: "  ", count: depth + 1) + keyword.dropFirst()
        rest.removeFirst(keyword.count)
      } else {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        lines.append(character)
        rest.removeFirst()
      }
    }
    return lines
  }
}
