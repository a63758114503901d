import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

enum ThreadPriority {
  /// Names the calling thread, and has it give way to others: on Linux a nice value belongs to a thread.
  /// - Parameter name: of at most 15 characters.
  static func lower(named name: String) {
    Thread.current.name = name
    #if os(Linux)
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 15)
    #else
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #endif
  }
}
