import Gateway
import SQL
import Synchronization
import Threads

/// Prints pages: a few at a time, each by a process of its own, and bounded in number. Pages that were printed lately are kept.
///
/// Its threads and the processes that they start have a lower priority than the threads that answer requests.
final class PagePrinter: Sendable {
  struct Options: Sendable {
    var program = PrinterProgram(python: "/usr/bin/python3")
    /// How many are printed at a time.
    var concurrency = 1
    /// How many wait at most.
    var waiting = 16
    /// How many of one account wait or are printed at most.
    var perAccount = 2
    /// The address space of a process, in bytes.
    var memory = 512 << 20
    var limits = PrinterProcess.Limits()
  }

  /// A page that waits.
  private final class Job: Sendable {
    let html: [UInt8]
    let account: UUIDValue
    let isCancelled = Atomic(false)
    private let continuation: CheckedContinuation<Result<[UInt8], PrintFailure>, Never>

    init(_ html: [UInt8], _ account: UUIDValue, _ continuation: CheckedContinuation<Result<[UInt8], PrintFailure>, Never>) {
      self.html = html
      self.account = account
      self.continuation = continuation
    }

    func end(_ result: Result<[UInt8], PrintFailure>) { continuation.resume(returning: result) }
  }

  private struct State {
    var waiting: [Job] = []
    /// Those that wait and those that are printed.
    var counts: [UUIDValue: Int] = [:]
  }

  private let options: Options
  private let state = Mutex(State())
  private let threads: WorkerThreads
  /// By the digest of the page.
  private let printed = BoundedCache<String, [UInt8]>(maximumCount: 64, maximumCost: 8 << 20)

  init(_ options: Options) {
    self.options = options
    threads = WorkerThreads(named: "printer", count: options.concurrency)
  }

  deinit { threads.close() }

  /// - Parameters:
  ///   - html: the page. It names no address.
  ///   - digest: names the page among all.
  ///   - account: whom it is for.
  func print(_ html: [UInt8], digest: String, for account: UUIDValue) async throws(PrintFailure) -> [UInt8] {
    if let known = printed.value(for: digest) { return known }
    let job = Mutex<Job?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let added = Job(html, account, continuation)
        job.withLock { $0 = added }
        if Task.isCancelled { added.isCancelled.store(true, ordering: .relaxed) }
        if add(added) { threads.wake { [weak self] in self?.next() } } else { added.end(.failure(.busy)) }
      }
    } onCancel: {
      job.withLock { $0 }?.isCancelled.store(true, ordering: .relaxed)
    }
    let document = try result.get()
    printed.insert(document, for: digest, cost: document.count)
    return document
  }

  /// - Returns: false where there is no room for it.
  private func add(_ job: Job) -> Bool {
    state.withLock { state in
      let count = state.counts[job.account, default: 0]
      guard state.waiting.count < options.waiting, count < options.perAccount else { return false }
      state.counts[job.account] = count + 1
      state.waiting.append(job)
      return true
    }
  }

  private func next() -> WorkerThreads.Work? {
    guard let job = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return nil }
    return { [self] in
      let result = run(job)
      state.withLock { state in
        let count = state.counts[job.account, default: 1] - 1
        state.counts[job.account] = count == 0 ? nil : count
      }
      job.end(result)
    }
  }

  private func run(_ job: Job) -> Result<[UInt8], PrintFailure> {
    guard !job.isCancelled.load(ordering: .relaxed) else { return .failure(.cancelled) }
    let seconds = Int(options.limits.time.components.seconds)
    let process = PrinterProcess(
      arguments: options.program.arguments(memory: options.memory, seconds: max(1, seconds)), limits: options.limits)
    do throws(PrintFailure) {
      return .success(try process.run(job.html) { job.isCancelled.load(ordering: .relaxed) })
    } catch {
      return .failure(error)
    }
  }

  /// The version of WeasyPrint.
  static func version(of program: PrinterProgram, memory: Int) throws(PrintFailure) -> String {
    let process = PrinterProcess(arguments: program.arguments(memory: memory, seconds: 20, asks: .version))
    return String(decoding: try process.run([]), as: UTF8.self).split(separator: "\n").first.map(String.init) ?? "?"
  }
}
