import NIOCore

/// The time that a connection has for what it does, and an alarm for when it is over. Used on its event loop only.
///
/// An alarm that rings too early looks at the time again: that is cheaper than a new one for every request.
final class ConnectionClock {
  /// The shortest time that something may take which happens with every request: no alarm is ever further ahead.
  private let shortestTime: TimeAmount
  /// When the time is over; nil once that was said.
  private var deadline: NIODeadline?
  private var alarm: Scheduled<Void>?
  private var loop: (any EventLoop)?
  private var expired: (() -> Void)?

  init(shortestTime: TimeAmount) { self.shortestTime = shortestTime }

  /// - Parameter expired: called when a time is over, once for each.
  func start(on loop: any EventLoop, _ expired: @escaping () -> Void) {
    self.loop = loop
    self.expired = expired
  }

  func stop() {
    alarm?.cancel()
    (alarm, deadline, loop, expired) = (nil, nil, nil, nil)
  }

  /// Lets the time be over after `time`, and no more when it would have been before.
  func expire(after time: TimeAmount) {
    let now = NIODeadline.now()
    deadline = now + time
    if alarm != nil, time >= shortestTime { return }
    alarm?.cancel()
    setAlarm(at: now + min(time, shortestTime))
  }

  /// Lets no time be over until the next `expire`.
  func pause() { deadline = nil }

  private func setAlarm(at time: NIODeadline) {
    alarm = loop?.assumeIsolated().scheduleTask(deadline: time) {
      self.alarm = nil
      self.ring()
    }
  }

  private func ring() {
    guard let deadline else { return }
    let now = NIODeadline.now()
    if deadline > now { return setAlarm(at: min(deadline, now + shortestTime)) }
    self.deadline = nil
    expired?()
  }
}
