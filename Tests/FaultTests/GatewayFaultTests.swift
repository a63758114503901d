import Foundation
import Glibc
import SQL
import Testing

/// Faults of gateways.
@Suite(.serialized) struct GatewayFaultTests {
  @Test func `A gateway is killed while it changes things, and another takes its place`() async throws {
    try await Cluster.run { cluster in
      let address = try cluster.address("hatched_app")
      var first = try await GatewayProcess.start(on: address, in: cluster.folder)
      let second = try await GatewayProcess.start(on: address, in: cluster.folder)
      let codes: Set = ["UNAVAILABLE", "UNAVAILABLE with outcome UNKNOWN", "no answer", "nobody there"]
      try await Load.run("a gateway killed with -9", on: cluster, through: [first, second], codes: codes) { load in
        for _ in 1...5 {
          let before = load.count("no answer")
          first.program.end()
          try await load.errors("no answer", atLeast: before + 1)
          first = try await GatewayProcess.start(on: address, in: cluster.folder, port: first.port)
          try await load.recovers()
        }
      }
      first.program.end()
      second.program.end()
    }
  }

  @Test func `Gateways that look for overdue assignments die meanwhile, and everybody is told once`() async throws {
    try await Cluster.run { cluster in
      try await cluster.run(
        """
        UPDATE assignments SET due_date = '2020-02-02', created_at = '2020-01-01' WHERE due_date IS NOT NULL;
        DELETE FROM overdue_checks;
        DELETE FROM notifications;
        """)
      let worker = try cluster.address("hatched_worker")
      let options = ["--worker-database-url", "\(worker)"]
      for _ in 1...4 {
        let gateways = [
          try await GatewayProcess.start(on: cluster.address("hatched_app"), in: cluster.folder, options),
          try await GatewayProcess.start(on: cluster.address("hatched_app"), in: cluster.folder, options),
        ]
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...100)))
        for gateway in gateways { gateway.program.end() }
      }
      for _ in 1...2 {
        try Machine.run("WORKER_DATABASE_URL='\(worker)' '\(Machine.hatched)' overdue --once")
      }
      let told = try await cluster.count("SELECT count(*) FROM notifications WHERE kind = 'OVERDUE'")
      #expect(told > 0)
      let once = try await cluster.count(
        """
        SELECT count(*) FROM (
          SELECT DISTINCT assignment_id, recipient_id FROM notifications WHERE kind = 'OVERDUE') AS pairs
        """)
      #expect(once == told)
      let families = try await cluster.count("SELECT count(*) FROM families")
      #expect(try await cluster.count("SELECT count(*) FROM overdue_checks WHERE checked_at IS NOT NULL") == families)
    }
  }

  @Test func `The clocks of the gateway and of the database jump forth and back`() async throws {
    try await Cluster.run { cluster in
      let clock = MovedClock(file: cluster.folder.appending(path: "gateway-clock"))
      let gateway = try await GatewayProcess.start(
        on: cluster.address("hatched_app"), in: cluster.folder, environment: clock.environment)
      try await Load.run("clocks jump", on: cluster, through: [gateway], codes: ["UNAUTHENTICATED"]) { load in
        for offset in [Duration.hours(2), .hours(-2), .zero] {
          for moved in [clock, cluster.clock] {
            try moved.set(offset)
            try await Task.sleep(for: .milliseconds(50))
            try await load.recovers()
          }
        }
        #expect(load.ledger.now.errors.isEmpty, "nobody waits by that clock")
        try clock.set(.hours(60 * 24))
        try await load.errors("UNAUTHENTICATED", atLeast: 5)
        try clock.set(.zero)
      }
      gateway.program.end()
    }
  }

  @Test func `What was counted and looked for by a wrong clock does not hold up what comes later`() async throws {
    try await Cluster.run { cluster in
      let worker = try cluster.address("hatched_worker")
      for offset in [Duration.hours(24 * 365), .zero] {
        try cluster.clock.set(offset)
        try await cluster.run(
          """
          CREATE TABLE counted_\(offset.components.seconds) AS
          SELECT * FROM count_attempt('join', sha256('someone'), 3600)
          """)
        try Machine.run("WORKER_DATABASE_URL='\(worker)' '\(Machine.hatched)' overdue --once")
      }
      #expect(try await cluster.count("SELECT seconds FROM counted_0") <= 3600)
      #expect(try await cluster.count("SELECT count(*) FROM overdue_checks WHERE hour > now()") == 0)
    }
  }
}
