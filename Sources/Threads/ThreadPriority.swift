import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The priority of threads that give way to those that answer requests.
enum ThreadPriority {
  #if os(Linux)
    /// `SCHED_BATCH` of linux/sched.h: a macro that Swift does not import.
    private static let batchPolicy: Int32 = 3
    /// About three fifths of the weight that other threads have.
    private static let niceness: Int32 = 2
  #endif

  /// Names the calling thread, and lowers its priority below that of other threads.
  ///
  /// On Linux the policy and the nice value belong to a thread. A thread of the policy `SCHED_BATCH` never preempts another as it
  /// wakes up: see sched(7). Beside others that want all of a processor it has a bounded share by its nice value. With `SCHED_IDLE`
  /// it would have next to none: a hash of 0.3 s took up to 10 s beside families that keep the database busy.
  /// - Parameter name: a name of at most 15 characters.
  static func lower(named name: String) {
    #if os(Linux)
      // `Thread.current.name` is lost while the caller that started this thread has not stored its handle: see proc(5).
      try? Data(name.utf8).write(to: URL(fileURLWithPath: "/proc/thread-self/comm"))
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
      var parameter = sched_param()
      _ = sched_setscheduler(0, batchPolicy, &parameter)
    #else
      Thread.current.name = name
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #endif
  }
}
