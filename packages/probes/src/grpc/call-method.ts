import type { GrpcMetadata } from '@sonde/schema/check-types/grpc/result.ts'
import type { CallEnd, GrpcConnection } from './grpc-connection.ts'

export type MethodAnswer = { end: CallEnd; messages: Buffer[] }

/** Sends one message, and collects what comes back: one message, or up to a hundred of a method that streams. */
export async function callMethod(
  connection: GrpcConnection,
  { method, metadata, message, isStreaming }: MethodCall,
): Promise<MethodAnswer> {
  const messages: Buffer[] = []
  const call = connection.open({
    method,
    metadata,
    mostMessages: isStreaming ? mostStreamed : Infinity,
    onMessage: (received) => {
      // A second answer to one question is no gRPC; the first one stands until the status comes.
      if (isStreaming || messages.length < 2) messages.push(received)
    },
  })
  call.send(message)
  call.finish()
  return { end: await call.ended, messages }
}

export type MethodCall = { method: string; metadata: GrpcMetadata; message: Buffer; isStreaming: boolean }

const mostStreamed = 100
