import Glibc
import Memory
import NIOCore
import NIOHTTP1

/// An answer that goes on: one task pulls events from their source, and writes each as soon as the channel takes it.
extension RequestHandler {
  /// Begins a stream as the connection's last answer.
  /// - Parameter owner: the party that memory is held for.
  func begin(_ body: EventBody, after head: HTTPResponseHead, owner: MemoryOwner, _ context: ChannelHandlerContext) {
    let stream = RunningStream(body, owner: owner)
    self.stream = stream
    let bound = NIOLoopBound((self, stream, context), eventLoop: context.eventLoop)
    stream.begin { [loop = context.eventLoop] in
      loop.execute {
        let (handler, stream, context) = bound.value
        handler.displace(stream, context)
      }
    }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    perform(state.beginStream(), context)
    releaseReadBuffers(context)
    limitUnacknowledgedTime(context)
    send(stream.transport.opening, of: stream, context)
    // The write may have found that the client is gone.
    guard self.stream === stream else { return }
    scheduleHeartbeat(of: stream, context)
    let taskBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    stream.task = Task(executorPreference: executor) { [source = stream.source] in
      while !Task.isCancelled {
        let event = await source.next() ?? .complete
        switch taskBound.value.0.deliver(event, taskBound.value.1) {
        case .next: break
        case .wait: await withCheckedContinuation { taskBound.value.0.awaitWritability($0, taskBound.value.1) }
        case .end: return
        }
      }
    }
  }

  /// The channel keeps the buffers of its largest reads. From now on it needs one, and drops the others.
  private func releaseReadBuffers(_ context: ChannelHandlerContext) {
    try? context.channel.syncOptions?.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 512))
    try? context.channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
  }

  /// Has the system end the connection when the client acknowledges nothing for `sendTime`. A heartbeat to a client that
  /// is gone without a word stays in the system's buffer, where the connection cannot see it: without the option Linux gives
  /// up after a quarter of an hour, and a viewer on a bad network would run out of streams. A second later than the connection's
  /// own clock, which says why the stream ends where it can.
  private func limitUnacknowledgedTime(_ context: ChannelHandlerContext) {
    let milliseconds = Int(clamping: max(1, limits.sendTime.nanoseconds / 1_000_000 + 1000))
    let option = ChannelOptions.Types.SocketOption(
      level: .tcp, name: NIOBSDSocket.Option(rawValue: CInt(TCP_USER_TIMEOUT)))
    try? context.channel.syncOptions?.setOption(option, value: milliseconds)
  }

  /// The task's next step, once an event is written.
  private enum Step {
    case next
    /// The channel has to take more first.
    case wait
    case end
  }

  private func deliver(_ event: StreamEvent, _ context: ChannelHandlerContext) -> Step {
    guard let stream else { return .end }
    switch event {
    case .next:
      stream.countEvent()
      connection?.become(.streaming)
      send(stream.transport.encoded(event), of: stream, context)
      return self.stream == nil ? .end : context.channel.isWritable ? .next : .wait
    case .failed: endStream(.failed, with: stream.transport.encoded(event), context)
    case .complete: endStream(.completed, with: stream.transport.encoded(event), context)
    }
    return .end
  }

  private func awaitWritability(_ continuation: CheckedContinuation<Void, Never>, _ context: ChannelHandlerContext) {
    guard let stream, !context.channel.isWritable else { return continuation.resume() }
    stream.wait(continuation)
  }

  // MARK: Bytes

  private func send(_ bytes: ByteBuffer, of stream: RunningStream, _ context: ChannelHandlerContext) {
    stream.lastWrite = .now()
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    let left = unsentBytes(context)
    perform(state.streamed(bytes.readableBytes, unsent: left), context)
    countUntaken(of: stream, adding: bytes.readableBytes, left, context)
  }

  /// Counts the bytes that the client has not taken.
  private func countUntaken(
    of stream: RunningStream, adding count: Int, _ left: Int, _ context: ChannelHandlerContext
  ) {
    guard left > 0 else { return stream.untaken = nil }
    let memory: MemoryReservation
    if let untaken = stream.untaken {
      memory = untaken.memory
      memory.move(max(0, untaken.size + count - left))
    } else {
      memory = self.memory.reservation(for: stream.owner)
      awaitTaking(of: stream, memory, context)
    }
    let bound = NIOLoopBound((stream, context), eventLoop: context.eventLoop)
    memory.wait(holding: left) { [loop = context.eventLoop] in
      loop.execute {
        let (stream, context) = bound.value
        stream.end = .memory
        context.close(promise: nil)
      }
    }
    stream.untaken = (memory, left)
  }

  /// Looks again when the client has taken all that is written by now. An empty write is taken after what is written before
  /// it. It keeps the reservation, which may outlive the stream.
  private func awaitTaking(
    of stream: RunningStream, _ memory: MemoryReservation, _ context: ChannelHandlerContext
  ) {
    let taken = context.eventLoop.makePromise(of: Void.self)
    taken.futureResult.assumeIsolated().whenComplete { result in
      withExtendedLifetime(memory) {
        // Where all was taken meanwhile, another reservation may have followed.
        guard case .success = result, self.stream === stream, stream.untaken?.memory === memory else { return }
        let left = self.unsentBytes(context)
        self.perform(self.state.streamed(0, unsent: left), context)
        if left > 0 { self.awaitTaking(of: stream, memory, context) }
        self.countUntaken(of: stream, adding: 0, left, context)
      }
    }
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: taken)
  }

  // MARK: Heartbeats

  private func scheduleHeartbeat(of stream: RunningStream, _ context: ChannelHandlerContext) {
    let deadline = heartbeatDeadline(of: stream)
    stream.heartbeat = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      guard self.stream === stream else { return }
      if self.heartbeatDeadline(of: stream) <= .now() { self.sendHeartbeat(context) }
      self.scheduleHeartbeat(of: stream, context)
    }
  }

  /// The last moment of a grid at which the stream was quiet for no longer than the interval. On a grid, the loop wakes once for
  /// the heartbeats of many streams: waking costs as much as writing.
  private func heartbeatDeadline(of stream: RunningStream) -> NIODeadline {
    let interval = limits.heartbeatInterval ?? stream.transport.heartbeatInterval
    let deadline = stream.lastWrite + interval
    let step = UInt64(max(1, interval.nanoseconds / 20))
    return .uptimeNanoseconds(deadline.uptimeNanoseconds / step * step)
  }

  /// Writes a heartbeat where the client has taken all else: to one that has not, it would say nothing.
  func sendHeartbeat(_ context: ChannelHandlerContext) {
    guard let stream else { return }
    if unsentBytes(context) == 0 {
      send(stream.transport.heartbeat, of: stream, context)
    } else {
      stream.lastWrite = .now()
    }
  }

  // MARK: The end

  /// Ends the stream because the server stops, after a random part of `streamDrain`: the clients of a server should not
  /// all come to another one at once.
  func scheduleRestart(_ context: ChannelHandlerContext) {
    guard let stream else { return }
    // The last twentieth is for writing to those that come last.
    let delay = TimeAmount.nanoseconds(.random(in: 0...limits.streamDrain.nanoseconds / 20 * 19))
    context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
      guard self.stream === stream else { return }
      self.endStream(.restarted, with: stream.transport.restart, context)
    }
  }

  /// The longest time that a client has to take the last event of a stream whose place is another's.
  private static let displacementTime = TimeAmount.seconds(1)

  /// Ends the stream because its place was given to another: with an event that says so, where its client takes what is written.
  private func displace(_ stream: RunningStream, _ context: ChannelHandlerContext) {
    guard self.stream === stream else { return }
    if unsentBytes(context) > 0 {
      stream.end = .displaced
      return abort(context)
    }
    endStream(.displaced, with: stream.displacement, context)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.displacementTime) {
      if context.channel.isActive { self.abort(context) }
    }
  }

  private func endStream(_ end: StreamEnd, with bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    guard let stream else { return }
    self.stream = nil
    context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    stream.stop(end)
    perform(state.endStream(unsent: unsentBytes(context), now: .now()), context)
  }

  /// The connection has ended.
  func dropStream() {
    stream?.stop(.disconnected)
    stream = nil
  }
}
