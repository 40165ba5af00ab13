import { once } from 'node:events'
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** Gives each request to the next of the servers, and to another one where that is gone or says 503. */
export async function startLoadBalancer(test: TestContext, targets: readonly string[]) {
  const sockets = new Set<Socket>()
  /** Requests that each server has answered. */
  const answered = new Map<string, number>()
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bytesOf(incoming)
    turn += 1
    for (const [index] of targets.entries()) {
      const target = targets[(turn + index) % targets.length] ?? ''
      const answer = await ask(target, incoming, { body, outgoing }).catch(() => null)
      if (answer === null || (answer.status === 503 && index < targets.length - 1)) continue
      answered.set(target, (answered.get(target) ?? 0) + 1)
      outgoing.writeHead(answer.status, answer.headers).end(answer.body)
      return
    }
    outgoing.writeHead(502).end()
  }

  async function ask(
    target: string,
    { url = '', method = 'GET', headers }: IncomingMessage,
    { body, outgoing }: { body: Buffer; outgoing: ServerResponse },
  ) {
    const onward = forward(`${target}${url}`, { method, headers })
    outgoing.once('close', () => onward.destroy())
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: await bytesOf(answer) }
  }

  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, answered }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
