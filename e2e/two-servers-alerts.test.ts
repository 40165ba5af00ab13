// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { startServer } from './support/server-process.ts'

const checks = 50
/** From passing to failing and back, and so on: an even number. */
const flaps = rounds(6, 2)
/** So slow that the server that did not write the alerts has the time to look and to help. */
const answerMs = 100

type Received = { delivery: string; checkId: string; alertType: string }

async function startSlowReceiver(t: TestContext): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as { alertType: string; check: { id: string } }
    const delivery = String(request.headers['x-service-delivery'])
    received.push({ delivery, checkId: body.check.id, alertType: body.alertType })
    await delay(answerMs)
    response.end('taken')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

function sentBy(server: { stderr(): string; stdout(): string }): number {
  return (server.stderr() + server.stdout()).split('"sent an alert"').length - 1
}

forEachEngine('alerts of two servers on one database', (engine) => {
  test(`${checks} checks flap while both servers deliver: every change of every check arrives in order, none twice`, async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const { url, received } = await startSlowReceiver(t)
    const settings = {
      SONDE_DATA_DIR: place.dataDir,
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      ...credentialSettings(someCredentials),
      ALERT_BUDGET_PER_MINUTE: '100000',
      LOG_LEVEL: 'debug',
    }
    const runner = await startServer(t, settings)
    const other = await startServer(t, settings)
    const expect = async (status: number, method: string, path: string, body: unknown) => {
      const answer = await call(runner.address, someCredentials, method, path, body)
      assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`)
      return answer.body as { id: string }
    }
    await expect(201, 'POST', '/v1/alert-channels', {
      type: 'WEBHOOK',
      config: { name: 'hook', url },
      autoSubscribe: true,
    })
    const ids: string[] = []
    for (let nth = 1; nth <= checks; nth += 1) {
      const { id } = await expect(201, 'POST', '/v1/checks/icmp', {
        name: `flaps ${nth}`,
        request: { hostname: `127.0.0.${nth}`, pingCount: 1 },
        locations: ['eu-west-1'],
        frequency: 1440,
        frequencyOffset: ((new Date().getUTCHours() + 12) % 24) + 1,
        doubleCheck: false,
        retryStrategy: null,
      })
      ids.push(id)
    }
    for (let round = 1; round <= flaps; round += 1) {
      const shouldFail = round % 2 === 1
      await Promise.all(ids.map((id) => expect(200, 'PATCH', `/v1/checks/icmp/${id}`, { shouldFail })))
      await expect(201, 'POST', '/v2/check-sessions/trigger', { target: { checkId: ids } })
      await eventually(`the webhooks of round ${round}`, () => received.length >= round * checks)
    }
    await eventually('all is noted as sent', () => sentBy(runner) + sentBy(other) >= flaps * checks)
    assert.equal(received.length, flaps * checks)
    assert.equal(new Set(received.map(({ delivery }) => delivery)).size, flaps * checks)
    const expected = Array.from({ length: flaps }, (_, round) =>
      round % 2 === 0 ? 'ALERT_FAILURE' : 'ALERT_RECOVERY',
    )
    for (const id of ids) {
      const own = received.filter(({ checkId }) => checkId === id)
      assert.deepEqual(
        own.map(({ alertType }) => alertType),
        expected,
      )
    }
    t.diagnostic(`${sentBy(runner)} sent by the server that runs the checks, ${sentBy(other)} by the other`)
    // Who is quicker sends more; together they have sent each once.
    assert.equal(sentBy(runner) + sentBy(other), flaps * checks)
  })
})
