import Foundation

/// How much memory this process takes: Linux only, zero elsewhere.
package enum ResidentMemory {
  package static var megabytes: Double {
    // /proc/self/statm: the size of all, of what is resident, … in pages.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Double(fields[1]) else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
  }
}
