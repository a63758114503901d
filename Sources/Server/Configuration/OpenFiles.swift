import Glibc
import Logging

/// The number of files and connections that the system lets the process have open.
enum OpenFiles {
  /// Besides those of clients and of the database.
  private static let others = 100

  /// Raises the limit as far as the process may: shells set it to 1,024, which is less than the server accepts.
  /// - Parameter count: the number of connections that there may be; where the limit is lower, the log has a warning.
  static func allow(_ count: Int, _ logger: Logger) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let needed = rlim_t(count + others)
    if limit.rlim_cur < needed, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(limit.rlim_max, needed)
      _ = setrlimit(resource, &limit)
    }
    if limit.rlim_cur < needed {
      logger.warning(
        "fewer files may be open than there may be connections: raise the limit, or lower --max-connections",
        metadata: ["limit": "\(limit.rlim_cur)", "needed": "\(needed)"])
    }
  }
}
