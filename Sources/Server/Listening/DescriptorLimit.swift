import Glibc

/// The limit of open files of this process.
struct DescriptorLimit {
  let maxConnections: Int
  let poolSize: Int

  /// The files that a server may have open: its HTTP connections, those to the database, each watched by a descriptor of its own, and some
  /// for the program itself.
  var needed: Int { needed(maxConnections) }

  /// Those that it has open where each connection takes or gives a file.
  private var most: Int { needed + 2 * accepted(maxConnections) }

  private func needed(_ connections: Int) -> Int { accepted(connections) + 2 * poolSize + 100 }

  private func accepted(_ connections: Int) -> Int {
    RequestHandler.Limits(bodySize: 0, connections: connections).acceptedConnections
  }

  /// Raises the limit as far as this user may, unless it suffices: shells set it to 1,024, which is less than a server needs.
  /// - Throws: `CommandFailure` when that is not enough.
  func raise() throws {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < most else { return }
    var raised = limit
    raised.rlim_cur = min(limit.rlim_max, rlim_t(most))
    let reached = setrlimit(kind, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur
    guard reached < needed else { return }
    let possible = (1...maxConnections).last { needed($0) <= raised.rlim_max }
    let lower = possible.map { ", or lower --max-connections to \($0)" } ?? ""
    throw CommandFailure(
      "this process may have \(limit.rlim_max) files open, and may need \(needed) for \(maxConnections) connections",
      advice: "Raise the limit (ulimit -Hn \(needed), LimitNOFILE=\(needed) in systemd, --ulimit nofile=\(needed) in Docker)\(lower).",
      status: .unfitEnvironment)
  }
}
