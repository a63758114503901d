import ArgumentParser
import Foundation
import Fuzzing
import Gateway
import GraphQL

struct Hostile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures what requests cost that are made to cost more than they should.",
    discussion: """
      Each goes through the whole gateway, but for the database. Prints the milliseconds for half the size and \
      for the size, and what the answer was; then by how much the process grows when all are repeated. Ends with \
      status 1 when a request takes longer than --limit.
      """)

  @Option(help: "Bytes of what is hostile in a request.") var size = 1 << 20
  @Option(help: "Milliseconds that a request may take.") var limit = 100.0
  @Option(help: "How many requests to repeat when memory is measured.") var repetitions = 1_000

  func run() async throws {
    // A stack that is too small ends the process.
    for hostile in HostileRequest.all {
      let request = hostile.request(size: min(size, 1 << 16))
      _ = SmallStack.run { try? Explanation(of: request, for: Corpus.parent, map: Corpus.schoolMap) }
    }
    print("All were read, validated and planned on a stack of \(SmallStack.size / 1_024) kB.\n")
    let gateway = try HostileGateway()
    var slow: [String] = []
    print(padded("request", 72), "     half/ms      full/ms    answer/kB  answer")
    for hostile in HostileRequest.all {
      let (half, _) = await measure(hostile.request(size: size / 2), gateway)
      let (full, response) = await measure(hostile.request(size: size), gateway)
      print(
        padded(String(hostile.description.prefix(70)), 72), aligned(half, 2), aligned(full, 2),
        aligned(Double(response.body.count) / 1e3, 1), "", code(of: response))
      if full > limit { slow.append("\(hostile): \(full) ms") }
    }
    try await repeatAll(gateway)
    for line in slow { print("TOO SLOW  \(line)") }
    if !slow.isEmpty { throw ExitCode.failure }
  }

  /// The fastest of three, in wall-clock milliseconds: the gateway may change threads.
  private func measure(
    _ request: GraphQLRequest, _ gateway: HostileGateway
  ) async -> (milliseconds: Double, response: GraphQLResponse) {
    var best = Double.infinity
    var response = GraphQLResponse.unavailable
    for _ in 0..<3 {
      let start = ContinuousClock.now
      response = await gateway.respond(to: request)
      best = min(best, (ContinuousClock.now - start).milliseconds)
    }
    return (best, response)
  }

  private func code(of response: GraphQLResponse) -> String {
    guard let json = try? JSONValue(parsing: response.body), case .array(let errors)? = json["errors"],
      case .string(let code)? = errors.first?["extensions"]?["code"]
    else { return "data" }
    guard case .string(let limit)? = errors.last?["extensions"]?["limit"] else { return code }
    return "\(code), \(limit)"
  }

  private func repeatAll(_ gateway: HostileGateway) async throws {
    let requests = HostileRequest.all.map { $0.request(size: 1 << 16) }
    for request in requests { _ = await gateway.respond(to: request) }
    let before = ResidentMemory.megabytes
    for number in 0..<repetitions { _ = await gateway.respond(to: requests[number % requests.count]) }
    let middle = ResidentMemory.megabytes
    for number in 0..<repetitions { _ = await gateway.respond(to: requests[number % requests.count]) }
    print(
      "\nresident memory: \(aligned(before, 1, width: 0)) MB, after \(repetitions) requests",
      "\(aligned(middle, 1, width: 0)) MB, after as many again \(aligned(ResidentMemory.megabytes, 1, width: 0)) MB")
  }
}
