import Glibc
import NIOCore
import NIOPosix

/// An address that the server listens at, and the settings that it comes from.
struct ListeningAddress: Hashable, Sendable {
  let host: String
  let port: Int
  /// The address in a message, as in `the admin address`.
  let name: String
  /// The settings of the host and of the port, as a message names them.
  let hostSetting: String
  let portSetting: String

  static func server(host: String, port: Int) -> ListeningAddress {
    ListeningAddress(host: host, port: port, name: "the server", hostSetting: "--host (HOST)", portSetting: "--port (PORT)")
  }

  static func admin(_ address: AdminAddress) -> ListeningAddress {
    let setting = "--admin-address (HATCHED_ADMIN_ADDRESS)"
    return ListeningAddress(
      host: address.host, port: address.port, name: "the admin address", hostSetting: setting, portSetting: setting)
  }

  /// Whether no other machine reaches it: `127.0.0.1`, `::1` or `localhost`. Not a name such as `127.example.org`.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.wholeMatch(of: /127(\.[0-9]{1,3}){3}/) != nil
  }

  /// Listens for a moment, so that a server that cannot listen ends before it has begun anything.
  /// - Throws: `CommandFailure` that says why not, and what to do.
  func check() async throws {
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
        .bind(host: host, port: port).get()
      try await channel.close()
    } catch {
      throw failure(for: error)
    }
  }

  /// - Throws: `CommandFailure` when the two are one.
  func check(differsFrom other: ListeningAddress) throws {
    guard port != 0, port == other.port, host == other.host else { return }
    throw CommandFailure(
      "port \(port) of \(host) is given to \(other.name) and to \(name)",
      advice: "Give another one with \(portSetting).", status: .cannotListen)
  }

  /// The failure to listen, in words.
  func failure(for error: any Error) -> CommandFailure {
    func cannot(_ problem: String, _ advice: String) -> CommandFailure {
      CommandFailure(problem, advice: advice, status: .cannotListen)
    }
    guard let error = error as? IOError else {
      return cannot(
        "\(name) cannot listen at \(host): there is no such host", "Give an address of this machine with \(hostSetting).")
    }
    switch error.errnoCode {
    case EADDRINUSE:
      let holder = PortHolder.find(port: port, host: host)
      return cannot(
        "port \(port) of \(host), for \(name), is taken: \(holder?.description ?? "another program") listens there",
        "Stop it, or give another port with \(portSetting).")
    case EADDRNOTAVAIL:
      return cannot(
        "\(name) cannot listen at \(host): this machine has no such address, but \(Self.ownAddresses)",
        "Give one of them with \(hostSetting), or 0.0.0.0 for all of IPv4 and :: for all.")
    case EACCES, EPERM:
      return cannot(
        "\(name) may not listen on port \(port): ports below \(Self.firstFreePort) need the right CAP_NET_BIND_SERVICE",
        "Give a higher port with \(portSetting), or grant the right: AmbientCapabilities=CAP_NET_BIND_SERVICE in systemd, "
          + "setcap cap_net_bind_service=+ep on the program.")
    case EMFILE, ENFILE:
      return cannot(
        "\(name) cannot listen at \(host), port \(port): too many files are open",
        "Raise the limit: ulimit -n, or LimitNOFILE= in systemd.")
    case EAFNOSUPPORT:
      return cannot(
        "\(name) cannot listen at \(host): this machine does not have that kind of address",
        "Give another one with \(hostSetting), such as 127.0.0.1.")
    default:
      return cannot(
        "\(name) cannot listen at \(host), port \(port): \(String(cString: strerror(error.errnoCode)))",
        "See \(hostSetting) and \(portSetting).")
    }
  }

  private static var ownAddresses: String {
    let addresses = ((try? System.enumerateDevices()) ?? []).compactMap { $0.address?.ipAddress }
      .filter { !$0.hasPrefix("fe80:") }
    var seen: [String] = []
    for address in addresses where !seen.contains(address) { seen.append(address) }
    return seen.isEmpty ? "others" : seen.prefix(8).joined(separator: ", ")
  }

  /// The lowest port that needs no right.
  private static var firstFreePort: Int {
    ProcessFiles.text("/proc/sys/net/ipv4/ip_unprivileged_port_start").flatMap {
      Int($0.split(whereSeparator: \.isWhitespace).first ?? "")
    } ?? 1024
  }
}
