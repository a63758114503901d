import GraphQL
import Domain
import TestSupport

/// A page of a connection in one order, after or before a cursor that was made for another family's rows, or changed.
struct CursorAttack {
  let type: String
  /// The page, of `$root` where it is of an object.
  let document: String
  let own: String?
  let covers: Set<String>

  /// - Parameter victim: whose cursor it is.
  /// - Returns: how often it was tried, and what can be told from an answer that should not be.
  func findings(
    _ twins: Twins, of victim: AccountViewer, as viewer: AccountViewer
  ) async throws -> (count: Int, findings: [String]) {
    guard
      let foreign = try await page(nil, twins.ground.foreignIDs[type], twins, victim).json.cursor,
      let mine = try await page(nil, own, twins, viewer).json.cursor
    else { return (0, []) }
    _ = try await page("AAAA", own, twins, viewer)
    let invalid = try await page("AAAA", own, twins, viewer)
    _ = try await page(mine, own, twins, viewer)
    let whole = try await page(mine, own, twins, viewer)
    var findings: [String] = []
    let cursors = [foreign] + [foreign.utf8.count / 3, foreign.utf8.count - 2].map { foreign.replacingLetter(at: $0) }
    for cursor in cursors {
      let answer = try await page(cursor, own, twins, viewer)
      let isRefused = answer.outcome == invalid.outcome
        && answer.json.errorsWithoutLocations == invalid.json.errorsWithoutLocations
      let isPlace = answer.outcome == whole.outcome && answer.roundTrips == whole.roundTrips
        && answer.json.count == whole.json.count
      let isLeak = twins.leak(in: answer.text) != nil
      if isLeak || !(isPlace || isRefused && cursor != foreign) {
        findings.append(
          """
          cursor \(isLeak ? "leaks" : "differs"): \(document) \(cursor)
          is answered \(answer)
          for an own one \(whole)
          """)
      }
    }
    return (cursors.count, findings)
  }

  private func page(
    _ cursor: String?, _ root: String?, _ twins: Twins, _ viewer: AccountViewer
  ) async throws -> (outcome: String, text: String, json: JSONValue, roundTrips: Int) {
    let variables = [("cursor", cursor), ("root", root)].compactMap { name, value in
      value.map { JSONValue.Member(name, .string($0)) }
    }
    let answer = await twins.answer(document, .object(variables), viewer)
    return ("\(answer.outcome)", answer.text, try JSONValue(parsing: Array(answer.text.utf8)), answer.roundTrips)
  }
}

extension AttackWalk {
  /// Every order of every connection, both ways.
  var cursors: [CursorAttack] {
    places.filter(\.field.isConnection).flatMap { place -> [CursorAttack] in
      let values = place.field.arguments.lazy.compactMap { schema.orderValues(of: $0) }.first ?? []
      return values.flatMap { value in
        [("first", "after"), ("last", "before")].compactMap { size, cursor -> CursorAttack? in
          let page = """
            page: \(place.field.name)(\(size): 3, \(cursor): $cursor, orderBy: {field: \(value)}) {
              totalCount edges { cursor node \(selection(of: node(of: place))) }
            }
            """
          guard let document = document(page, of: place.type, variables: "$cursor: String") else { return nil }
          return CursorAttack(
            type: place.type, document: document.text, own: document.own["root"],
            covers: [place.named(cursor), "\(place.named("orderBy"))\(value)"])
        }
      }
    }
  }

  private func node(of place: Place) -> String {
    schema.field("nodes", of: place.field.type.namedType)?.type.namedType ?? ""
  }
}

extension JSONValue {
  private var page: JSONValue? { at("data", "node", "page") ?? at("data", "page") }
  fileprivate var cursor: String? { page?.at("edges", 0, "cursor")?.string }
  fileprivate var count: Double? { page?.at("totalCount")?.number }
}

extension String {
  /// With another letter at a place, counted in bytes.
  fileprivate func replacingLetter(at place: Int) -> String {
    String(enumerated().map { $0.offset == place ? ($0.element == "A" ? "B" : "A") : $0.element })
  }
}
