import Foundation
import Testing

/// A gateway's memory does not grow with the number of its answers.
@Suite struct MemoryTests {
  /// `HATCHED_FAULTS_REQUESTS`; see scripts/faults.
  private static let requests = Machine.environment["HATCHED_FAULTS_REQUESTS"].flatMap { Int($0) } ?? 3000

  @Test func `The memory of a gateway is flat`() async throws {
    try await Cluster.run(settings: ["synchronous_commit=off"]) { cluster in
      let gateway = try await GatewayProcess.start(on: cluster.address("hatched_app"), in: cluster.folder)
      let families = try await LoadFamily.all(in: cluster)
      let load = MixedLoad(families: families, port: gateway.port, total: Self.requests)
      var figures: [(requests: Int, bytes: Int)] = []
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<6 { group.addTask { await load.run(number) } }
        while !load.isDone {
          try? await Task.sleep(for: .milliseconds(20))
          let done = load.done
          guard done >= (figures.count + 1) * Self.requests / 20 else { continue }
          figures.append((done, (try? gateway.program.residentBytes) ?? 0))
        }
      }
      for (requests, bytes) in figures { FaultReport.write("memory │ \(requests) requests: \(bytes >> 20) MiB") }
      #expect(load.failures.isEmpty)
      // Caches fill in the first half; what is left over of a request would show in the second.
      let first = figures.prefix(figures.count / 2).map(\.bytes).max() ?? 0
      let second = figures.suffix(figures.count / 2).map(\.bytes).max() ?? 0
      try #require(first > 0)
      #expect(second < first + first / 10 + 16 << 20)
      gateway.program.end()
    }
  }
}
