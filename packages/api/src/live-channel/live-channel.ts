import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import type { Windows } from '../http/windows.ts'
import { findKeyOwner } from './find-key-owner.ts'
import { type LiveLimits, liveLimits, serveLiveConnection } from './live-connection.ts'
import { createSuiteHub } from './suite-hub.ts'

const livePath = '/next/live'

const mostConnections = { key: 50, server: 2_000 }
/** Logins with a wrong key, of one address and minute. */
const mostRefused = 60

/** Whether a request may become a connection of the live channel; every other one is answered as if it had not asked. */
export function isLiveRequest(request: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return (
    (request.url ?? '').split('?', 1)[0] === livePath &&
    request.headers.upgrade?.toLowerCase() === 'websocket'
  )
}

/** MQTT over WebSocket on the port of the server: live results of test sessions, for the client of the reference. */
export function serveLiveChannel(
  app: App,
  deps: ApiDeps & { windows: Windows },
  limits: LiveLimits = liveLimits,
): void {
  const hub = createSuiteHub(deps)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.packetBytes + 16,
    // Messages are small, and memory for unpacking is not.
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  })
  const refused = { name: 'live channel', max: mostRefused, windowMs: 60_000 }
  const byKey = new Map<string, number>()

  function enter({ keyId }: { keyId: string }): (() => void) | null {
    const open = byKey.get(keyId) ?? 0
    if (open >= mostConnections.key) return null
    byKey.set(keyId, open + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const left = (byKey.get(keyId) ?? 1) - 1
      if (left === 0) byKey.delete(keyId)
      else byKey.set(keyId, left)
    }
  }

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until it has a listener of its own, an error of it would end the program.
    socket.on('error', () => socket.destroy())
    const isPage = app.pageHosts.rewrite(request) !== request.url
    if (isPage || !isLiveRequest(request)) return refuse(socket, '404 Not Found')
    if (sockets.clients.size >= mostConnections.server) return refuse(socket, '503 Service Unavailable')
    const address = request.socket.remoteAddress ?? ''
    sockets.handleUpgrade(request, socket, head, (client) => {
      serveLiveConnection(client, {
        hub,
        limits,
        enter,
        async findOwner(login) {
          const owner = await findKeyOwner(deps, login)
          // Whoever guesses hears nothing more, right or wrong.
          if (owner === null && !(await deps.windows.hit(refused, address)).allowed) client.terminate()
          return owner
        },
      })
    })
  })

  // Before connections are waited for: these never end by themselves.
  app.addHook('preClose', async () => {
    hub.close()
    for (const client of sockets.clients) client.terminate()
    sockets.close()
  })
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
