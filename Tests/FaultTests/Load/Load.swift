import Foundation
import SQL
import Testing

/// Clients at work while something breaks.
struct Load: Sendable {
  struct NotRecovered: Error, CustomStringConvertible {
    let description: String
  }

  /// Within which the service has to return. It takes a fraction of a second; a busy machine is not what is tested.
  static let patience = Duration.seconds(60)

  let cluster: Cluster
  let ledger: Ledger
  private let clients: [LoadClient]

  /// Runs `body` while clients work, then counts.
  /// - Parameters:
  ///   - fault: the title that the figures are printed under.
  ///   - codes: the codes of errors that clients may receive.
  ///   - body: breaks something, and mends it.
  static func run(
    _ fault: String, on cluster: Cluster, through gateways: [GatewayProcess],
    codes: Set<String> = ["UNAVAILABLE", "UNAVAILABLE with outcome UNKNOWN"], _ body: (Load) async throws -> Void
  ) async throws {
    let families = try await LoadFamily.all(in: cluster)
    let ledger = Ledger()
    // Each kind of work in each family, but for the last, so that two cores have time for what breaks.
    let clients = families.prefix(2).enumerated().flatMap { index, family in
      LoadClient.Work.allCases.map { work in
        LoadClient(work, in: family, port: gateways[index % gateways.count].port, ledger: ledger)
      }
    }
    let load = Load(cluster: cluster, ledger: ledger, clients: clients)
    let report = FaultReport(fault)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in clients { group.addTask { await client.run() } }
      defer { for client in clients { client.stop() } }
      try await load.recovers()
      try await body(load)
      report.recovered(in: try await load.recovers())
      try await Task.sleep(for: .milliseconds(300))
    }
    report.print(ledger.now)
    let unexpected = ledger.now.errors.filter { !codes.contains($0.key) }
    #expect(unexpected.isEmpty, "errors that do not belong to \(fault)")
    #expect(ledger.now.problems.isEmpty)
    #expect(ledger.now.acknowledged > 0 && ledger.now.reads > 0)
    for problem in try await Count(cluster: cluster, ledger: ledger.now, families: families).problems() {
      Issue.record("\(problem)")
    }
    for gateway in gateways where gateway.program.isRunning {
      // Connections of the load, of the pool and its own.
      #expect(try gateway.program.descriptorCount < 100)
    }
  }

  /// Waits until every client has had an answer to a request that it sent since now.
  /// - Returns: how long that took.
  @discardableResult
  func recovers() async throws -> Duration {
    let start = ContinuousClock.now
    while let late = clients.first(where: { !$0.hasSucceeded(since: start) }) {
      guard start.duration(to: .now) < Self.patience else {
        let log = (try? cluster.log.suffix(2000)) ?? ""
        throw NotRecovered(description: "no answer to \(late.work) in \(Self.patience): \(ledger.now.errors)\n\(log)")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return start.duration(to: .now)
  }

  /// How many errors of a code there were so far, whatever they say of the outcome.
  func count(_ code: String) -> Int {
    ledger.now.errors.reduce(0) { sum, told in
      told.key == code || told.key.hasPrefix("\(code) with ") ? sum + told.value : sum
    }
  }

  /// Waits until clients have been told of a code.
  func errors(_ code: String, atLeast count: Int = 1) async throws {
    let deadline = ContinuousClock.now + Self.patience
    while self.count(code) < count {
      guard .now < deadline else { throw NotRecovered(description: "nobody was told \(code): \(ledger.now.errors)") }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
