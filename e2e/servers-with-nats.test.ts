import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNats, withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'

type Entry = { id: string; startedAt: string }

/** Results have a limit of 60 requests a minute. */
const slowly = { everyMs: 500 }

async function resultsOf(server: ServerProcess, checkId: string): Promise<Entry[]> {
  const path = `/v2/check-results/${checkId}?limit=100&resultType=ALL`
  const { body } = await call(server.address, someCredentials, 'GET', path)
  return (body as { entries: Entry[] }).entries
}

forEachEngine('servers whose runs wait in NATS', (engine) => {
  if (engine.name === 'sqlite') return
  test(
    'checks run, and go on when the server that ran them and NATS itself were killed',
    { skip: withoutNats },
    async (t) => {
      const [place, nats] = await Promise.all([engine.createMigratedDatabase(), startNats()])
      t.after(() => place.remove())
      t.after(() => nats.stop())
      const settings = {
        SONDE_DATA_DIR: place.dataDir,
        DATABASE_URL: place.databaseUrl ?? '',
        NATS_URL: nats.url,
        NATS_REPLICAS: '1',
        ...credentialSettings(someCredentials),
      }
      const first = await startServer(t, settings)
      const second = await startServer(t, settings)
      const { status, body } = await call(first.address, someCredentials, 'POST', '/v1/checks/icmp', {
        name: 'waits in NATS',
        request: { hostname: '127.0.0.1', pingCount: 1 },
        locations: ['eu-west-1', 'eu-central-1'],
        runParallel: true,
        frequency: 0,
        frequencyOffset: 10,
      })
      assert.equal(status, 201)
      const { id } = body as { id: string }
      const more = async (than: number) =>
        await eventually(
          `more than ${than} results`,
          async () => {
            const results = await resultsOf(second, id)
            return results.length > than ? results.length : null
          },
          slowly,
        )
      // The first run, and those of a slot: of one run, one result.
      const before = await more(3)
      first.kill('SIGKILL')
      await first.exited
      const afterServer = await more(before + 1)
      const [node] = nats.nodes
      assert.ok(node !== undefined)
      await node.kill()
      await node.start()
      await more(afterServer + 1)
      const results = await resultsOf(second, id)
      const bySlot = Map.groupBy(results, ({ id: resultId }) => resultId)
      assert.equal(bySlot.size, results.length)
    },
  )
})
