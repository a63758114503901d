import Foundation
import Synchronization

/// The clocks of the time zones in a folder of the system, each read once.
package final class ZoneFolder: Sendable {
  /// The folder that Debian's PostgreSQL reads, too.
  package static let system = ZoneFolder("/usr/share/zoneinfo")

  /// The time zone database has some 600 names.
  private static let maximumCount = 2000

  private let path: String
  private let clocks = Mutex<[String: ZoneClock]>([:])

  package init(_ path: String) { self.path = path }

  /// The clock of an IANA name; nil if there is no such zone.
  package func clock(named name: String) -> ZoneClock? {
    if let clock = clocks.withLock({ $0[name] }) { return clock }
    guard Self.mayBeName(name), let data = FileManager.default.contents(atPath: "\(path)/\(name)"),
      let clock = ZoneFile.clock(Array(data))
    else { return nil }
    clocks.withLock { clocks in
      if clocks.count < Self.maximumCount { clocks[name] = clock }
    }
    return clock
  }

  /// Words with a slash between them, the first one with a capital: `posix/` and `right/` are folders of a system's
  /// files, and no name leads out of the folder.
  private static func mayBeName(_ name: String) -> Bool {
    guard name.utf8.count <= 64, let first = name.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else { return false }
    return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || "_-+".utf8.contains(byte)
      }
    }
  }
}
