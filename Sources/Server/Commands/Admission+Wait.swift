import Gateway
import ServiceLifecycle

extension Admission {
  /// Returns once requests are answered, or the server must end.
  func wait() async {
    while !isOpen && !Task.isShuttingDownGracefully && !Task.isCancelled {
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: .milliseconds(100)) }
    }
  }
}
