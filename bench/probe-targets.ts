import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { createCertificateAuthority } from '@sonde/probes/testing/certificate-authority.ts'

/**
 * What the probes of the benchmark look at, in a process of its own: servers that do as little as possible, each on
 * several addresses, because a closed connection occupies its pair of ports for a while.
 */
const hosts = Array.from({ length: 16 }, (_, index) => `127.0.0.${index + 1}`)
const page = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 12\r\nConnection: close\r\n\r\nhello world\n',
)
let resumedSessions = 0

function answer(socket: Socket): void {
  socket.on('error', () => socket.destroy())
  socket.once('data', () => socket.end(page))
}

function accept(socket: Socket): void {
  socket.on('error', () => socket.destroy())
  socket.resume()
}

async function listen(createServer: () => Server | TlsServer): Promise<number> {
  let port = 0
  for (const host of hosts) {
    const server = createServer()
    server.listen({ port, host, backlog: 4096 })
    await once(server, 'listening')
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('a TCP server has a port')
    port = bound.port
  }
  return port
}

/** Repeats the question and says 127.0.0.1, whatever the name. */
async function listenForDns(): Promise<number> {
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4_194_304 })
  socket.on('message', (query, { port, address }) => {
    let end = 12
    while (end < query.length && query[end] !== 0) end += 1 + (query[end] ?? 0)
    const reply = Buffer.concat([query.subarray(0, end + 5), record])
    reply.writeUInt16BE(0x8180, 2)
    // One question, one answer and nothing else: what the client offered beside its question is gone.
    reply.writeUInt16BE(1, 6)
    reply.writeUInt32BE(0, 8)
    socket.send(reply, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket.address().port
}

const authority = createCertificateAuthority({ name: 'Bench' })
const issued = authority.issue({ names: hosts })
// One group that every client has, so that all of them do the same arithmetic.
const tls = { key: issued.key, cert: issued.fullChain, minVersion: 'TLSv1.3', ecdhCurve: 'X25519' } as const

const ready = {
  hosts,
  root: authority.root,
  ports: {
    http: await listen(() => createTcpServer(answer)),
    https: await listen(() =>
      createTlsServer(tls, (socket) => {
        if (socket.isSessionReused()) resumedSessions += 1
        answer(socket)
      }).on('tlsClientError', (_error, socket) => socket.destroy()),
    ),
    tcp: await listen(() => createTcpServer(accept)),
    dns: await listenForDns(),
  },
}
export type ProbeTargets = typeof ready

process.on('message', () => process.send?.({ resumedSessions }))
process.on('disconnect', () => process.exit(0))
process.send?.(ready)
