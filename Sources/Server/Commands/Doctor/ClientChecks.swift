import Gateway

/// Whether a running server tells its clients apart, by its metrics.
struct ClientChecks {
  let options: ServerOptions

  /// The least number of requests for which a single network is a finding.
  private static let minimumRequests = 100.0

  func findings() async -> [Finding] { [await finding()] }

  private func finding() async -> Finding {
    let subject = "clients"
    guard let address = try? options.observation.resolvedAdminAddress() else {
      return .skip(subject, "without an admin address nothing tells where requests come from")
    }
    // Where it listens on all addresses, this machine's own is one.
    let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][address.host] ?? address.host
    guard let answer = try? await HTTPProbe(host: host, port: address.port).get("/metrics"), answer.isOK else {
      return .skip(subject, "no server answers at the admin address")
    }
    let (networks, requests) = Self.numbers(in: answer.body)
    let text = "\(Int(requests)) operations, from \(Int(networks)) network\(networks == 1 ? "" : "s")"
    guard networks == 1, requests >= Self.minimumRequests else { return .ok(subject, text) }
    return .warn(
      subject, text + ": limits of each network are limits of all clients together",
      "behind a proxy, set HATCHED_CLIENT_ADDRESS_HEADER to the header in which it names the client's address")
  }

  /// The numbers of client networks and of operations.
  private static func numbers(in metrics: String) -> (networks: Double, requests: Double) {
    var (networks, requests) = (0.0, 0.0)
    for line in metrics.split(separator: "\n") {
      guard let value = line.split(separator: " ").last.flatMap({ Double($0) }) else { continue }
      if line.hasPrefix("hatched_client_networks ") { networks = value }
      // Requests of another type are no operations, such as those of health checks.
      if line.hasPrefix("hatched_requests_total{"), !line.contains(#"type="none""#) { requests += value }
    }
    return (networks, requests)
  }
}
