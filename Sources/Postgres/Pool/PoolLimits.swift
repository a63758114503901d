/// The numbers that bound a pool.
struct PoolLimits {
  var size: Int
  var preferredSize: Int
  var patience: Duration
  var maxWaiters: Int
  var acquisitionTimeout: Duration
  /// Nil to expect nothing.
  var maxExpectedWait: Duration?
  var shares: FairShares

  init(
    size: Int, preferredSize: Int, patience: Duration, maxWaiters: Int, acquisitionTimeout: Duration,
    maxExpectedWait: Duration?, fair: FairLimits = FairLimits()
  ) {
    self.size = size
    self.preferredSize = preferredSize
    self.patience = patience
    self.maxWaiters = maxWaiters
    self.acquisitionTimeout = acquisitionTimeout
    self.maxExpectedWait = maxExpectedWait
    shares = FairShares(fair, size: size, preferredSize: preferredSize, maxWaiters: maxWaiters)
  }

  func preferredSize(for use: LeaseUse) -> Int {
    switch use {
    case .once: preferredSize
    case .held: min(2 * preferredSize, size)
    }
  }
}
