import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// `hatched health`
struct Health: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Asks a running server whether it is well; exits with 1 when it is not.",
    discussion: """
      For containers, whose images have no curl.

      Examples:
        hatched health
        hatched health --ready --port 9000
      """)

  @Option(help: "The port of the server on this machine. (PORT) [8080]")
  var port: Int?

  @Flag(help: "Ask whether it can answer queries, not only whether it runs.")
  var ready = false

  @Flag(help: "The server speaks TLS: so it is where HATCHED_TLS_CERTIFICATE is set.")
  var tls = false

  func run() async throws {
    let port = try ServerPort.resolve(port)
    let context = tls || EnvironmentVariable.tlsCertificate.value != nil ? try Self.clientContext() : nil
    let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
    do {
      channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connectTimeout(.seconds(2))
        .connect(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            if let context {
              try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: context, serverHostname: nil))
            }
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
          }
        }
    } catch {
      throw CommandFailure("nothing listens on port \(port)")
    }
    // A server that accepts and says nothing is not well either.
    let deadline = channel.channel.eventLoop.scheduleTask(in: .seconds(5)) {
      channel.channel.close(promise: nil)
    }
    let path = ready ? "/ready" : "/health"
    let statusLine = try? await channel.executeThenClose { inbound, outbound in
      try await outbound.write(
        ByteBuffer(string: "GET \(path) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"))
      var answer = ""
      for try await part in inbound {
        answer += String(buffer: part)
        if answer.contains("\r\n") { break }
      }
      return answer.split(separator: "\r\n").first.map(String.init)
    }
    deadline.cancel()
    guard let status = statusLine ?? nil, status.hasPrefix("HTTP/1.1 200") else {
      throw CommandFailure("not well: \((statusLine ?? nil) ?? "no answer")")
    }
    print(ready ? "ready" : "running")
  }

  /// Nobody is asked who it is: the server is known to be on this machine, and is told nothing that others may not
  /// know.
  private static func clientContext() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .none
    configuration.trustRoots = .certificates([])
    return try NIOSSLContext(configuration: configuration)
  }
}
