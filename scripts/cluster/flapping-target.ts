import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a webhook was told, as it arrived: the same delivery may come again when its sender was killed. */
export type Arrived = { delivery: string; checkId: string; isRecovery: boolean; arrivedAt: number }

export type AlertReceiver = Awaited<ReturnType<typeof startAlertReceiver>>
export type FlappingTarget = Awaited<ReturnType<typeof startFlappingTarget>>

/** A webhook receiver that notes what arrives. */
export async function startAlertReceiver() {
  const arrived: Arrived[] = []

  async function take(request: IncomingMessage): Promise<void> {
    const arrivedAt = Date.now()
    const { alertType = '', check = {} } = JSON.parse(await text(request)) as {
      alertType?: string
      check?: { id?: string }
    }
    arrived.push({
      delivery: String(request.headers['x-service-delivery']),
      checkId: check.id ?? '',
      isRecovery: alertType.endsWith('RECOVERY'),
      arrivedAt,
    })
  }

  const site = await listen((request, response) => {
    take(request).then(
      () => response.end('ok'),
      () => response.destroy(),
    )
  })
  return { ...site, arrived: arrived as readonly Arrived[] }
}

/** Answers 200 to the first so many paths (`/0`, `/1` …) or 500 while it is their turn to fail, and 500 to all others. */
export async function startFlappingTarget(count: number) {
  const failing = new Set<number>()
  const episodes = new Map<number, number>()
  let turn = 0
  const site = await listen((request, response) => {
    const nth = Number((request.url ?? '').slice(1))
    response.writeHead(failing.has(nth) || nth >= count ? 500 : 200).end()
  })
  return {
    ...site,
    /** How often that path has begun to fail. */
    episodesOf: (nth: number): number => (nth >= count ? 1 : (episodes.get(nth) ?? 0)),
    isFailing: (nth: number): boolean => nth >= count || failing.has(nth),
    /** Every other one begins to fail, and those that fail answer again. */
    flip(): void {
      turn += 1
      for (let nth = 0; nth < count; nth += 1) {
        if (failing.delete(nth) || nth % 2 !== turn % 2) continue
        failing.add(nth)
        episodes.set(nth, (episodes.get(nth) ?? 0) + 1)
      }
    },
    mend: () => failing.clear(),
  }
}

async function listen(onRequest: RequestListener) {
  const server = createServer(onRequest)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
