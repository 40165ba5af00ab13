import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import type { Cluster } from '../../scripts/cluster/start-cluster.ts'
import { eventually } from './eventually.ts'

type Told = { delivery: string; checkId: string; alertType: string }

/** Checks every ten seconds of one target, which all fail and pass together, and what a webhook is told of them. */
export async function addChecksFailingTogether(t: TestContext, cluster: Cluster, count: number) {
  const told: Told[] = []
  /** Of the target: from passing to failing and back, and so on. */
  let turns = 0
  /** Answers that somebody waits for; null while everybody is answered at once. */
  let held: ServerResponse[] | null = null
  const answer = (response: ServerResponse) => void response.writeHead(turns % 2 === 0 ? 200 : 500).end()
  const target = await listening(t, (_request, response) => {
    if (held === null) answer(response)
    else held.push(response)
  })
  const take = async (request: IncomingMessage) => {
    const { alertType, check } = JSON.parse(await text(request)) as {
      alertType: string
      check: { id: string }
    }
    const delivery = String(request.headers['x-service-delivery'])
    // Whoever has lost its place among those that deliver cannot know whether it was sent: it comes again, by the same name.
    if (told.some((earlier) => earlier.delivery === delivery)) t.diagnostic(`${delivery} came again`)
    else told.push({ delivery, checkId: check.id, alertType })
  }
  const webhook = await listening(t, (request, response) => {
    take(request).then(
      () => response.end('ok'),
      () => response.destroy(),
    )
  })
  await cluster.call('POST', '/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'Failing together', url: webhook },
    autoSubscribe: true,
  })
  const ids: string[] = []
  for (let nth = 1; nth <= count; nth += 1) {
    const made = await cluster.call('POST', '/v1/checks/url', {
      name: `Failing together ${nth}`,
      request: { url: target },
      // On a busy machine it may be slow; only what it answers counts.
      degradedResponseTime: 30_000,
      maxResponseTime: 30_000,
      locations: ['eu-west-1'],
      frequency: 0,
      frequencyOffset: 10,
      doubleCheck: false,
      retryStrategy: null,
      alertSettings: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 1 } },
    })
    ids.push((made as { id: string }).id)
  }
  const ofEach = () => ids.map((id) => told.filter(({ checkId }) => checkId === id))

  return {
    /** They begin to fail, or to pass again. */
    turn: (): void => void (turns += 1),
    /** The target answers nobody; resolves when an agent waits for the answer of each check. */
    async hold(): Promise<void> {
      const waiting: ServerResponse[] = []
      held = waiting
      await eventually('every check waits for an answer', () => waiting.length >= count)
    },
    /** It answers those who wait, and everybody from now on. */
    release(): void {
      for (const response of held ?? []) answer(response)
      held = null
    },
    /** Waits until somebody was told of every turn of every check. */
    async untilTold(): Promise<void> {
      await eventually(`all are told of turn ${turns}`, () => ofEach().every((own) => own.length >= turns))
    },
    /** Each turn of each check once, and in their order. */
    assertTold(): void {
      const expected = Array.from({ length: turns }, (_, nth) =>
        nth % 2 === 0 ? 'ALERT_FAILURE' : 'ALERT_RECOVERY',
      )
      for (const own of ofEach()) {
        assert.deepEqual(
          own.map(({ alertType }) => alertType),
          expected,
        )
      }
    },
  }
}

async function listening(t: TestContext, onRequest: RequestListener): Promise<string> {
  const server = createServer(onRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
