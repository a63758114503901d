import Glibc
import NIOCore

/// The process that listens on a port of this machine, as far as `/proc` tells this user. Arguments are left out, since they may be
/// secret.
struct PortHolder: CustomStringConvertible {
  private let user: String
  private let process: (id: String, name: String)?

  var description: String {
    guard let process else { return "a process of the user \(user)" }
    return "\(process.name) (process \(process.id) of the user \(user))"
  }

  /// - Returns: Nil where no process of this machine is known to listen there, as in another container.
  static func find(port: Int, host: String) -> PortHolder? {
    let sockets = (listening(in: "/proc/net/tcp") + listening(in: "/proc/net/tcp6")).filter { $0.port == port }
    let address = (try? SocketAddress.makeAddressResolvingHost(host, port: port)).flatMap(hexadecimal)
    // All zeros stand for every address.
    let socket = sockets.first { $0.address == address } ?? sockets.first { $0.isEverywhere } ?? sockets.first
    guard let socket else { return nil }
    return PortHolder(
      user: name(ofUser: socket.user),
      process: processID(holding: "socket:[\(socket.inode)]").map { id in
        let name = ProcessFiles.text("/proc/\(id)/comm")?.split(whereSeparator: \.isNewline).first.map(String.init)
        return (id, name ?? "a program")
      })
  }

  private struct Socket {
    let address: String
    let port: Int
    let user: String
    let inode: String

    var isEverywhere: Bool { address.allSatisfy { $0 == "0" } }
  }

  /// The listening sockets of a table, whose columns are: number, local address, remote address, state, queues, timer, retransmissions,
  /// user, timeout, inode.
  private static func listening(in table: String) -> [Socket] {
    (ProcessFiles.text(table) ?? "").split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 9, fields[3] == "0A" else { return nil }
      let parts = fields[1].split(separator: ":")
      guard parts.count == 2, let port = Int(parts[1], radix: 16) else { return nil }
      return Socket(address: String(parts[0]), port: port, user: String(fields[7]), inode: String(fields[9]))
    }
  }

  /// An IPv4 address as the table has it: `0100007F` for 127.0.0.1. Nil for others.
  private static func hexadecimal(_ address: SocketAddress) -> String? {
    guard case .v4 = address, let text = address.ipAddress else { return nil }
    return text.split(separator: ".").compactMap { UInt8($0) }.reversed().map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  private static func processID(holding socket: String) -> String? {
    ProcessFiles.names("/proc").filter { $0.allSatisfy(\.isNumber) }.first { id in
      ProcessFiles.names("/proc/\(id)/fd").contains { ProcessFiles.target("/proc/\(id)/fd/\($0)") == socket }
    }
  }

  private static func name(ofUser id: String) -> String {
    guard let number = uid_t(id), let entry = getpwuid(number), let name = entry.pointee.pw_name else { return id }
    return String(cString: name)
  }
}
