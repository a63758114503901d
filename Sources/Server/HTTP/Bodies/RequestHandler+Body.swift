import NIOCore
import NIOHTTP1

/// A request that is answered while its body comes.
extension RequestHandler {
  func answerArriving(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    // Directly where the loop's own thread asks: then it happens before the answer that follows.
    let run: @Sendable (@escaping @Sendable (RequestHandler, ChannelHandlerContext) -> Void) -> Void = { event in
      if loop.inEventLoop { return event(bound.value.0, bound.value.1) }
      loop.execute { event(bound.value.0, bound.value.1) }
    }
    let body = ArrivingBody(
      head,
      connection: ArrivingBody.Connection(
        wants: { run { $0.perform($0.state.wantsBody(), $1) } },
        took: { count in
          run { handler, context in
            handler.perform(handler.state.tookBody(count), context)
            handler.countReceived(context)
          }
        },
        announce: { status, headers in run { $0.announce(status, headers, $1) } }))
    arriving = body
    answer(head, .arriving(body), context)
  }

  private func announce(_ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ context: ChannelHandlerContext) {
    guard context.channel.isActive, state.mayAnnounce else { return }
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
  }

  func endBody(_ end: (ArrivingBody) -> Void) {
    arriving.map(end)
    arriving = nil
  }
}
