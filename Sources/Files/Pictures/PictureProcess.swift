import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process of the program `hatched-pictures`, which decodes pictures, one after the other. One thread at a time uses it.
///
/// It has nothing of this process: no open file but the socket, and no variable of the environment, which holds secrets.
final class PictureProcess: Sendable {
  struct NotStarted: Error {
    let reason: String
  }

  /// How a process that cannot be used any more failed.
  enum Fault: Error {
    /// It has ended.
    case ended
    /// It has not answered in time.
    case late
  }

  /// The number of the protocol, which the worker says first.
  static let version = 1
  private static let maximumLine = 512

  private let process: pid_t
  private let socket: Int32
  /// As the worker says it: libvips's version, and the locks that this machine lets it have.
  let greeting: Greeting

  struct Greeting: Hashable, Sendable {
    /// Such as `8.14.1`.
    let libvips: String
    /// Such as `seccomp`, `network`.
    let locks: [String]
  }

  init(program: String) throws(NotStarted) {
    (process, socket) = try Self.start(program)
    do throws(Fault) {
      let words = try Self.readLine(socket, within: .seconds(10)).split(separator: " ")
      guard words.count >= 3, words[0] == "hatched-pictures", words[1] == "\(Self.version)" else { throw .ended }
      greeting = Greeting(libvips: String(words[2]), locks: words.dropFirst(3).map(String.init))
    } catch {
      Self.end(process, socket)
      throw NotStarted(reason: "\(program) does not say that it is ready: is libvips there, and is it of this release?")
    }
  }

  deinit { Self.end(process, socket) }

  /// Has a picture decoded.
  /// - Throws: a fault, after which the process is of no use.
  func decode(_ job: PictureJob, within time: Duration) throws(Fault) -> PictureAnswer {
    let message = Array([job.format.rawValue, job.input, job.output, ""].joined(separator: "\0").utf8)
    var sent = 0
    while sent < message.count {
      let count = message[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Self.noSignal) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .ended }
      sent += count
    }
    guard let answer = PictureAnswer(try Self.readLine(socket, within: time)) else { throw .ended }
    return answer
  }

  #if os(Linux)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let noSignal: Int32 = 0
  #endif

  private static func start(_ program: String) throws(NotStarted) -> (pid_t, Int32) {
    var pair: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw NotStarted(reason: "socketpair: \(String(cString: strerror(errno)))") }
    defer { _ = close(pair[1]) }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, pair[1], 0)
    posix_spawn_file_actions_adddup2(&actions, pair[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Ctrl-C is for this process, which lets pictures finish.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let code = program.withCString { path in
      var arguments = [UnsafeMutablePointer(mutating: path), nil]
      var environment: [UnsafeMutablePointer<CChar>?] = [nil]
      return posix_spawn(&process, path, &actions, &attributes, &arguments, &environment)
    }
    guard code == 0 else {
      _ = close(pair[0])
      throw NotStarted(reason: "\(program): \(String(cString: strerror(code)))")
    }
    return (process, pair[0])
  }

  /// Kills the process; with it goes the child that decodes.
  private static func end(_ process: pid_t, _ socket: Int32) {
    _ = close(socket)
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
  }

  private static func readLine(_ socket: Int32, within time: Duration) throws(Fault) -> String {
    let deadline = ContinuousClock.now + time
    var line: [UInt8] = []
    while line.count < maximumLine {
      let left = deadline - .now
      guard left > .zero else { throw .late }
      var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wanted, 1, Int32(min(60_000, left / .milliseconds(1) + 1)))
      if ready < 0 && errno != EINTR { throw .ended }
      guard ready > 0 else { continue }
      var byte: UInt8 = 0
      let count = recv(socket, &byte, 1, 0)
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count == 1 else { throw .ended }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    throw .ended
  }
}
