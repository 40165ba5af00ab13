import { once } from 'node:events'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer, type TlsOptions } from 'node:tls'

/** A TLS server of the test on the loopback; it says nothing beyond the handshake. */
export async function startTlsServer(
  t: TestContext,
  options: TlsOptions,
  staple?: (cert: Buffer, issuer: Buffer, done: (error: Error | null, answer: Buffer) => void) => void,
  onConnection?: (socket: Socket) => void,
): Promise<{ port: number }> {
  const server = createServer(options)
  if (staple) server.on('OCSPRequest', staple)
  server.on('tlsClientError', ignore)
  server.on('secureConnection', (socket) => {
    socket.on('error', ignore)
    if (onConnection) onConnection(socket)
    else socket.resume()
  })
  return listen(t, server)
}

/** A server that speaks no TLS, or not to the end. */
export async function startTcpServer(
  t: TestContext,
  onConnection: (socket: Socket) => void,
): Promise<{ port: number }> {
  return listen(
    t,
    createTcpServer((socket) => {
      socket.on('error', ignore)
      onConnection(socket)
    }),
  )
}

async function listen(t: TestContext, server: Server): Promise<{ port: number }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port }
}

/** Clients of these tests hang up in every way there is. */
function ignore(): void {
  return undefined
}
