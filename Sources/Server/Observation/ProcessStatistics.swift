import CAllocator
import Glibc

/// The system's statistics of this process, from `/proc/self` on Linux — proc(5).
struct ProcessStatistics {
  var cpuSeconds = 0.0
  /// Since 1970.
  var startSeconds = 0.0
  var residentBytes: UInt64 = 0
  /// Allocated and not freed; 0 where the allocator does not count them.
  var allocatedBytes: UInt64 = 0
  var virtualBytes: UInt64 = 0
  var openDescriptors: UInt64 = 0
  var maximumDescriptors: UInt64 = 0

  /// Nil where there is no such folder.
  static func read() -> ProcessStatistics? {
    guard let stat = ProcessFiles.text("/proc/self/stat"), let system = ProcessFiles.text("/proc/stat") else { return nil }
    // The second field is the program's name in brackets, which may have spaces; the third follows it.
    let fields = stat[(stat.lastIndex(of: ")").map(stat.index(after:)) ?? stat.startIndex)...].split(separator: " ")
    guard fields.count > 21, let user = Double(fields[11]), let kernel = Double(fields[12]),
      let start = Double(fields[19]), let size = UInt64(fields[20]), let pages = UInt64(fields[21])
    else { return nil }
    let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    let boot = system.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) } ?? 0
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return ProcessStatistics(
      cpuSeconds: (user + kernel) / ticks, startSeconds: boot + start / ticks,
      residentBytes: pages * UInt64(max(1, sysconf(Int32(_SC_PAGESIZE)))),
      allocatedBytes: UInt64(hatched_allocated_bytes()), virtualBytes: size,
      openDescriptors: descriptorCount(), maximumDescriptors: UInt64(limit.rlim_cur))
  }

  /// But for the one that counts them.
  private static func descriptorCount() -> UInt64 {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count: UInt64 = 0
    while readdir(folder) != nil { count += 1 }
    // `.`, `..` and the folder itself.
    return count > 3 ? count - 3 : 0
  }
}
