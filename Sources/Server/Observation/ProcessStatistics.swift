import Glibc

/// What the system says of this process, as Linux has it in `/proc/self` — proc(5).
struct ProcessStatistics {
  var cpuSeconds = 0.0
  /// Since 1970.
  var startSeconds = 0.0
  var residentBytes: UInt64 = 0
  var virtualBytes: UInt64 = 0
  var openDescriptors: UInt64 = 0
  var maximumDescriptors: UInt64 = 0

  /// Nil where there is no such folder.
  static func read() -> ProcessStatistics? {
    guard let stat = contents("/proc/self/stat"), let system = contents("/proc/stat") else { return nil }
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
      residentBytes: pages * UInt64(max(1, sysconf(Int32(_SC_PAGESIZE)))), virtualBytes: size,
      openDescriptors: descriptorCount(), maximumDescriptors: UInt64(limit.rlim_cur))
  }

  private static func contents(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
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
