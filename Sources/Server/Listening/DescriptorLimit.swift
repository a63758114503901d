import Glibc

/// The limit of open files of this process.
enum DescriptorLimit {
  /// The files that a server may have open: its HTTP connections and a sixteenth more, those to the database, each watched by a descriptor
  /// of its own, and some for the program itself.
  static func needed(maxConnections: Int, poolSize: Int) -> Int { maxConnections + maxConnections / 16 + 2 * poolSize + 100 }

  /// Raises the limit as far as this user may, unless it suffices.
  /// - Throws: `CommandFailure` when that is not enough.
  static func raise(to needed: Int, maxConnections: Int) throws {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < needed else { return }
    var raised = limit
    raised.rlim_cur = min(limit.rlim_max, rlim_t(needed))
    guard setrlimit(kind, &raised) != 0 || raised.rlim_cur < needed else { return }
    let possible = (Int(limit.rlim_max) - (needed - maxConnections - maxConnections / 16)) * 16 / 17
    let lower = possible > 0 ? ", or lower --max-connections to \(possible)" : ""
    throw CommandFailure(
      "this process may have \(limit.rlim_max) files open, and may need \(needed) for \(maxConnections) connections",
      advice: "Raise the limit (ulimit -Hn \(needed), LimitNOFILE=\(needed) in systemd, --ulimit nofile=\(needed) in Docker)\(lower).",
      status: .unfitEnvironment)
  }
}
