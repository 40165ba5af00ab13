// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startNats, startNatsAt, withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { findProgram } from '../scripts/find-program.ts'
import { createPostgres, postgresFolders } from '../scripts/postgres.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { freePort } from './support/free-port.ts'
import { type ServerProcess, spawnServer, startServer, temporaryFolder } from './support/server-process.ts'

type Entry = { id: string; startedAt: string }

/** Results have a limit of 60 requests a minute. */
const slowly = { everyMs: 500 }

async function resultsOf(server: ServerProcess, checkId: string): Promise<Entry[]> {
  const path = `/v2/check-results/${checkId}?limit=100&resultType=ALL`
  const { body } = await call(server.address, someCredentials, 'GET', path)
  return (body as { entries: Entry[] }).entries
}

const withoutPostgres =
  findProgram('initdb', postgresFolders) === null ? 'PostgreSQL is not installed' : false

test(
  'case 5: a server that is started before PostgreSQL and NATS says for what it waits, ends at once when it is told to, and works when both are there',
  { skip: withoutNats || withoutPostgres },
  async (t) => {
    const folder = temporaryFolder(t)
    chmodSync(folder, 0o711)
    for (const name of ['postgres', 'nats']) mkdirSync(join(folder, name))
    const postgres = createPostgres({
      folder: join(folder, 'postgres'),
      port: await freePort(),
      settings: { fsync: 'off' },
    })
    const ports = [await freePort(), await freePort()]
    const start = () => {
      const { child, exited, stdout, stderr } = spawnServer(t, {
        SONDE_DATA_DIR: join(folder, 'data'),
        DATABASE_URL: postgres.url,
        NATS_URL: `nats://127.0.0.1:${ports[0]}`,
        NATS_REPLICAS: '1',
      })
      const says = (words: string) =>
        eventually(`it says ${words}`, async () => {
          const hasEnded = await Promise.race([exited.then(() => true), false])
          if (hasEnded) throw new Error(`the server ended: ${stderr()}`)
          return (stdout() + stderr()).includes(words)
        })
      return { child, exited, says }
    }
    /** The forced end, which comes seconds later, would have another code. */
    const endsInOrder = async ({ child, exited }: ReturnType<typeof start>) => {
      child.kill('SIGTERM')
      assert.deepEqual(await exited, { code: 0, signal: null })
    }
    const [server, impatient] = [start(), start()]
    await server.says('waiting for PostgreSQL')
    await impatient.says('waiting for PostgreSQL')
    await endsInOrder(impatient)
    t.after(() => postgres.stop())
    await postgres.start()
    await server.says('waiting for NATS')
    const another = start()
    await another.says('waiting for NATS')
    await endsInOrder(another)
    const nats = await startNatsAt({ folder: join(folder, 'nats'), ports })
    t.after(() => nats.stop())
    await server.says('Sonde is running at')
  },
)

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
