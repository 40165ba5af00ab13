import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A real HTTP proxy that wants a password: CONNECT for https, forwarding for http. */
export async function startConnectProxy(t: TestContext, credentials: string) {
  const wanted = `Basic ${Buffer.from(credentials).toString('base64')}`
  const seen: { kind: 'connect' | 'forward'; target: string; isAllowed: boolean }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    const isAllowed = incoming.headers['proxy-authorization'] === wanted
    seen.push({ kind: 'forward', target: incoming.url ?? '', isAllowed })
    if (!isAllowed) return outgoing.writeHead(407).end()
    const { 'proxy-authorization': _password, ...headers } = incoming.headers
    const onward = forward(incoming.url ?? '', { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    return incoming.pipe(onward)
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (incoming, client: Socket) => {
    const isAllowed = incoming.headers['proxy-authorization'] === wanted
    seen.push({ kind: 'connect', target: incoming.url ?? '', isAllowed })
    if (!isAllowed) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const [host, port] = (incoming.url ?? '').split(':')
    const target = connect({ host: host ?? '', port: Number(port) }, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    sockets.add(target)
    target.on('error', () => client.destroy())
    client.on('error', () => target.destroy())
    return target
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, seen }
}
