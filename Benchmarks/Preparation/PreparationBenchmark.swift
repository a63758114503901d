import ArgumentParser
import Foundation
import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import Domain
import SessionTokens

/// `hatched-preparation-benchmark`: what it costs to come from a request to its plan when both its document and its plan
/// are known: without the server around it, and without a database.
@main
struct PreparationBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hatched-preparation-benchmark",
    abstract: "Measures the stages from a request's document to its plan, when they were gone through before.",
    discussion: "A line for each query: its name, and µs of a processor for one request.")

  @ArgumentParser.Argument(help: "Files with a query each.") var paths: [String]

  func run() throws {
    let gateway = try makeGateway()
    for path in paths {
      let url = URL(filePath: path)
      let query = try String(contentsOf: url, encoding: .utf8)
      // Each is of its own bytes, as those of a server are.
      let requests = (0..<256).map { _ in GraphQLRequest(query: String(decoding: Array(query.utf8), as: UTF8.self)) }
      guard gateway.prepares(requests[0], for: Self.viewer) else { throw ValidationError("\(path) has no plan.") }
      let name = url.deletingPathExtension().lastPathComponent
      print(name, String(format: "%.3f", measure(gateway, requests)))
    }
  }

  /// The median of a second of batches, after half a second to warm up; µs for one.
  private func measure(_ gateway: Gateway, _ requests: [GraphQLRequest]) -> Double {
    let warm = ContinuousClock.now + .milliseconds(500)
    while ContinuousClock.now < warm { _ = batch(gateway, requests) }
    var figures: [Double] = []
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end { figures.append(batch(gateway, requests)) }
    return figures.sorted()[figures.count / 2]
  }

  private func batch(_ gateway: Gateway, _ requests: [GraphQLRequest]) -> Double {
    var planned = 0
    let start = ContinuousClock.now
    for request in requests { planned += gateway.prepares(request, for: Self.viewer) ? 1 : 0 }
    let time = ContinuousClock.now - start
    // So that nothing of it is left out.
    precondition(planned == requests.count)
    return (Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12) / Double(planned)
  }

  private static let viewer = Viewer.account(
    AccountViewer(
      accountID: UUIDValue(high: 1, low: 1), sessionID: UUIDValue(high: 1, low: 2),
      membership: Membership(
        familyID: UUIDValue(high: 1, low: 3), memberID: UUIDValue(high: 1, low: 4), role: .parent)))

  /// Its pool never connects: nothing here asks the database.
  private func makeGateway() throws -> Gateway {
    let keys = try SecretKeys([[UInt8](repeating: 1, count: SecretKeys.minimumLength)])
    return Gateway(
      map: try EntityMap(domain: .domain()),
      authenticator: Authenticator(verifier: TokenVerifier(keys: keys, issuer: "", audience: "")) { 0 },
      pool: try ConnectionPool(PoolConfiguration(address: try DatabaseAddress("postgresql://nobody@/none"))))
  }
}
