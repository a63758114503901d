import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Postgres

/// A Unix socket that leads to PostgreSQL's, and later to nobody who says anything.
final class SocketDetour {
  let address: DatabaseAddress
  private let folder: URL
  private let socket: URL
  private var listener: (any Channel)?

  /// - Parameter address: the address of a database behind a Unix socket.
  init(to address: DatabaseAddress) throws {
    var parameters = address.parameters
    let name = ".s.PGSQL.\(parameters["port"] ?? "5432")"
    let host = try #require(parameters["host"])
    folder = URL(fileURLWithPath: "/tmp/hatched-detour.\(ProcessInfo.processInfo.processIdentifier)")
    socket = folder.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: socket.path, withDestinationPath: "\(host)/\(name)")
    parameters["host"] = folder.path
    self.address = try DatabaseAddress(parameters.map { "\($0)='\($1)'" }.joined(separator: " "))
  }

  /// From here on whoever connects waits for an answer.
  func goSilent() async throws {
    try FileManager.default.removeItem(at: socket)
    listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        // So that nobody waits for ever.
        channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
        return channel.eventLoop.makeSucceededVoidFuture()
      }
      .bind(unixDomainSocketPath: socket.path).get()
  }

  func close() async throws {
    try await listener?.close()
    try FileManager.default.removeItem(at: folder)
  }
}
