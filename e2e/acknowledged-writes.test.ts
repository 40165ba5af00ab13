import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { rounds, seededIntegers } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'

const kills = rounds(20, 3)
const integer = seededIntegers('acknowledged writes')
const writers = 8
/** Below the rate limit of one key, which begins anew with the process. */
const mostWritesPerRound = 500

/** What the server has acknowledged, and what it may have done besides. */
type Ledger = {
  created: Set<string>
  /** Of each monitor: the last version whose update was answered, and the last one that was sent. */
  versions: Map<string, { acknowledged: number; sent: number }>
}

forOneEngine('acknowledged writes', (engine) => {
  test(`kill -9 during writes, ${kills} times: every acknowledged write is there after the restart`, async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const settings = {
      SONDE_DATA_DIR: place.dataDir,
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      ...credentialSettings(someCredentials),
    }
    const ledger: Ledger = { created: new Set(), versions: new Map() }
    for (let round = 0; round < kills; round += 1) {
      const server = await startServer(t, settings)
      await verify(server, ledger)
      await writeUntilKilled(t, server, ledger)
    }
    assert.ok(ledger.created.size >= kills, `only ${ledger.created.size} monitors were acknowledged`)
    await verify(await startServer(t, settings), ledger)
  })
})

async function writeUntilKilled(t: TestContext, server: ServerProcess, ledger: Ledger): Promise<void> {
  let writes = 0
  const killAfter = integer(20, 300)
  const written = () => {
    writes += 1
    if (writes === killAfter) server.kill('SIGKILL')
  }
  await Promise.all(Array.from({ length: writers }, () => write()))
  t.diagnostic(`killed after ${killAfter} acknowledged writes`)
  assert.deepEqual(await server.exited, { code: null, signal: 'SIGKILL' })

  async function write(): Promise<void> {
    for (;;) {
      if (writes >= mostWritesPerRound) return
      try {
        const created = await call(server.address, someCredentials, 'POST', '/v1/checks/icmp', {
          name: 'version 0',
          request: { hostname: '127.0.0.1' },
        })
        assert.equal(created.status, 201)
        const { id } = created.body as { id: string }
        ledger.created.add(id)
        ledger.versions.set(id, { acknowledged: 0, sent: 0 })
        written()
        for (let version = 1; version <= 3; version += 1) {
          ledger.versions.set(id, { acknowledged: version - 1, sent: version })
          const updated = await call(server.address, someCredentials, 'PUT', `/v1/checks/icmp/${id}`, {
            name: `version ${version}`,
            heartbeat: {},
            script: '',
          })
          assert.equal(updated.status, 200)
          ledger.versions.set(id, { acknowledged: version, sent: version })
          written()
        }
      } catch (error) {
        // The killed server takes the connection with it; anything else is a finding.
        if (error instanceof assert.AssertionError) throw error
        return
      }
    }
  }
}

async function verify(server: ServerProcess, ledger: Ledger): Promise<void> {
  const stored = new Map<string, number>()
  for (let page = 1; ; page += 1) {
    const { body, status } = await call(
      server.address,
      someCredentials,
      'GET',
      `/v1/checks?limit=100&page=${page}`,
    )
    assert.equal(status, 200)
    const checks = body as { id: string; name: string }[]
    for (const { id, name } of checks) stored.set(id, Number(/^version (\d)$/.exec(name)?.[1]))
    if (checks.length < 100) break
  }
  for (const id of ledger.created) {
    const { acknowledged = 0, sent = 0 } = ledger.versions.get(id) ?? {}
    const found = stored.get(id)
    assert.ok(found !== undefined, `monitor ${id} was acknowledged and is gone`)
    assert.ok(
      found >= acknowledged && found <= sent,
      `monitor ${id} has version ${found}, acknowledged ${acknowledged}, sent ${sent}`,
    )
  }
}
