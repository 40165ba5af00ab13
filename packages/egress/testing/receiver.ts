import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type ReceivedRequest = {
  method: string
  /** Path and query. */
  target: string
  headers: Readonly<http.IncomingHttpHeaders>
  body: Buffer
  /** Name that the client asked for in TLS. */
  serverName: string | null
}

/** What the receiver does with a request. */
export type Reaction =
  | { kind: 'answer'; status: number; body?: string; headers?: Readonly<Record<string, string>> }
  /** Never answers. */
  | { kind: 'hang' }
  /** Begins to answer and never ends. */
  | { kind: 'drip' }
  | { kind: 'reset' }

export type Receiver = {
  url: string
  port: number
  requests: ReceivedRequest[]
  /** Connections that were made, with or without a request. */
  connections(): number
  /** What to do with the requests from now on; by default: 200 and `ok`. */
  react(how: Reaction | ((request: ReceivedRequest) => Reaction)): void
}

/** A real HTTP server on loopback that keeps what it gets and answers as it is told. */
export async function startReceiver(
  t: TestContext,
  tls: { key: string; cert: string } | null = null,
): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  let connections = 0
  let react: (request: ReceivedRequest) => Reaction = () => ({ kind: 'answer', status: 200, body: 'ok' })

  const listener: http.RequestListener = (incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { socket } = incoming
      const serverName =
        'servername' in socket && typeof socket.servername === 'string' ? socket.servername : null
      const request: ReceivedRequest = {
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks),
        serverName,
      }
      requests.push(request)
      perform(react(request), response)
    })
  }
  const server = tls === null ? http.createServer(listener) : https.createServer(tls, listener)
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = addressOf(server)
  return {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    react(how) {
      react = typeof how === 'function' ? how : () => how
    },
  }
}

function perform(reaction: Reaction, response: http.ServerResponse): void {
  switch (reaction.kind) {
    case 'answer':
      response.writeHead(reaction.status, reaction.headers)
      response.end(reaction.body ?? '')
      return
    case 'hang':
      return
    case 'drip': {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
      return
    }
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    default:
      reaction satisfies never
  }
}

function addressOf(server: http.Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver listens on no port')
  return address
}
