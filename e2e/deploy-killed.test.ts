// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { rounds, seededIntegers } from '@sonde/ground/testing/thoroughness.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { eventually } from './support/eventually.ts'
import { listenForNothing } from './support/silent-target.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'

const kills = rounds(30, 3)
const monitors = 150
/** When the server is killed: at some moment after this has begun. */
const phases = ['announcing', 'planning', 'writing'] as const
const integer = seededIntegers('killed deploys')

type Deployment = { id: string; status: string; announcedAt: string | null; error: { code: string } | null }

forOneEngine('deploys of a server that dies', (engine) => {
  test(`case 7: kill -9 during a deploy, ${kills} times: all or nothing, and what was written is announced once`, async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const port = await listenForNothing(t)
    const settings = {
      SONDE_DATA_DIR: place.dataDir,
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      SONDE_DEPLOY_SILENCE_SECONDS: '1',
      ...credentialSettings(someCredentials),
    }
    let server = await startServer(t, settings)
    let stored = 0
    for (let version = 1; version <= kills; version += 1) {
      const phase = phases[version % phases.length] ?? 'planning'
      const killAfterMs = integer(0, 400)
      const posted = post(server, port, version).catch(() => null)
      if (phase !== 'planning') await posted
      if (phase === 'announcing') await untilWritten(server)
      await delay(killAfterMs)
      server.kill('SIGKILL')
      assert.deepEqual(await server.exited, { code: null, signal: 'SIGKILL' })
      await posted
      server = await startServer(t, settings)
      const versions = await storedVersions(server)
      assert.equal(
        versions.size,
        1,
        `killed ${killAfterMs} ms into ${phase}: versions ${[...versions].join(', ')}`,
      )
      const [now = 0] = versions
      assert.ok(
        now === stored || now === version,
        `version ${now} after ${stored}, while ${version} was deployed`,
      )
      t.diagnostic(
        `killed ${killAfterMs} ms into ${phase}: ${now === version ? 'the new state' : 'the old state'}`,
      )
      const last = await settled(server)
      if (now === version) assert.equal(last?.status, 'SUCCEEDED')
      else assert.ok(last?.status !== 'SUCCEEDED' || stored === now, JSON.stringify(last))
      if (last?.status === 'FAILED') assert.equal(last.error?.code, 'ABANDONED')
      stored = now
    }
    const { status, body } = await post(server, port, kills + 1)
    assert.equal(status, 202, JSON.stringify(body))
    assert.equal((await settled(server))?.status, 'SUCCEEDED')
    assert.deepEqual(await storedVersions(server), new Set([kills + 1]))
    server.kill('SIGTERM')
    await server.exited
    await assertRunOnce(place)
  })
})

/** Each check has run once for each deployment that was written: all of them changed every check. */
async function assertRunOnce({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }) {
  const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
  try {
    const deployments = await store.read.selectFrom('project_deployments').select('status').execute()
    const written = deployments.filter(({ status }) => status === 'SUCCEEDED').length
    const sessions = await store.read
      .selectFrom('check_sessions')
      .select('check_id')
      .where('source', '=', 'CLI_DEPLOY')
      .execute()
    const counts = Map.groupBy(sessions, (session) => session.check_id)
    assert.equal(counts.size, monitors)
    assert.deepEqual(new Set([...counts.values()].map((list) => list.length)), new Set([written]))
  } finally {
    await store.close()
  }
}

function post(server: ServerProcess, port: number, version: number) {
  return call(server.address, someCredentials, 'POST', '/v1/projects/deploy', {
    project: { logicalId: 'shop', name: 'Shop' },
    sharedFiles: [],
    repoInfo: null,
    resources: Array.from({ length: monitors }, (_, number) => ({
      type: 'check',
      logicalId: `monitor-${number}`,
      member: true,
      payload: {
        checkType: 'TCP',
        name: `version ${version}`,
        frequency: 1440,
        locations: ['eu-central-1'],
        groupId: null,
        request: { hostname: '127.0.0.1', port },
      },
    })),
  })
}

/** The versions that the stored checks have; 0 where there are none. */
async function storedVersions(server: ServerProcess): Promise<Set<number>> {
  const versions: number[] = []
  for (let page = 1; ; page += 1) {
    const path = `/v1/checks?limit=100&page=${page}`
    const { body, status } = await call(server.address, someCredentials, 'GET', path)
    assert.equal(status, 200)
    const checks = body as { name: string }[]
    versions.push(...checks.map(({ name }) => Number(/^version (\d+)$/.exec(name)?.[1])))
    if (checks.length < 100) break
  }
  assert.ok(versions.length === 0 || versions.length === monitors, `${versions.length} checks`)
  return new Set(versions.length === 0 ? [0] : versions)
}

/** The last deployment, when it is over and, if it was written, everybody was told; null when there is none. */
async function settled(server: ServerProcess): Promise<Deployment | null> {
  const path = '/v1/projects/shop/deployments?limit=1'
  const { last } = await eventually('the last deployment is over and announced', async () => {
    const { body } = await call(server.address, someCredentials, 'GET', path)
    const [deployment = null] = Array.isArray(body) ? (body as Deployment[]) : []
    return deployment === null || deployment.announcedAt !== null ? { last: deployment } : null
  })
  return last
}

async function untilWritten(server: ServerProcess): Promise<void> {
  const path = '/v1/projects/shop/deployments?limit=1'
  await eventually(
    'the deployment is written',
    async () => {
      const { body } = await call(server.address, someCredentials, 'GET', path)
      return Array.isArray(body) && (body as Deployment[])[0]?.status === 'SUCCEEDED'
    },
    { everyMs: 5 },
  )
}
