import Domain
import Foundation
import GraphQL
import Postgres
import SQL
import TestSupport
import Testing

@testable import Files

/// Servers as processes, with a database and a folder for files that outlast them.
struct FileGround: Sendable {
  let database: SchoolDatabase
  let folder: FilesFolder
  /// Those of S3, where it keeps the files.
  private let s3: (options: [String], environment: [String: String])

  /// Runs `body` with an empty folder, and a database that knows no files.
  static func with(_ name: String, s3: TestS3? = nil, _ body: (FileGround) async throws -> Void) async throws {
    let folder = FilesFolder(NSTemporaryDirectory() + "hatched-files-\(UUIDValue.random())")
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let database = try await SchoolDatabase(name, families: 1)
    try await database.execute(
      script: """
        UPDATE members SET picture_id = NULL; UPDATE collectors SET picture_id = NULL; UPDATE accounts SET picture_id = NULL;
        UPDATE announcements SET picture_id = NULL; UPDATE school_events SET picture_id = NULL; DELETE FROM file_uses; DELETE FROM uploads;
        DELETE FROM files; DELETE FROM file_tombstones;
        """)
    let settings = s3.map {
      (["--s3-endpoint", $0.url, "--s3-bucket", TestS3.bucket],
        ["HATCHED_S3_ACCESS_KEY_ID": $0.key.id, "HATCHED_S3_SECRET_ACCESS_KEY": $0.key.secret])
    }
    try await body(FileGround(database: database, folder: folder, s3: settings ?? ([], [:])))
  }

  /// Runs `body` with a server.
  /// - Parameters:
  ///   - hasWorker: whether it ends files and uploads.
  ///   - folder: another one than the ground's, as of another machine.
  func serve(
    hasWorker: Bool = false, folder: FilesFolder? = nil, _ body: (RunningServer) async throws -> Void
  ) async throws {
    var environment = s3.environment
    if hasWorker { environment["WORKER_DATABASE_URL"] = "\(database.superuser.user("hatched_worker"))" }
    try await RunningServer.run(
      on: database.app, ["--files-folder", (folder ?? self.folder).path] + s3.options, environment: environment, body)
  }

  /// Runs `hatched files`.
  func hatchedFiles(_ option: String) async throws -> ChildProcess.End {
    try await ChildProcess.run(
      .hatched, ["files", option, "--files-folder", folder.path] + s3.options,
      environment: ["MIGRATION_DATABASE_URL": "\(database.owner)"].merging(s3.environment) { $1 })
  }

  // MARK: Uploads

  struct NewUpload: Sendable {
    let id: String
    let address: String
  }

  func newUpload(_ server: RunningServer, name: String = "owl.txt", bytes: Int) async throws -> NewUpload {
    let made = try await server.post(
      #"mutation { createUpload(input: {name: "\#(name)", bytes: \#(bytes)}) { upload { id address } } }"#,
      token: try RunningServer.token(for: database)
    ).json
    let upload = made.at("data", "createUpload", "upload")
    return NewUpload(
      id: try #require(upload?.at("id")?.string, "\(made)"), address: try #require(upload?.at("address")?.string, "\(made)"))
  }

  /// Sends a request, with the length of its body.
  func send(
    _ method: String, _ path: String, _ headers: [String] = [], body: String? = nil, to server: RunningServer
  ) async throws -> RawConnection.Answer {
    let connection = try RawConnection(port: server.port)
    defer { connection.close() }
    let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
    let head = (["\(method) \(path) HTTP/1.1", "Host: h"] + length + headers).joined(separator: "\r\n")
    try await connection.send(head + "\r\n\r\n" + (body ?? ""))
    return try await connection.answer(isBodiless: method == "HEAD")
  }

  /// Sends what is left of an upload.
  func sendRest(_ upload: NewUpload, at offset: Int, _ body: String, to server: RunningServer) async throws -> RawConnection.Answer {
    try await send(
      "PATCH", upload.address, ["Content-Type: application/partial-upload", "Upload-Offset: \(offset)", "Upload-Complete: ?1"], body: body,
      to: server)
  }

  /// The address of a file, by its id.
  func url(_ id: String, _ server: RunningServer) async throws -> String {
    let answer = try await server.post("{ file(id: \"\(id)\") { url } }", token: try RunningServer.token(for: database)).json
    return try #require(answer.at("data", "file", "url")?.string, "\(answer)")
  }

  func body(of id: String, _ server: RunningServer) async throws -> String {
    try await send("GET", try await url(id, server), to: server).text
  }

  // MARK: What is left

  func texts(_ query: SQL) async throws -> [String] {
    let rows = try await database.run(query)
    return (0..<rows.count).compactMap { rows.text(row: $0, column: 0) }
  }

  /// The paths of all files in the folder of the store.
  var stored: [String] {
    let all = FileManager.default.enumerator(atPath: folder.files)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.contains("/") }.sorted()
  }

  /// Runs `body` while nobody may write to a table, and kills the server once a statement of its waits for that.
  /// - Parameter body: begins what the server does; its connection stays open.
  func kill(
    _ server: RunningServer, whenItWrites table: String, _ body: () async throws -> RawConnection? = { nil }
  ) async throws {
    try await whileNobodyWrites(to: table) { transaction in
      let connection = try await body()
      defer { connection?.close() }
      try await kill(server, onceItWaitsFor: table, transaction)
    }
  }

  /// Starts a server with background work while nobody may write to a table, and kills it once a statement of its waits for that.
  func killWorker(whenItWrites table: String) async throws {
    try await whileNobodyWrites(to: table) { transaction in
      try await serve(hasWorker: true) { server in try await kill(server, onceItWaitsFor: table, transaction) }
    }
  }

  private nonisolated(nonsending) func whileNobodyWrites(
    to table: String, _ body: nonisolated(nonsending) (PostgresTransaction) async throws -> Void
  ) async throws {
    let superuser = try await Connection.connect(ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    try await superuser.withTransaction(isolation: .readCommitted) { transaction in
      try await transaction.execute(script: "LOCK TABLE \(table) IN SHARE MODE")
      try await body(transaction)
    }
  }

  private nonisolated(nonsending) func kill(
    _ server: RunningServer, onceItWaitsFor table: String, _ transaction: PostgresTransaction
  ) async throws {
    let waiting: SQL = "SELECT pid FROM pg_locks WHERE relation = \(bind: .text(table))::regclass AND NOT granted"
    for _ in 1...2000 where try await transaction.run([waiting.statement])[0].count == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    try #require(try await transaction.run([waiting.statement])[0].count > 0, "no statement waits for \(table)")
    server.process.send(signal: SIGKILL)
    _ = try await server.process.end(within: .seconds(10))
    // PostgreSQL looks at a connection again once its statement has ended: it would do what the statement says.
    let ended: SQL = "SELECT pg_terminate_backend(waiting.pid) FROM (\(waiting)) AS waiting"
    _ = try await transaction.run([ended.statement])
    for _ in 1...1000 where try await transaction.run([waiting.statement])[0].count > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
