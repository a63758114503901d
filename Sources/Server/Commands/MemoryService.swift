import CAllocator
import Memory
import ServiceLifecycle

/// Gives memory back to the system once requests have let go of much of it: the allocator keeps it otherwise.
struct MemoryService: Service {
  /// Short, since the allocator keeps freed memory until the next pass, and the budget does not count it.
  private static let interval = Duration.milliseconds(250)
  /// Less than that is not worth it, in bytes.
  private static let threshold = 8 << 20

  let budget: MemoryBudget

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: Self.interval)) != nil {
        // Also while much is still held: buffers that grew have left smaller ones behind.
        if budget.takeMostHeld() >= Self.threshold { hatched_release_free_memory() }
      }
    }
    // A service that ends would end the others.
    try? await gracefulShutdown()
  }
}
