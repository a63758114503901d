import NIOCore
import NIOHTTP1

/// A body whose pieces are read while others are written: one task reads a piece, and reads the next when the channel
/// takes it.
extension RequestHandler {
  func begin(_ source: any PieceSource, _ context: ChannelHandlerContext) {
    let running = RunningBody()
    self.running = running
    let bound = NIOLoopBound((self, running, context), eventLoop: context.eventLoop)
    running.task = Task(executorPreference: executor) {
      do {
        try await source.forEach { piece in
          let (handler, running, context) = bound.value
          guard handler.write(piece, of: running, context) else { return false }
          if !context.channel.isWritable {
            await withCheckedContinuation { continuation in
              let (handler, running, context) = bound.value
              handler.awaitWritability(of: running, continuation, context)
            }
          }
          return true
        }
        let (handler, running, context) = bound.value
        handler.end(running, context)
      } catch {
        let (handler, running, context) = bound.value
        handler.fail(running, context)
      }
    }
  }

  /// - Returns: false where nothing more of it is to be read.
  private func write(_ piece: ByteBuffer, of running: RunningBody, _ context: ChannelHandlerContext) -> Bool {
    guard self.running === running, context.channel.isActive else { return false }
    body?.wrote(piece.readableBytes)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(piece))), promise: nil)
    if let body { countUnsent(of: body, context) }
    perform(
      state.wrote(isWhole: false, isWritable: context.channel.isWritable, unsent: unsentBytes(context)), context)
    return self.running === running
  }

  private func awaitWritability(
    of running: RunningBody, _ continuation: CheckedContinuation<Void, Never>, _ context: ChannelHandlerContext
  ) {
    guard self.running === running, context.channel.isActive, !context.channel.isWritable else { return continuation.resume() }
    running.wait(continuation)
  }

  /// All pieces are written.
  private func end(_ running: RunningBody, _ context: ChannelHandlerContext) {
    guard self.running === running, let written = body else { return }
    guard written.remaining == 0 else { return fail(running, context) }
    self.running = nil
    body = nil
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promise(keeping: written, context))
    countUnsent(of: written, context)
    perform(state.wrote(isWhole: true, isWritable: context.channel.isWritable, unsent: unsentBytes(context)), context)
  }

  /// The rest cannot be read. The client was told how much there is, so that only the end of the connection can tell
  /// it.
  private func fail(_ running: RunningBody, _ context: ChannelHandlerContext) {
    guard self.running === running else { return }
    abort(context)
  }
}
