// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { suite, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { startAgents } from '../support/agent-process.ts'
import { assertPassedOnce, startService, type Result, type Service } from '../support/service-under-test.ts'

const settings = { SONDE_EMBEDDED_AGENT: 'on' }

/** Every result that anybody was shown, as it was shown. */
type Shown = Map<string, { checkId: string; result: Result }>

async function lookAt(service: Service, checkIds: readonly string[], shown: Shown): Promise<void> {
  for (const checkId of checkIds) {
    for (const result of await service.resultsOf(checkId)) shown.set(result.id, { checkId, result })
  }
}

/** Without a pause the looking would take the processor from the runs. */
const lookMs = 50

/** Looks until the server is gone. */
async function lookUntilKilled(service: Service, checkIds: readonly string[], shown: Shown): Promise<void> {
  for (;;) {
    try {
      await lookAt(service, checkIds, shown)
      await delay(lookMs)
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

suite('the embedded agent', { concurrency: 4 }, () => {
  forOneEngine('a server that dies with its agent', (engine) => {
    const kills = rounds(engine.name === 'sqlite' ? 10 : 3)
    test(`kill -9 during runs and while their results come in, ${kills} times: nothing that was shown is lost, nothing is there twice, every session ends`, async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const service = await startService(t, { place, settings })
      const monitors = await service.createMonitors(20, { locations: ['eu-west-1'], everySeconds: 10 })
      const shown: Shown = new Map()
      for (let round = 0; round < kills; round += 1) {
        const sessions = await service.trigger(monitors)
        const looking = lookUntilKilled(service, monitors, shown)
        // Two pings take half a second: in the middle of the runs, or around their end.
        await delay(randomInt(100, 900))
        await service.stop('SIGKILL')
        await looking
        await service.start()
        const now: Shown = new Map()
        await lookAt(service, monitors, now)
        for (const [id, before] of shown) assert.deepEqual(now.get(id), before)
        for (const { checkSessionId } of sessions) {
          const { status, results } = await service.untilSessionEnds(checkSessionId)
          assert.deepEqual([status, results.map(({ resultType }) => resultType)], ['PASSED', ['FINAL']])
        }
      }
      await lookAt(service, monitors, shown)
      t.diagnostic(`${shown.size} results were shown`)
      for (const monitor of monitors) {
        const results = await service.resultsOf(monitor)
        assert.equal(new Set(results.map(({ sequenceId }) => sequenceId)).size, results.length)
        assert.ok(results.every(({ hasFailures, hasErrors }) => !hasFailures && !hasErrors))
        assert.ok(results.length >= kills)
      }
    })
  })

  test('SIGTERM: short runs are finished and stored; a long one is made anew after the start, once', async (t) => {
    const service = await startService(t, { settings })
    const [short, long] = [
      await service.createMonitor({ locations: ['eu-west-1'], pingCount: 2 }),
      await service.createMonitor({ locations: ['eu-west-1'], pingCount: 10 }),
    ]
    // The runs of their creation.
    await Promise.all([service.untilResults(short), service.untilResults(long)])
    const sessions = await service.trigger([short, long])
    await service.stop('SIGTERM')
    assert.deepEqual(await service.server().exited, { code: 0, signal: null })
    const startedAt = Date.now()
    await service.start()
    const [newest, ...older] = await service.resultsOf(short)
    assert.equal(older.length, 1)
    assert.ok(newest && Date.parse(newest.created_at) < startedAt)
    for (const { checkSessionId } of sessions) {
      assert.equal((await service.untilSessionEnds(checkSessionId)).status, 'PASSED')
    }
    const results = await service.resultsOf(long)
    assert.equal(results.length, 2)
    assert.ok(Date.parse(results[0]?.startedAt ?? '') > startedAt)
  })

  test('a data center with an agent of its own is left to it, and taken over when that agent is lost', async (t) => {
    const service = await startService(t, {
      settings: {
        ...settings,
        SONDE_SILENCE_SECONDS: '4',
        SONDE_POLL_SECONDS: '1',
        SONDE_LEASE_SECONDS: '3',
        SONDE_RENEW_SECONDS: '1',
      },
    })
    const made = await service.expect(201, 'POST', '/v1/locations/eu-west-1/keys')
    const { rawKey } = made as { rawKey: string }
    assert.match(rawKey, /^dc_[0-9a-f]{64}$/)
    const [agent] = await startAgents(t, { serviceUrl: service.address, key: rawKey }, 1)
    const monitor = await service.createMonitor({ locations: ['eu-west-1'], pingCount: 6 })
    await agent?.untilHolds(1)
    const killedAt = Date.now()
    agent?.kill('SIGKILL')
    const { startedAt, runLocation } = assertPassedOnce(await service.untilResults(monitor))
    assert.equal(runLocation, 'eu-west-1')
    assert.ok(Date.parse(startedAt) > killedAt + 1_500)
  })
})
