import ArgumentParser
import Foundation
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
    let answer: HTTPProbe.Answer?
    do {
      answer = try await HTTPProbe(host: "127.0.0.1", port: port, context: context).get(ready ? "/ready" : "/health")
    } catch is HTTPProbe.NotListening {
      throw CommandFailure("nothing listens on port \(port)")
    }
    guard let answer, answer.isOK else { throw CommandFailure("not well: \(answer?.status ?? "no answer")") }
    print(ready ? "ready" : "running")
  }

  /// The certificate is not verified: the server runs on this machine, and the request has no secret.
  private static func clientContext() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .none
    configuration.trustRoots = .certificates([])
    return try NIOSSLContext(configuration: configuration)
  }
}
