import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

enum ThreadPriority {
  #if os(Linux)
    /// `SCHED_IDLE` of linux/sched.h: a macro that Swift does not import.
    private static let idlePolicy: Int32 = 5
  #endif

  /// Names the calling thread, and lowers its priority below that of every other thread.
  ///
  /// On Linux the policy and the nice value belong to a thread. A thread of the policy `SCHED_IDLE` has the least weight that there
  /// is, and a thread of another policy preempts it as it wakes up, if both are of one control group and one autogroup: see
  /// sched(7). Where a sandbox refuses the policy, the nice value alone lowers the thread's weight.
  /// - Parameter name: of at most 15 characters.
  static func lower(named name: String) {
    Thread.current.name = name
    #if os(Linux)
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 15)
      var parameter = sched_param()
      _ = sched_setscheduler(0, idlePolicy, &parameter)
    #else
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #endif
  }
}
