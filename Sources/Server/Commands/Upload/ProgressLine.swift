import Foundation
import Synchronization

/// How far an upload is, on a line of a terminal that is written again and again; nothing where nobody looks.
///
///     plan.pdf: 12.3 of 20.0 MB, 61 %
final class ProgressLine: Sendable {
  private struct State {
    var shown: String?
    var time = ContinuousClock.now - .seconds(1)
  }

  private let name: String
  private let total: Int
  private let isShown = isatty(STDERR_FILENO) == 1
  private let state = Mutex(State())

  init(name: String, total: Int) {
    self.name = name
    self.total = total
  }

  func show(_ count: Int) {
    guard isShown else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard count == total || state.time.duration(to: now) >= .milliseconds(100) else { return }
      let text = Self.text(name, count, of: total)
      if text == state.shown { return }
      (state.shown, state.time) = (text, now)
      // Back to the beginning of the line, and what is right of the text goes.
      FileHandle.standardError.write(Data("\r\(text)\u{1B}[K".utf8))
    }
  }

  /// Ends the line.
  func end() {
    if isShown, state.withLock({ $0.shown }) != nil { FileHandle.standardError.write(Data("\n".utf8)) }
  }

  static func text(_ name: String, _ count: Int, of total: Int) -> String {
    let plain = String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000)" }
    return "\(plain): \(megabytes(count)) of \(megabytes(total)) MB, \(total == 0 ? 100 : count * 100 / total) %"
  }
}
