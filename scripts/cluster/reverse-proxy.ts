import { once } from 'node:events'
import { createServer as createHttpServer, request as forward } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'

export type ProxiedCall = { path: string; body: string; status: number; target: string; wasCut: boolean }

export type ProxyOptions = {
  /** Each request goes to the next of them, and to another one where that is gone or says 502 or 503. */
  targets: readonly string[]
  /** Any free one unless told. */
  port?: number
  /** With it, the encryption ends here. */
  tls?: { key: string; cert: string }
  /** Whether this answer gets lost on its way back. */
  cuts?: (call: ProxiedCall, earlier: readonly ProxiedCall[]) => boolean
}

export type ReverseProxy = {
  url: string
  port: number
  /** What has passed, the oldest first; the last thousand of it. */
  calls: readonly ProxiedCall[]
  stop(): Promise<void>
}

/** What nobody looks at any more. */
const mostCalls = 2_000
const busy: ReadonlySet<number> = new Set([502, 503])

/**
 * Stands before servers as a reverse proxy and load balancer does: without stickiness, with a retry on another server.
 * Requests are kept until they are answered, answers pass as they come. It remembers what passed, and can lose answers.
 */
export async function startReverseProxy(options: ProxyOptions): Promise<ReverseProxy> {
  const { targets, tls } = options
  const calls: ProxiedCall[] = []
  const sockets = new Set<Socket>()
  let turn = 0
  const server = listenerFor(tls, (incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')

  async function pass(...[incoming, outgoing]: Parameters<RequestListener>): Promise<void> {
    const body = await bytesOf(incoming)
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    turn += 1
    for (const [index] of targets.entries()) {
      const target = targets[(turn + index) % targets.length] ?? ''
      const answer = await ask(target, incoming, { body, signal: gone.signal }).catch(() => null)
      const isLast = index === targets.length - 1
      if (answer === null) continue
      const status = answer.statusCode ?? 502
      if (busy.has(status) && !isLast) {
        answer.resume()
        continue
      }
      const call = { path: incoming.url ?? '', body: textOf(incoming, body), status, target, wasCut: false }
      call.wasCut = options.cuts?.(call, calls) === true
      calls.push(call)
      if (calls.length > mostCalls) calls.splice(0, mostCalls / 2)
      if (call.wasCut) {
        // The server has answered: to the end, for all it knows.
        await bytesOf(answer)
        outgoing.destroy()
        return
      }
      outgoing.writeHead(status, answer.headers)
      outgoing.flushHeaders()
      await pipeline(answer, outgoing)
      return
    }
    outgoing.writeHead(502).end()
  }

  async function ask(
    target: string,
    { url = '', method = 'GET', headers }: IncomingMessage,
    { body, signal }: { body: Buffer; signal: AbortSignal },
  ): Promise<IncomingMessage> {
    const onward = forward(`${target}${url}`, { method, headers, signal })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    return answer
  }

  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    calls,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function listenerFor(tls: ProxyOptions['tls'], onRequest: RequestListener): Server {
  return tls ? createHttpsServer(tls, onRequest) : createHttpServer(onRequest)
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function textOf(message: IncomingMessage, body: Buffer): string {
  const isZipped = message.headers['content-encoding'] === 'gzip'
  return (isZipped ? gunzipSync(body) : body).toString('utf8')
}
