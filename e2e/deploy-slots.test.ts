// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { judgeSlots, readSlots, settledSlots } from '../scripts/cluster/slots-hold.ts'
import { eventually, patienceMs } from './support/eventually.ts'
import { listenForNothing } from './support/silent-target.ts'
import { hoursAway, startService, type Service } from './support/service-under-test.ts'

const runningCount = rounds(200, 20)
const deployedCount = rounds(5_000, 1_200)

forOneEngine('deploys beside checks that run', (engine) => {
  test(
    `case 15: no slot of ${runningCount} monitors is missed while ${deployedCount} others are deployed, changed and destroyed`,
    { timeout: 580_000 },
    async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const service = await startService(t, { place, settings: { SONDE_EMBEDDED_AGENT: 'on' } })
      const { dataDir, databaseUrl } = place
      const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
      t.after(() => store.close())
      const port = await listenForNothing(t)
      const tcp = (logicalId: string, fields: object) => ({
        type: 'check',
        logicalId,
        member: true,
        payload: {
          checkType: 'TCP',
          name: logicalId,
          locations: ['eu-central-1'],
          groupId: null,
          request: { hostname: '127.0.0.1', port },
          ...fields,
        },
      })
      const everyTenSeconds = { frequency: 0, frequencyOffset: 10 }
      const running = Array.from({ length: runningCount }, (_, number) =>
        tcp(`running-${number}`, everyTenSeconds),
      )
      // They are scheduled like all others, and have no slot before the test is over.
      const daily = { frequency: 1440, frequencyOffset: hoursAway() }
      const many = (name: string) =>
        Array.from({ length: deployedCount }, (_, number) => tcp(`many-${number}`, { ...daily, name }))
      await deploy(service, 'running', running)
      const slotsSince = (at: number) =>
        eventually('a slot of each monitor', async () => {
          const all = [...(await readSlots(store.read)).values()]
          return (
            all.length === runningCount && all.every(({ slots }) => slots.some(({ slotAt }) => slotAt > at))
          )
        })
      const settled = () => settledSlots(store, { count: runningCount, withinMs: patienceMs })
      await slotsSince(0)
      const before = await settled()

      await deploy(service, 'many', many('One'))
      await deploy(service, 'many', many('Two'))
      // Nothing is changed: they stay in their slots.
      await deploy(service, 'running', running)
      await finished(service, await service.expect(202, 'DELETE', '/v1/projects/many'))
      await slotsSince(Date.now())
      const verdict = judgeSlots(before, await settled())
      t.diagnostic(JSON.stringify(verdict))
      const { passed, results, ...wrong } = verdict
      assert.ok(passed >= runningCount)
      assert.equal(results, passed)
      assert.deepEqual(wrong, { missed: 0, leftOut: 0, lost: 0, overcounted: 0, twice: 0 })
    },
  )
})

async function deploy(service: Service, logicalId: string, resources: readonly object[]): Promise<void> {
  const body = { project: { logicalId, name: logicalId }, sharedFiles: [], resources, repoInfo: null }
  await finished(
    service,
    await service.expect(202, 'POST', '/v1/projects/deploy?scheduleOnDeploy=false', body),
  )
}

async function finished(service: Service, started: unknown): Promise<void> {
  const { id, logicalId } = started as { id: string; logicalId: string }
  const path = `/v1/projects/${logicalId}/deployments/${id}/completion?maxWaitSeconds=30`
  const { status } = await eventually('the deployment is over', async () => {
    const answer = await service.request('GET', path)
    return answer.status === 200 && (answer.body as { status: string })
  })
  assert.equal(status, 'SUCCEEDED')
}
