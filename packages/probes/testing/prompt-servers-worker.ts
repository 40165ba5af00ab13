// Servers of every kind that answer a few milliseconds after they were asked, whatever holds up the thread of the test.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import { framed, ipv4, replyTo } from './dns-responder.ts'
import type { PromptServers, PromptServersData } from './prompt-servers.ts'

const port = parentPort
if (!port) throw new Error('this program was not started as a worker thread')
const { key, cert }: PromptServersData = workerData

const soon = (answer: () => void): void => void setTimeout(answer, 5)

function ignore(): void {
  return undefined
}

function quiet(onConnection: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    socket.on('error', ignore)
    onConnection(socket)
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

const echo = createServer(quiet((socket) => socket.on('data', (bytes) => soon(() => socket.write(bytes)))))
const silent = createServer(quiet((socket) => socket.resume()))

/** `/3` leads to `/2`, and so on to `/0`, which is the end. */
const http = createHttpServer((request, response) => {
  const left = Number(request.url?.slice(1))
  soon(() =>
    left > 0 ? response.writeHead(302, { location: `/${left - 1}` }).end() : response.end('the end'),
  )
})

const answered = (query: Buffer): Buffer => replyTo(query, { answers: [ipv4(127, 0, 0, 1)] })
const dns = createServer(
  quiet((socket) =>
    socket.on('data', (bytes: Buffer) => soon(() => socket.write(framed(answered(bytes.subarray(2)))))),
  ),
)
const datagrams = createSocket('udp4')
datagrams.on('message', (query, from) => soon(() => datagrams.send(answered(query), from.port, from.address)))

// One round trip more than TLS 1.3 has.
const tls = createTlsServer({ key, cert, maxVersion: 'TLSv1.2' }, (socket) => {
  socket.on('error', ignore)
  socket.resume()
})
tls.on('tlsClientError', ignore)

const serving = Buffer.from('00000000020801', 'hex')
const grpc = createHttp2Server()
grpc.on('sessionError', ignore)
grpc.on('stream', (stream: ServerHttp2Stream) => {
  stream.on('error', ignore)
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  soon(() => {
    if (stream.destroyed) return
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.end(serving)
  })
})

const proxy = createHttpServer()
proxy.on('connect', (request, client: Socket) => {
  const target = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1')
  client.on('error', () => target.destroy())
  target.on('error', () => client.destroy())
  soon(() => {
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    target.pipe(client).pipe(target)
  })
})

const dnsPort = await listen(dns)
datagrams.bind(dnsPort, '127.0.0.1')
await once(datagrams, 'listening')
const silentPort = await listen(silent)
const unheard = createSocket('udp4')
unheard.bind(silentPort, '127.0.0.1')
await once(unheard, 'listening')
const ports: PromptServers = {
  echo: await listen(echo),
  silent: silentPort,
  http: await listen(http),
  dns: dnsPort,
  tls: await listen(tls),
  grpc: await listen(grpc),
  proxy: await listen(proxy),
}
port.postMessage(ports, [])
