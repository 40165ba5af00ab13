import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * A proxy as companies have them: wants a password, forwards http and opens tunnels for the rest. Whatever name
 * it is asked for, it goes to `targetPort` of this machine: who does not come through it finds no such name.
 */
export async function startForwardProxy(
  test: TestContext,
  { credentials, targetPort }: { credentials: string; targetPort: number },
) {
  const wanted = `Basic ${Buffer.from(credentials).toString('base64')}`
  const seen: { method: string; target: string; isAllowed: boolean }[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => void sockets.add(socket.on('close', () => sockets.delete(socket)))
  const server = createServer((incoming, outgoing) => {
    const isAllowed = incoming.headers['proxy-authorization'] === wanted
    seen.push({ method: incoming.method ?? '', target: incoming.url ?? '', isAllowed })
    if (!isAllowed) {
      outgoing.writeHead(407).end()
      return
    }
    const { pathname } = new URL(incoming.url ?? '')
    const { 'proxy-authorization': _password, ...headers } = incoming.headers
    const onward = forward(
      { host: '127.0.0.1', port: targetPort, path: pathname, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on('connection', keep)
  server.on('connect', (incoming, client: Socket) => {
    const isAllowed = incoming.headers['proxy-authorization'] === wanted
    seen.push({ method: 'CONNECT', target: incoming.url ?? '', isAllowed })
    if (!isAllowed) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const target = connect(targetPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    keep(target)
    target.on('error', () => client.destroy())
    client.on('error', () => target.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, seen }
}
