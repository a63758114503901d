import Foundation
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

/// The lines of docs/walkthrough.md, and of docs/grade-tracker.md, docs/school-afternoon.md, docs/school-week.md, docs/household-week.md and
/// docs/saturday.md, which go on in its shell, run as readers paste them: each `# → …` is the output of the line above it.
@Suite struct WalkThroughTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The shells of readers: of Linux, and of macOS, whose `date` is BSD's.
  enum Shell: String, CaseIterable {
    case bash, zsh
    case bashWithBSDDate = "bash with BSD's date"
  }

  /// The lines for the second shell, beside the server.
  private static func lines() throws -> String {
    let pages = try ["walkthrough", "grade-tracker", "school-afternoon", "school-week", "household-week", "saturday"].map { name in
      try String(contentsOf: repository.appending(path: "docs/\(name).md"), encoding: .utf8)
    }
    return pages.flatMap { page in
      page.matches(of: /```sh\n(.*?)```/.dotMatchesNewlines()).map(\.output.1).filter { !$0.contains("scripts/serve") }
    }.joined()
  }

  /// Refuses `-d` and understands `-j -v-1d -f %F DAY +%F`, as the `date` of macOS does.
  private static let bsdDate = """
    #!/bin/bash
    case $1 in
      -d) echo "date: illegal time format" >&2; exit 1 ;;
      -j) [[ $2 == -v-1d && $3 == -f && $4 == %F ]] && exec /usr/bin/date -d "$5 yesterday" "$6"; exit 1 ;;
      *) exec /usr/bin/date "$@" ;;
    esac
    """

  /// A folder such as the repository, with a built `hatched` and the addresses of databases.
  private func makeFolder(for database: SchoolDatabase) throws -> URL {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "walk-through-\(UUIDValue.random())")
    for name in [".build/release", ".hatched"] {
      try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try files.copyItem(at: Self.repository.appending(path: "scripts"), to: folder.appending(path: "scripts"))
    try files.createSymbolicLink(at: folder.appending(path: ".build/release/hatched"), withDestinationURL: Program.hatched.location)
    let worker = database.superuser.user("hatched_worker")
    try "export WORKER_DATABASE_URL='\(worker)' MIGRATION_DATABASE_URL='\(database.superuser)'\n"
      .write(to: folder.appending(path: ".hatched/environment"), atomically: true, encoding: .utf8)
    return folder
  }

  private func run(_ script: String, in folder: URL, _ shell: Shell = .bash) async throws -> ChildProcess.End {
    var path = ProcessInfo.processInfo.environment["PATH", default: ""]
    if shell == .bashWithBSDDate {
      let programs = folder.appending(path: "bsd")
      try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
      let date = programs.appending(path: "date")
      try Self.bsdDate.write(to: date, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: date.path)
      path = "\(programs.path):\(path)"
    }
    let program = shell == .zsh ? Program.zsh : .bash
    // A line that fails does not end it: neither does it in a reader's shell. The process of the tests may ignore SIGTERM, which its
    // children inherit and a reader's shell does not.
    return try await ChildProcess.run(
      program, ["-c", "cd '\(folder.path)' && exec env --default-signal=TERM \(program.rawValue) -c \"$1\"", "lines", script],
      environment: ["PATH": path], within: .seconds(600))
  }

  @Test("The lines print what the pages say, in two runs after each other", arguments: Shell.allCases)
  func printsWhatThePageSays(_ shell: Shell) async throws {
    let database = try await SchoolDatabase("walk_through", families: 1)
    let folder = try makeFolder(for: database)
    defer { try? FileManager.default.removeItem(at: folder) }
    let keys = try await run("scripts/identity-token --keys", in: folder)
    #expect(keys.status == 0, "\(keys.errors)")
    // A hash of a password takes seconds where the library was built without optimization.
    let options = [
      "--request-timeout", "120000", "--apple-audience", "org.example.hatched", "--apple-keys", keys.output.trimmingCharacters(in: .newlines), "--mail", "print",
      "--worker-database-url", "\(database.superuser.user("hatched_worker"))",
    ]
    let lines = try Self.lines()
    let promised = lines.split(separator: "\n").filter { $0.hasPrefix("# → ") }.map { $0.dropFirst(4) }
    #expect(promised.count > 45)
    try await RunningServer.run(on: database.app, options) { server in
      let pasted = lines.replacing("http://127.0.0.1:8080/", with: "http://127.0.0.1:\(server.port)/")
      #expect(pasted != lines)
      // The output that readers see in their first shell, and that `tee` writes down.
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: ".hatched/output"), withDestinationURL: server.process.outputFile)
      for _ in 1...2 {
        // The pages compare days, of UTC and of the family.
        for zone in [TimeZone.gmt, try #require(TimeZone(identifier: "Europe/London"))] {
          try await ClockPeriod.day.wait(endingWithin: 180, in: zone)
        }
        let end = try await run(pasted, in: folder, shell)
        #expect(end.errors == "")
        let printed = end.output.split(separator: "\n").filter { !$0.hasPrefix("checked ") }
        for (line, promise) in zip(printed, promised) { #expect(line == promise) }
        #expect(printed.count == promised.count)
      }
    }
  }
}
