import { once } from 'node:events'
import { createServer as createHttpServer, request as forward } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'

export type ProxiedCall = { path: string; body: string; status: number; wasCut: boolean }

/**
 * Stands before the server like a reverse proxy, remembers what passed, and can lose answers that the server
 * has given. With `tls` it ends the encryption.
 */
export async function startReverseProxy(
  test: TestContext,
  options: {
    target: string
    tls?: { key: string; cert: string }
    /** Whether this answer gets lost on its way back. */
    cuts?: (call: ProxiedCall, earlier: readonly ProxiedCall[]) => boolean
  },
) {
  const calls: ProxiedCall[] = []
  const sockets = new Set<Socket>()
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  }
  const server = options.tls ? createHttpsServer(options.tls, onRequest) : createHttpServer(onRequest)
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bytesOf(incoming)
    const path = incoming.url ?? ''
    const onward = forward(`${options.target}${path}`, {
      method: incoming.method ?? 'GET',
      headers: incoming.headers,
    })
    outgoing.on('close', () => onward.destroy())
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    const answered = await bytesOf(answer)
    const call = { path, body: textOf(incoming, body), status: answer.statusCode ?? 502, wasCut: false }
    call.wasCut = options.cuts?.(call, calls) === true
    calls.push(call)
    if (call.wasCut) {
      outgoing.destroy()
      return
    }
    outgoing.writeHead(call.status, answer.headers).end(answered)
  }

  const { port } = server.address() as AddressInfo
  return { url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`, port, calls }
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
