import Glibc

/// Core dumps have the secrets and the rows that the process holds.
enum CoreDumps {
  /// Lets the process leave no core dump with its memory, and nothing that it starts.
  ///
  /// The limit does not hold for a program that the system pipes core dumps to: see core(5). So the filter leaves all memory out, too.
  static func disable() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
    guard filter >= 0 else { return }
    _ = write(filter, "0", 1)
    close(filter)
  }
}
