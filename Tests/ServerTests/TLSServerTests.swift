import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Server

private let environment = ["PATH": ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]]

private func shell(_ command: String) async throws -> ChildProcess.End {
  try await ChildProcess.run(.bash, ["-c", command], environment: environment)
}

/// The server's own port in TLS, asked by curl and openssl.
@Suite struct TLSServerTests {
  /// The objects that a test works with.
  private struct Scene: Sendable {
    let server: ListeningServer
    let responder: ScriptedResponder
    let certificate: ServerCertificate
    let certificates: Certificates

    /// Runs curl on paths of the server.
    func curl(_ arguments: String, _ paths: String..., root: String = "root.crt") async throws -> ChildProcess.End {
      let urls = paths.map { "https://localhost:\(server.port)\($0)" }.joined(separator: " ")
      return try await shell(
        "curl -sS --max-time 20 --resolve localhost:\(server.port):127.0.0.1 "
          + "--cacert \(certificates.file(root)) \(arguments) \(urls)")
    }

    /// A command of an `openssl s_client` whose connection stays open after the input. The process that keeps its
    /// input open is killed with it, since it may have been started to ignore a request to end: a process counts as
    /// running as long as a process that it started does.
    func client(_ options: String = "-quiet", input: String = "", stays seconds: Double = 5) -> String {
      "{ exec 7< <(printf '\(input)'; exec sleep \(seconds)); "
        + "openssl s_client -connect 127.0.0.1:\(server.port) -servername localhost \(options) "
        + "-CAfile \(certificates.file("root.crt")) <&7; kill -9 $!; }"
    }

    /// The serial number of the certificate that a new connection shows.
    func serialShown() async throws -> String {
      try await shell(client("", stays: 0) + " 2>/dev/null | openssl x509 -noout -serial").output
    }

    func serial(of file: String) async throws -> String {
      try await shell("openssl x509 -noout -serial -in \(certificates.file(file))").output
    }
  }

  private func withServer(
    patience: TimeAmount = .seconds(20), handshakeTime: TimeAmount = .seconds(20),
    _ body: @escaping @Sendable (Scene) async throws -> Void
  ) async throws {
    try await Certificates.with { certificates in
      try certificates.copy("server.crt", to: "live.crt")
      try certificates.copy("server.key", to: "live.key")
      let certificate = try ServerCertificate(
        certificateFile: certificates.file("live.crt"), keyFile: certificates.file("live.key"))
      let responder = ScriptedResponder()
      try await ListeningServer.run(
        responder,
        limits: RequestHandler.Limits(
          bodySize: 64 << 10, firstByteTime: patience, arrivalTime: patience, idleTime: patience, sendTime: patience,
          halfCloseProbeDelay: .seconds(20)),
        certificate: certificate, handshakeTime: handshakeTime
      ) { server in
        try await body(
          Scene(server: server, responder: responder, certificate: certificate, certificates: certificates))
        responder.release()
      }
    }
  }

  // MARK: Requests

  @Test("Requests follow each other on a connection of TLS 1.3, by HTTP/1.1 even with a client that would like HTTP/2")
  func requests() async throws {
    try await withServer { scene in
      let end = try await scene.curl("-v --http2", "/a", "/b")
      #expect(end.output == "GET /a 0GET /b 0")
      #expect(end.errors.contains("SSL connection using TLSv1.3"), "\(end.errors)")
      #expect(end.errors.contains("ALPN: server accepted http/1.1"), "\(end.errors)")
      #expect(end.errors.contains("Re-using existing connection"), "\(end.errors)")
    }
  }

  @Test("A client that trusts another authority does not take the certificate")
  func otherAuthority() async throws {
    try await withServer { scene in
      let end = try await scene.curl("", "/a", root: "other.crt")
      #expect(end.status == 60, "\(end.errors)")
      #expect(scene.responder.record.asked == [])
    }
  }

  @Test("Bodies and answers may be large, and limits are those of clear text")
  func large() async throws {
    try await withServer { scene in
      let post = try await scene.curl("--data-binary @<(head -c 65536 /dev/zero)", "/post")
      #expect(post.output == "POST /post 65536", "\(post.errors)")
      let tooLarge = try await scene.curl("--data-binary @<(head -c 65537 /dev/zero) -w '%{http_code}'", "/post")
      #expect(tooLarge.output == "too large413", "\(tooLarge.errors)")
      let file = scene.certificates.file("answer")
      let answer = try await scene.curl("-o \(file) -w '%{size_download}'", "/large?5000000")
      #expect(answer.output == "5000000", "\(answer.errors)")
      #expect(try Data(contentsOf: URL(filePath: file)) == Data(repeating: UInt8(ascii: "x"), count: 5_000_000))
    }
  }

  @Test("Requests that are sent together are answered in order, and then the connection ends")
  func pipelined() async throws {
    try await withServer { scene in
      let input = #"GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"#
      let end = try await shell(scene.client(input: input, stays: 20))
      let answers = end.output.matches(of: /GET \/[ab] 0/).map { String($0.0) }
      #expect(answers == ["GET /a 0", "GET /b 0"], "\(end.output) \(end.errors)")
    }
  }

  @Test("A server that stops ends a connection on which nothing is asked")
  func stop() async throws {
    try await withServer { scene in
      let command = scene.client(input: #"GET /a HTTP/1.1\r\nHost: h\r\n\r\n"#, stays: 30)
      try await ChildProcess.with(.bash, ["-c", command], environment: environment) { client in
        try await client.wait(within: .seconds(10)) { scene.responder.record.asked == ["/a"] }
        await scene.server.stop()
        let end = try await client.end(within: .seconds(3))
        #expect(end.output.hasSuffix("GET /a 0"))
      }
    }
  }

  // MARK: Time

  @Test("A request that does not come in time is answered, a connection without one just ends", arguments: [
    ("GET /a HTTP/1.1", "HTTP/1.1 408"), ("", ""),
  ])
  func slowRequest(input: String, answer: String) async throws {
    try await withServer(patience: .milliseconds(500)) { scene in
      let start = ContinuousClock.now
      let end = try await shell(scene.client(input: input, stays: 20))
      #expect(end.output.prefix(12) == answer, "\(end.output) \(end.errors)")
      #expect(start.duration(to: .now) < .seconds(10))
    }
  }

  @Test("A client that does not come to the end of the handshake in time is left, even if it goes on", arguments: [
    [], ["\u{16}\u{03}\u{01}\u{00}\u{7f}\u{01}\u{00}\u{00}\u{7b}\u{03}\u{03}"] + [String](repeating: "x", count: 100),
  ])
  func slowHandshake(parts: [String]) async throws {
    try await withServer(handshakeTime: .milliseconds(400)) { scene in
      let connection = try RawConnection(port: scene.server.port)
      let start = ContinuousClock.now
      for part in parts where start.duration(to: .now) < .milliseconds(300) {
        try await connection.send(part)
        try await Task.sleep(for: .milliseconds(20))
      }
      _ = try await connection.waitForEnd()
      #expect(start.duration(to: .now) > .milliseconds(300))
      #expect(connection.received == [])
      #expect(scene.responder.record.asked == [])
    }
  }

  // MARK: Clear text, and old versions

  @Test("A request in clear text is not answered")
  func clearText() async throws {
    try await withServer { scene in
      let connection = try RawConnection(port: scene.server.port)
      try await connection.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
      _ = try await connection.waitForEnd()
      #expect(!String(decoding: connection.received, as: UTF8.self).contains("HTTP"))
      #expect(scene.responder.record.asked == [])
    }
  }

  @Test("TLS 1.2 is the oldest, with ciphers that keep secrets when the key gets known", arguments: [
    ("-tls1_1 -cipher DEFAULT@SECLEVEL=0", "alert protocol version"), ("-tls1_2 -cipher AES128-SHA", "handshake failure"),
    ("-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA", "handshake failure"), ("-tls1_2", "Protocol  : TLSv1.2"),
    ("-tls1_3", "New, TLSv1.3"),
  ])
  func versions(options: String, said: String) async throws {
    try await withServer { scene in
      let end = try await shell(scene.client(options, stays: 0))
      #expect((end.output + end.errors).contains(said), "\(end.output) \(end.errors)")
    }
  }

  // MARK: The files

  @Test("Connections that are made after a renewal have the new certificate, those before it go on")
  func renewal() async throws {
    try await withServer { scene in
      #expect(try await scene.serialShown() == scene.serial(of: "server.crt"))
      #expect(try scene.certificate.reload() == false)
      let before = #"GET /a HTTP/1.1\r\nHost: h\r\n\r\n'; sleep 2; printf 'GET /b HTTP/1.1\r\nHost: h\r\n\r\n"#
      try await ChildProcess.with(.bash, ["-c", scene.client(input: before)], environment: environment) { client in
        try await client.wait(within: .seconds(10)) { scene.responder.record.asked == ["/a"] }

        // Between the one file and the other nothing changes.
        try scene.certificates.copy("renewed.crt", to: "live.crt")
        #expect(throws: CommandFailure.self) { try scene.certificate.reload() }
        #expect(try await scene.serialShown() == scene.serial(of: "server.crt"))

        try scene.certificates.copy("renewed.key", to: "live.key")
        #expect(try scene.certificate.reload())
        #expect(try scene.certificate.reload() == false)
        #expect(try await scene.serialShown() == scene.serial(of: "renewed.crt"))
        #expect(try await scene.curl("", "/c").output == "GET /c 0")
        try await client.wait(within: .seconds(10)) { scene.responder.record.asked.contains("/b") }
      }
    }
  }

  @Test("Files that are no certificate with its key are refused with what is wrong", arguments: [
    ("none.crt", "server.key", "the TLS certificate FOLDER/none.crt is not there\n       Correct --tls-certificate (HATCHED_TLS_CERTIFICATE); in a container, mount the file."),
    ("server.crt", "none.key", "the TLS key FOLDER/none.key is not there\n       Correct --tls-key (HATCHED_TLS_KEY); in a container, mount the file."),
    ("server.key", "server.key", "there is no certificate in PEM in FOLDER/server.key"),
    ("server.crt", "server.crt", "there is no private key in PEM in FOLDER/server.crt, or it is encrypted"),
    ("server.crt", "encrypted.key", "there is no private key in PEM in FOLDER/encrypted.key, or it is encrypted"),
    ("server.crt", "client.key", "the TLS key FOLDER/client.key does not belong to the certificate FOLDER/server.crt"),
    ("server.crt", "renewed.key", "the TLS key FOLDER/renewed.key does not belong to the certificate FOLDER/server.crt"),
  ])
  func refused(certificate: String, key: String, message: String) async throws {
    try await Certificates.with { certificates in
      let encrypted = certificates.file("encrypted.key")
      _ = try await shell("openssl ec -aes128 -passout pass:x -in \(certificates.file("server.key")) -out \(encrypted)")
      let error = #expect(throws: CommandFailure.self) {
        try ServerCertificate(
          certificateFile: certificates.file(certificate), keyFile: certificates.file(key))
      }
      #expect(error?.description == message.replacing("FOLDER", with: certificates.folder))
    }
  }

  @Test("A certificate that is not valid, or not for long, and a key that others may read are warned of")
  func warnings() async throws {
    try await Certificates.with { certificates in
      let warnings = { (name: String, time: TimeInterval) in
        try ServerCertificate(
          certificateFile: certificates.file("\(name).crt"), keyFile: certificates.file("\(name).key")
        ).warnings(at: Date() + time)
      }
      #expect(try warnings("renewed", 0) == [])
      #expect(try warnings("server", 0).map { $0.contains("server.crt is valid only until 20") } == [true])
      #expect(try warnings("expired", 0).map { $0.contains("expired.crt has expired") } == [true])
      #expect(try warnings("renewed", -86_400).map { $0.contains("renewed.crt is not valid before") } == [true])
      _ = try await shell("chmod 640 \(certificates.file("renewed.key"))")
      #expect(
        try warnings("renewed", 0)
          == ["others than its owner may read the TLS key \(certificates.file("renewed.key")): chmod 600"])
    }
  }

  // MARK: The program

  private static let database = Task { try await SchoolDatabase("tls", families: 1) }

  @Test("hatched serve takes the files, renews them at SIGHUP, and hatched health finds it well")
  func process() async throws {
    let database = try await Self.database.value
    try await Certificates.with { certificates in
      for file in ["crt", "key"] { try certificates.copy("server.\(file)", to: "live.\(file)") }
      let files = ["--tls-certificate", certificates.file("live.crt"), "--tls-key", certificates.file("live.key")]
      try await RunningServer.run(on: database.app, files) { server in
        for warning in ["live.crt is valid only until", "others than its owner may read the TLS key"] {
          try await server.process.wait(within: .seconds(10)) { try server.process.errors.contains(warning) }
        }
        let curl = """
          curl -sS --max-time 20 --resolve localhost:\(server.port):127.0.0.1 --cacert \(certificates.file("root.crt")) \
          https://localhost:\(server.port)/ready -o /dev/null -w '%{http_code}'
          """
        #expect(try await shell(curl).output == "200")
        for (arguments, variable) in [(["--tls"], ""), (["--ready"], certificates.file("live.crt"))] {
          let health = try await ChildProcess.run(
            .hatched, ["health"] + arguments,
            environment: ["PORT": "\(server.port)", "HATCHED_TLS_CERTIFICATE": variable])
          #expect(health.status == 0, "\(health.errors)")
        }

        for file in ["crt", "key"] { try certificates.copy("renewed.\(file)", to: "live.\(file)") }
        server.process.send(signal: SIGHUP)
        try await server.process.wait(within: .seconds(10)) {
          try server.process.errors.contains("new connections use the renewed TLS certificate")
        }
        #expect(try await shell(curl).output == "200")

        try certificates.copy("server.crt", to: "live.crt")
        server.process.send(signal: SIGHUP)
        try await server.process.wait(within: .seconds(10)) {
          try server.process.errors.contains("the TLS certificate stays as it is: the TLS key")
        }
        #expect(try await shell(curl).output == "200")
        server.process.send(signal: SIGTERM)
        #expect(try await server.process.end(within: .seconds(5)).status == 0)
      }
    }
  }

  @Test("hatched serve does not start with one file alone, or files that do not fit", arguments: [
    (["--tls-certificate", "FOLDER/server.crt"], "--tls-certificate (or HATCHED_TLS_CERTIFICATE) needs --tls-key."),
    (["--tls-key", "FOLDER/server.key"], "--tls-key (or HATCHED_TLS_KEY) needs --tls-certificate."),
    (
      ["--tls-certificate", "FOLDER/server.crt", "--tls-key", "FOLDER/client.key"],
      "client.key does not belong to the certificate"
    ),
  ])
  func processRefused(arguments: [String], message: String) async throws {
    try await Certificates.with { certificates in
      let end = try await ChildProcess.run(
        .hatched, ["serve"] + arguments.map { $0.replacing("FOLDER", with: certificates.folder) },
        environment: ["DATABASE_URL": "host=/nowhere", "HATCHED_TOKEN_SECRETS": RunningServer.secret, "PORT": "0"])
      #expect(end.status > 0 && end.status < 128)
      #expect(end.errors.contains(message), "\(end.errors)")
      #expect(!end.errors.contains("PRIVATE KEY"))
    }
  }
}
