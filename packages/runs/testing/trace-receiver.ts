import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { OtlpSpan } from '../src/trace-export/otlp.ts'

export type TraceRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  packedBytes: number
  bytes: number
  body: { resourceSpans: { resource: unknown; scopeSpans: { scope: unknown; spans: OtlpSpan[] }[] }[] }
}

/** A collector on a real socket that answers as the test tells it. */
export type TraceReceiver = {
  readonly endpoint: string
  readonly requests: TraceRequest[]
  /** Of all requests, in the order of their arrival. */
  spans(): OtlpSpan[]
  /** What it answers from now on. `after`: only when that has happened. */
  answer: { status: number; headers?: Record<string, string>; body?: string; after?: Promise<unknown> }
}

export async function startTraceReceiver(t: TestContext): Promise<TraceReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const packed = Buffer.concat(chunks)
      const unpacked = gunzipSync(packed)
      receiver.requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        packedBytes: packed.length,
        bytes: unpacked.length,
        body: JSON.parse(unpacked.toString('utf8')),
      })
      const { status, headers = {}, body = '{}', after = Promise.resolve() } = receiver.answer
      void after.then(() => response.writeHead(status, headers).end(body))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  // Listening on an address makes it one.
  const { port } = server.address() as AddressInfo
  const receiver: TraceReceiver = {
    endpoint: `http://127.0.0.1:${port}/v1/traces`,
    requests: [],
    spans: () =>
      receiver.requests.flatMap(({ body }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    answer: { status: 200 },
  }
  return receiver
}
