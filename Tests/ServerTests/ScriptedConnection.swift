import NIOCore

@testable import Server

/// A connection to a server that answers as its `ScriptedResponder` is told, and what is sent over it.
enum ScriptedConnection {
  static let bodySize = 64 << 10

  /// Runs `body` with a connection, what answers it, and the server. All that is held is let go at the end.
  static func with(
    patience: TimeAmount = .seconds(20), lingerTimeout: TimeAmount = .seconds(5), receiveBuffer: Int32? = nil,
    _ change: (inout RequestHandler.Limits) -> Void = { _ in },
    _ body: @escaping @Sendable (RawConnection, ScriptedResponder, ListeningServer) async throws -> Void
  ) async throws {
    let responder = ScriptedResponder()
    var limits = RequestHandler.Limits(
      bodySize: bodySize, firstByteTime: patience, arrivalTime: patience, idleTime: patience, answerTime: .seconds(20),
      sendTime: patience, lingerTimeout: lingerTimeout, halfCloseProbeDelay: .seconds(20))
    change(&limits)
    try await ListeningServer.run(responder, limits: limits) { server in
      let connection = try RawConnection(port: server.port, receiveBuffer: receiveBuffer)
      defer { connection.close() }
      try await body(connection, responder, server)
      responder.release()
    }
  }

  /// Waits until the condition holds.
  static func eventually(_ condition: () async throws -> Bool) async throws {
    let start = ContinuousClock.now
    while try await !condition() {
      guard ContinuousClock.now - start < .seconds(10) else { throw RawConnection.TooLate() }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  static func get(_ path: String, _ headers: String = "", version: String = "1.1") -> String {
    "GET \(path) HTTP/\(version)\r\nHost: h\r\n\(headers)\r\n"
  }

  static func post(_ path: String, _ body: String, _ headers: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
  }
}
