import Foundation
import Glibc
import Postgres
import SQL
import Testing

/// Faults of the database, and of the connections to it.
@Suite(.serialized) struct DatabaseFaultTests {
  /// Runs a test with a cluster and a gateway of its own.
  private func run(
    _ options: [String] = [], smallDisk: Int = 0, settings: [String] = [],
    _ body: (Cluster, GatewayProcess) async throws -> Void
  ) async throws {
    try await Cluster.run(smallDisk: smallDisk, settings: settings) { cluster in
      let address = try cluster.address("hatched_app")
      let gateway = try await GatewayProcess.start(on: address, in: cluster.folder, options)
      try await body(cluster, gateway)
      gateway.program.end()
    }
  }

  @Test func `PostgreSQL is killed and started again`() async throws {
    try await run { cluster, gateway in
      try await Load.run("PostgreSQL killed and started", on: cluster, through: [gateway]) { load in
        for _ in 1...3 {
          cluster.stop()
          try await load.errors("UNAVAILABLE", atLeast: load.count("UNAVAILABLE") + 1)
          try await cluster.start()
          try await load.recovers()
        }
      }
    }
  }

  @Test func `A process of PostgreSQL is killed, whereupon it begins anew by itself`() async throws {
    try await run { cluster, gateway in
      try await Load.run("a backend killed with -9", on: cluster, through: [gateway]) { load in
        for _ in 1...3 {
          let victim = try await cluster.count("SELECT min(pid) FROM pg_stat_activity WHERE usename = 'hatched_app'")
          try #require(victim > 1)
          kill(Int32(victim), SIGKILL)
          try await Task.sleep(for: .milliseconds(100))
          try await cluster.answers()
          try await load.recovers()
        }
      }
    }
  }

  @Test func `Connections are cut one by one, in the middle of whatever they do`() async throws {
    try await run { cluster, _ in
      let proxy = try Proxy(to: cluster.folder.appending(path: ".s.PGSQL.5432").path)
      defer { proxy.stop() }
      let address = try cluster.address("hatched_app", host: "127.0.0.1", port: proxy.port)
      let gateway = try await GatewayProcess.start(on: address, in: cluster.folder)
      try await Load.run("connections cut one by one", on: cluster, through: [gateway]) { load in
        var cut = 0
        while cut < 60 {
          if proxy.cutOne() { cut += 1 }
          try await Task.sleep(for: .milliseconds(Int.random(in: 5...60)))
        }
      }
      gateway.program.end()
    }
  }

  @Test func `The network swallows what is sent, and nobody is told`() async throws {
    try await run { cluster, _ in
      let proxy = try Proxy(to: cluster.folder.appending(path: ".s.PGSQL.5432").path)
      defer { proxy.stop() }
      let address = try cluster.address("hatched_app", host: "127.0.0.1", port: proxy.port)
      let gateway = try await GatewayProcess.start(on: address, in: cluster.folder, ["--statement-timeout", "1000"])
      try await Load.run("connections gone silent", on: cluster, through: [gateway]) { load in
        proxy.silence()
        try await load.errors("UNAVAILABLE")
      }
      gateway.program.end()
    }
  }

  @Test func `Backends are terminated in the middle of statements`() async throws {
    try await run { cluster, gateway in
      try await Load.run("backends terminated", on: cluster, through: [gateway]) { load in
        var ended = 0
        while ended < 60 {
          ended += try await cluster.endBackends(atMost: 1, active: true)
          try await Task.sleep(for: .milliseconds(Int.random(in: 1...20)))
        }
      }
    }
  }

  @Test(
    "The disk is full, and then is not",
    .enabled(if: Machine.canMount, "no file system in memory can be mounted here: that needs root"))
  func diskFull() async throws {
    try await run(smallDisk: 40 << 20) { cluster, gateway in
      try await cluster.run("CREATE TABLESPACE small LOCATION '\(cluster.smallDisk.path)/files'", database: "postgres")
      try await cluster.endBackends()
      try await cluster.run("ALTER DATABASE \(Cluster.name) SET TABLESPACE small", database: "postgres")
      try await Load.run("disk full", on: cluster, through: [gateway]) { load in
        // The server's own mounts are under its root.
        let server = try #require(cluster.process).identifier
        let ballast = "/proc/\(server)/root\(cluster.smallDisk.path)/ballast"
        _ = try? Machine.run("cat /dev/zero > \(ballast)")
        try await load.errors("UNAVAILABLE", atLeast: 20)
        try Machine.run("rm \(ballast)")
      }
      #expect(try cluster.log.contains("No space left on device"))
    }
  }

  @Test func `The database may only be read`() async throws {
    try await run { cluster, gateway in
      try await Load.run("read-only", on: cluster, through: [gateway]) { load in
        // It keeps what it began with.
        let administrator = try await cluster.connect()
        try await administrator.execute(script: "SET default_transaction_read_only = off")
        try await administrator.execute(script: "ALTER SYSTEM SET default_transaction_read_only = on")
        try await administrator.execute(script: "SELECT pg_reload_conf()")
        try await load.errors("UNAVAILABLE", atLeast: 10)
        let reads = load.ledger.now.reads
        for _ in 1...100 where load.ledger.now.reads == reads { try await Task.sleep(for: .milliseconds(100)) }
        #expect(load.ledger.now.reads > reads, "who reads is not held up")
        try await administrator.execute(script: "ALTER SYSTEM RESET default_transaction_read_only")
        try await administrator.execute(script: "SELECT pg_reload_conf()")
      }
    }
  }

  @Test func `Locks are not given in time`() async throws {
    try await run { cluster, gateway in
      try await cluster.run("ALTER ROLE hatched_app SET lock_timeout = '100ms'", database: "postgres")
      try await cluster.endBackends()
      try await Load.run("lock timeouts", on: cluster, through: [gateway]) { load in
        let blocker = try await cluster.connect()
        try await blocker.withTransaction(isolation: .readCommitted) { transaction in
          try await transaction.execute(script: "LOCK TABLE assignments IN SHARE MODE")
          try await load.errors("UNAVAILABLE", atLeast: 10)
        }
      }
      #expect(try cluster.log.contains("canceling statement due to lock timeout"))
    }
  }

  @Test func `Others lock the same rows the other way round`() async throws {
    try await run { cluster, gateway in
      try await Load.run("deadlocks", on: cluster, through: [gateway]) { load in
        let blocker = try await cluster.connect()
        func found() throws -> Int { try cluster.log.ranges(of: "deadlock detected").count }
        let deadline = ContinuousClock.now + .seconds(20)
        while try found() < 5, .now < deadline {
          // A grading mutation locks the member, then the assignment.
          try? await blocker.withTransaction(isolation: .readCommitted) { transaction in
            try await transaction.execute(
              script: """
                SET LOCAL deadlock_timeout = '10s';
                SET LOCAL lock_timeout = '500ms';
                SELECT FROM assignments WHERE title LIKE 'Graded %' FOR UPDATE
                """)
            try await Task.sleep(for: .milliseconds(50))
            try await transaction.execute(script: "SELECT FROM members FOR UPDATE")
          }
        }
      }
      #expect(try cluster.log.contains("deadlock detected"))
    }
  }

  @Test(
    "PgBouncer stands between, in transaction mode, and is killed, too",
    .enabled(if: Bouncer.program != nil, "there is no PgBouncer: scripts/test installs it"))
  func pooler() async throws {
    try await Cluster.run { cluster in
      var bouncer = try await Bouncer.start(in: cluster)
      let gateway = try await GatewayProcess.start(
        on: bouncer.address, in: cluster.folder, ["--prepared-statements", "off"])
      try await Load.run("behind PgBouncer, which is killed", on: cluster, through: [gateway]) { load in
        for _ in 1...20 {
          try await cluster.endBackends(atMost: 1, active: true)
          try await Task.sleep(for: .milliseconds(20))
        }
        try await load.recovers()
        for _ in 1...2 {
          bouncer.process.end()
          try await load.errors("UNAVAILABLE", atLeast: load.count("UNAVAILABLE") + 1)
          bouncer = try await Bouncer.start(in: cluster)
          try await load.recovers()
        }
      }
      gateway.program.end()
    }
  }
}
