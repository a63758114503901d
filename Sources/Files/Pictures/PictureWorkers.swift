import Foundation
import SQL
import Synchronization
import Threads

/// The workers that decode pictures, each a process: started with the first picture, and anew after each fault.
package final class PictureWorkers: Sendable {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var queue: PictureQueue<UUIDValue, Work>
    var idle: [PictureProcess] = []
    var statistics = PictureStatistics()
    /// About how long one takes, in seconds.
    var mean = 0.5
  }

  /// The processor's time of a picture is limited by the worker: this is for a machine that has none to give.
  private static let timeLimit = Duration.seconds(90)
  /// The longest wait, in seconds, that a picture is let in for.
  private static let longestWait = 30.0

  package let program: String
  package let count: Int
  private let threads: WorkerThreads
  private let state: Mutex<State>

  /// - Parameters:
  ///   - program: the path of `hatched-pictures`.
  ///   - count: how many pictures are decoded at a time.
  package init(program: String, count: Int, maximumWaiting: Int = 100) {
    self.program = program
    self.count = max(1, count)
    threads = WorkerThreads(named: "pictures", count: self.count)
    state = Mutex(State(queue: PictureQueue(workers: self.count, maximumWaiting: maximumWaiting)))
  }

  /// The path of the worker beside the program that runs.
  package static var programBesideThis: String {
    let this = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(filePath: this).deletingLastPathComponent().appending(path: "hatched-pictures").path(percentEncoded: false)
  }

  package var statistics: PictureStatistics {
    state.withLock {
      var statistics = $0.statistics
      (statistics.waiting, statistics.running) = ($0.queue.waiting, $0.queue.running)
      return statistics
    }
  }

  /// Starts a worker, unless one waits.
  /// - Returns: libvips's version, and the locks that the worker has around it.
  /// - Throws: a reason for operators.
  package func check() throws(FileStoreFailure) -> (libvips: String, locks: [String]) {
    do throws(PictureProcess.NotStarted) {
      let process = try take()
      giveBack(process)
      return (process.greeting.libvips, process.greeting.locks)
    } catch {
      throw FileStoreFailure(.unavailable, error.reason)
    }
  }

  /// Ends the workers that wait, and the others once they have nothing to do.
  package func close() {
    state.withLock { $0.idle = [] }
    threads.close()
  }

  /// Has a picture decoded and written anew.
  /// - Parameter owner: takes turns with others.
  func decode(_ job: PictureJob, owner: UUIDValue) async throws(FileRefusal) -> DecodedPicture {
    let result: Result<DecodedPicture, FileRefusal> = await withCheckedContinuation { continuation in
      let work: Work = {
        let start = ContinuousClock.now
        let result = self.run(job)
        // Leave before the continuation resumes: its caller may ask again, and finds room.
        self.leave(owner, result, after: (ContinuousClock.now - start) / .seconds(1))
        continuation.resume(returning: result)
      }
      let busy = state.withLock { state -> FileRefusal? in
        let wait = Double(state.queue.waiting + 1) * state.mean / Double(count)
        if wait <= Self.longestWait, state.queue.add(work, of: owner) { return nil }
        state.statistics.refused += 1
        return .busy(retryAfter: min(60, max(1, Int(wait.rounded(.up)))))
      }
      if let busy { continuation.resume(returning: .failure(busy)) } else { wake() }
    }
    return try result.get()
  }

  private func wake() {
    threads.wake { self.state.withLock { $0.queue.next()?.work } }
  }

  private func leave(_ owner: UUIDValue, _ result: Result<DecodedPicture, FileRefusal>, after seconds: Double) {
    let waits = state.withLock { state in
      state.queue.leave(owner)
      state.statistics.count(result, seconds)
      state.mean += (seconds - state.mean) / 8
      return state.queue.waiting > 0
    }
    // An owner that had its share when a thread looked may have a worker now.
    if waits { wake() }
  }

  /// On a thread of its own.
  private func run(_ job: PictureJob) -> Result<DecodedPicture, FileRefusal> {
    do {
      let process = try take()
      let answer = try process.decode(job, within: Self.timeLimit)
      giveBack(process)
      switch answer {
      case .done(let picture): return .success(picture)
      case .pixels: return .failure(.content(.pixels))
      case .unreadable: return .failure(.content(.unreadable))
      case .full: return .failure(.storage("the disk is full"))
      case .failed(let reason): return .failure(.storage(reason))
      }
    } catch let error as PictureProcess.NotStarted {
      return .failure(.storage(error.reason))
    } catch PictureProcess.Fault.late {
      return .failure(.busy(retryAfter: 60))
    } catch {
      // A picture that ends its decoder is not decoded again.
      return .failure(.content(.unreadable))
    }
  }

  private func take() throws(PictureProcess.NotStarted) -> PictureProcess {
    if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
    let process = try PictureProcess(program: program)
    state.withLock { $0.statistics.started += 1 }
    return process
  }

  private func giveBack(_ process: PictureProcess) { state.withLock { $0.idle.append(process) } }
}
