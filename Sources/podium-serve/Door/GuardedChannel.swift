import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import PodiumServe

/// A connection as Hummingbird has it, with bounds: `ConnectionGuard` sees each part of HTTP before anything else does.
struct GuardedChannel: ServerChildChannel, HTTPChannelHandler {
  typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  let responder: HTTPChannelHandler.Responder
  let terms: ConnectionTerms

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      var decoder = NIOHTTPDecoderLimitConfiguration()
      decoder.maxHeaderFieldSize = terms.limits.headerBytes
      decoder.maxHeaderListSize = terms.limits.headerBytes
      decoder.maxHeaderFieldCount = terms.limits.headerFields
      // `Door` says how long each answer is; the encoder would give one to HEAD a body.
      var encoder = HTTPResponseEncoder.Configuration()
      encoder.automaticallySetFramingHeaders = false
      let pipeline = channel.pipeline.syncOperations
      let guarding = ConnectionGuard(terms)
      try pipeline.addHandler(guarding.counter)
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
        withEncoderConfiguration: encoder, withDecoderLimitConfiguration: decoder)
      try pipeline.addHandler(guarding)
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: terms.settings.isSecure))
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
      await handleHTTP(asyncChannel: value, logger: logger)
    }
  }
}

/// Runs the tasks of one connection on its event loop: a request is not handed to another thread and back before its answer is
/// written. What waits for the disk is done on the threads of the service.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
