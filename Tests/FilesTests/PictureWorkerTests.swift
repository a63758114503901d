import Files
import Foundation
import SQL
import Testing

@Suite("The picture worker", .enabled(if: SampleFiles.isThere, Comment(rawValue: SampleFiles.absence))) struct PictureWorkerTests {
  @Test func `has no network, and no call that opens a file, where the machine allows it`() throws {
    let folder = try TestFolder(workers: 1)
    let (libvips, locks) = try folder.pictures.check()
    #expect(libvips.hasPrefix("8."))
    #if os(Linux)
      #expect(locks.contains("seccomp"))
    #endif
  }

  @Test func `ends a picture that takes 10 seconds of a processor, and meanwhile decodes those of others`() async throws {
    let folder = try TestFolder()
    let bomb = try SampleFiles.path("pictures/scans.jpg")
    let plain = try SampleFiles.path("pictures/plain.jpg")
    async let refusal = folder.refusal(bomb)
    try await Task.sleep(for: .milliseconds(300))
    let start = ContinuousClock.now
    for _ in 0..<5 {
      let file = try await folder.intake.accept(plain, name: "a", owner: .random())
      file.discard()
    }
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(await refusal == .content(.unreadable))
    #expect(try folder.temporary.isEmpty)
    // The child was ended, and not the worker.
    #expect(folder.pictures.statistics.started <= 2)
  }

  @Test func `is started anew after it was killed, and the picture is refused`() async throws {
    let folder = try TestFolder(workers: 1)
    let bomb = try SampleFiles.path("pictures/scans.jpg")
    async let refusal = folder.refusal(bomb)
    var workers: [Int32] = []
    while workers.isEmpty {
      try await Task.sleep(for: .milliseconds(100))
      workers = Self.children(of: getpid(), named: "hatched-pictures").filter { !Self.children(of: $0, named: "hatched-pictures").isEmpty }
    }
    let decoding = workers.flatMap { Self.children(of: $0, named: "hatched-pictures") }
    for worker in workers { kill(worker, SIGKILL) }
    #expect(await refusal == .content(.unreadable))
    try await folder.accept(try SampleFiles.path("pictures/plain.jpg")).discard()
    #expect(folder.pictures.statistics.started == 2)
    // The child that decodes ends with the worker.
    try await Task.sleep(for: .milliseconds(200))
    for process in decoding { #expect(Self.name(of: process) == nil) }
  }

  @Test func `goes on after the child that decodes was killed`() async throws {
    let folder = try TestFolder(workers: 1)
    let bomb = try SampleFiles.path("pictures/scans.jpg")
    async let refusal = folder.refusal(bomb)
    var decoding: [Int32] = []
    while decoding.isEmpty {
      try await Task.sleep(for: .milliseconds(100))
      decoding = Self.children(of: getpid(), named: "hatched-pictures").flatMap { Self.children(of: $0, named: "hatched-pictures") }
    }
    for process in decoding { kill(process, SIGKILL) }
    #expect(await refusal == .content(.unreadable))
    try await folder.accept(try SampleFiles.path("pictures/plain.jpg")).discard()
    #expect(folder.pictures.statistics.started == 1)
  }

  @Test func `leaves nothing of this process to pictures`() async throws {
    let folder = try TestFolder(workers: 1)
    _ = try folder.pictures.check()
    let worker = try #require(Self.children(of: getpid(), named: "hatched-pictures").last)
    let variables = try Data(contentsOf: URL(filePath: "/proc/\(worker)/environ"))
    #expect(variables.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/fd")
    #expect(files.sorted() == ["0", "1", "2"])
  }

  @Test func `takes so many, and refuses more for now`() async throws {
    let folder = try TestFolder(workers: 1, maximumWaiting: 4)
    let path = try SampleFiles.path("pictures/phone.jpg")
    let refusals = await withTaskGroup(of: FileRefusal?.self) { group in
      for _ in 0..<12 {
        group.addTask { () async -> FileRefusal? in
          do throws(FileRefusal) {
            try await folder.intake.accept(path, name: "a", owner: .random()).discard()
            return nil
          } catch {
            return error
          }
        }
      }
      var all: [FileRefusal?] = []
      for await refusal in group { all.append(refusal) }
      return all
    }
    let busy = refusals.compactMap(\.self)
    #expect(busy.count >= 7)
    for refusal in busy {
      guard case .busy(let seconds) = refusal else {
        Issue.record("\(refusal)")
        continue
      }
      #expect(1...60 ~= seconds)
    }
    #expect(folder.pictures.statistics.refused == busy.count)
  }

  @Test func `that cannot be started refuses for now`() async throws {
    let folder = try TestFolder(program: "/nonexistent/hatched-pictures")
    guard case .storage(let reason) = await folder.refusal(try SampleFiles.path("pictures/plain.jpg")) else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason.contains("/nonexistent/hatched-pictures"))
  }

  private static func children(of process: Int32, named name: String) -> [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.flatMap { task in
      ((try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)) ?? "").split(separator: " ").compactMap { Int32($0) }
    }.filter { Self.name(of: $0).map { name.hasPrefix($0) } ?? false }
  }

  /// Nil where no such process runs: one that has ended, and that nobody has waited for, does not.
  private static func name(of process: Int32) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let match = text.firstMatch(of: /\d+ \((.*)\) (\w)/), match.2 != "Z"
    else { return nil }
    return String(match.1)
  }
}
