import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'

/** One request as the receiver saw it. Moments are numbered, so that each is before or after every other. */
export type ReceivedAlert = {
  id: string
  checkId: string
  alertType: string
  arrivedAt: number
  /** When it was answered; null while it is not, or when the other side went before. */
  answeredAt: number | null
  status: number | null
  hasSenderGone: boolean
}

export type AlertReceiver = {
  readonly url: string
  readonly received: ReceivedAlert[]
  close(): Promise<void>
}

/**
 * Takes webhooks as a receiver in trouble does: slowly at times, with an error or a cut connection at others. What
 * it has seen before it accepts: a row that lost its quick tries to kills would wait for minutes otherwise.
 */
export async function startAlertReceiver(): Promise<AlertReceiver> {
  const received: ReceivedAlert[] = []
  let moment = 0

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry: ReceivedAlert = {
      id: String(request.headers['x-service-delivery']),
      checkId: '',
      alertType: '',
      arrivedAt: (moment += 1),
      answeredAt: null,
      status: null,
      hasSenderGone: false,
    }
    for (const event of ['end', 'close'] as const) {
      request.socket.once(event, () => {
        entry.hasSenderGone ||= entry.answeredAt === null
      })
    }
    const body: unknown = JSON.parse(await text(request))
    Object.assign(entry, alertIn(body))
    received.push(entry)
    const mood = randomInt(100)
    const isNew = received.every(({ id, arrivedAt }) => id !== entry.id || arrivedAt === entry.arrivedAt)
    if (mood < 15) await delay(randomInt(50, 300))
    if (entry.hasSenderGone) return
    entry.answeredAt = moment += 1
    if (isNew && mood >= 98) {
      request.socket.destroy()
      return
    }
    entry.status = isNew && mood >= 95 ? 500 : 200
    response.writeHead(entry.status).end(entry.status === 200 ? 'thank you' : 'sorry')
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function alertIn(body: unknown): { checkId: string; alertType: string } {
  if (typeof body !== 'object' || body === null || !('alertType' in body) || !('check' in body)) {
    throw new Error('not an alert')
  }
  const { alertType, check } = body
  if (typeof check !== 'object' || check === null || !('id' in check)) throw new Error('an alert of no check')
  return { checkId: String(check.id), alertType: String(alertType) }
}
