import CProcesses
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that reads its input, writes its output and ends: started, fed, read and ended within limits. The thread that runs it waits
/// for it.
struct PrinterProcess {
  struct Limits: Sendable {
    /// By the clock.
    var time = Duration.seconds(20)
    /// In bytes.
    var output = 16 << 20
  }

  /// The bytes that are kept of what it says about its failure.
  private static let messageSize = 8 << 10
  /// How often it is seen whether the process is still wanted.
  private static let glance: Int32 = 100

  let arguments: [String]
  var limits = Limits()

  /// - Parameter isCancelled: whether nobody waits for it any more.
  /// - Returns: the output.
  func run(_ input: [UInt8], isCancelled: () -> Bool = { false }) throws(PrintFailure) -> [UInt8] {
    guard let pipes = Pipes() else { throw .failed("no pipe") }
    guard let id = start(pipes) else { throw .notInstalled }
    pipes.closeChildSide()
    let exchange = exchange(input, pipes, isCancelled)
    if exchange.failure != nil { kill(id, SIGKILL) }
    let status = Self.wait(for: id)
    if let failure = exchange.failure { throw failure }
    switch status {
    case .exited(0): return exchange.output
    case .exited(PrinterProgram.notInstalled), .exited(127): throw .notInstalled
    case .exited(let code): throw .failed(Self.reason(exchange.message) ?? "status \(code)")
    case .killed(let signal): throw .failed("signal \(signal)")
    }
  }

  // MARK: Start

  /// - Returns: nil where there is no such program.
  private func start(_ pipes: Pipes) -> pid_t? {
    // Nothing of this server's environment: it has secrets.
    let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"]
    let files = [pipes.input.reading, pipes.output.writing, pipes.message.writing]
    let id = Self.withPointers(arguments) { arguments in
      Self.withPointers(environment) { environment in hatched_start(self.arguments[0], arguments, environment, files) }
    }
    return id < 0 ? nil : id
  }

  private static func withPointers<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { pointers[index] = strdup(text) }
    pointers[texts.count] = nil
    defer {
      for index in texts.indices { free(pointers[index]) }
      pointers.deallocate()
    }
    return body(pointers)
  }

  // MARK: Exchange

  private struct Exchange {
    var output: [UInt8] = []
    var message: [UInt8] = []
    var failure: PrintFailure?
  }

  /// Writes the input and reads the output until the process has closed it.
  private func exchange(_ input: [UInt8], _ pipes: Pipes, _ isCancelled: () -> Bool) -> Exchange {
    var exchange = Exchange()
    let deadline = ContinuousClock.now + limits.time
    var written = 0
    var isReading = (output: true, message: true)
    if input.isEmpty { pipes.input.closeWriting() }
    while isReading.output || isReading.message {
      if isCancelled() {
        exchange.failure = .cancelled
        return exchange
      }
      guard ContinuousClock.now < deadline else {
        exchange.failure = .late
        return exchange
      }
      var waiting = [
        pollfd(fd: isReading.output ? pipes.output.reading : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isReading.message ? pipes.message.reading : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: written < input.count ? pipes.input.writing : -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&waiting, nfds_t(waiting.count), Self.glance) > 0 else { continue }
      if waiting[0].revents != 0 {
        isReading.output = Self.take(pipes.output.reading, into: &exchange.output)
        guard exchange.output.count <= limits.output else {
          exchange.failure = .tooLarge
          return exchange
        }
      }
      if waiting[1].revents != 0 {
        isReading.message = Self.take(pipes.message.reading, into: &exchange.message)
        exchange.message = exchange.message.suffix(Self.messageSize)
      }
      if waiting[2].revents != 0 {
        let count = input[written...].withUnsafeBytes { hatched_send(pipes.input.writing, $0.baseAddress, $0.count) }
        // A process that reads no more says why, or ends.
        written = count > 0 ? written + count : errno == EAGAIN || errno == EINTR ? written : input.count
        if written == input.count { pipes.input.closeWriting() }
      }
    }
    return exchange
  }

  /// - Returns: whether there may be more.
  private static func take(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { bytes += piece[..<count] }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  // MARK: End

  private enum Status {
    case exited(Int32)
    case killed(Int32)
  }

  private static func wait(for id: pid_t) -> Status {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      // Somebody else has waited for it.
      guard errno == EINTR else { return .exited(-1) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }

  /// The name of the exception in the last line of a traceback. The rest of the line may have words of the page.
  private static func reason(_ message: [UInt8]) -> String? {
    let last = String(decoding: message, as: UTF8.self).split(separator: "\n").last
    let name = last?.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }
    return name.flatMap { $0.isEmpty ? nil : String($0.prefix(80)) }
  }
}

/// The pipes of a process, of which this server holds one side: no other process gets them.
private final class Pipes {
  final class Pipe {
    let reading: Int32
    private(set) var writing: Int32

    /// - Parameter isFeed: whether this server writes to it.
    init?(isFeed: Bool = false) {
      var ends: [Int32] = [-1, -1]
      guard (isFeed ? hatched_feed(&ends) : hatched_pipe(&ends)) == 0 else { return nil }
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      closeReading()
      closeWriting()
    }

    private var isReadingOpen = true

    func closeReading() {
      if isReadingOpen { close(reading) }
      isReadingOpen = false
    }

    func closeWriting() {
      if writing >= 0 { close(writing) }
      writing = -1
    }
  }

  let input: Pipe
  let output: Pipe
  let message: Pipe

  init?() {
    guard let input = Pipe(isFeed: true), let output = Pipe(), let message = Pipe() else { return nil }
    (self.input, self.output, self.message) = (input, output, message)
  }

  func closeChildSide() {
    input.closeReading()
    output.closeWriting()
    message.closeWriting()
  }
}
