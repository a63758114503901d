import Foundation

/// The processor time that this thread has taken: what else the machine does is not in it.
package enum ThreadTime {
  package static var now: Duration {
    var time = timespec()
    // Fails for clocks that do not exist only.
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
