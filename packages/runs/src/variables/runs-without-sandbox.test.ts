import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiDetail } from '../../testing/api-detail.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'

forOneEngine('runs with scripts where nobody can run them', (engine) => {
  const checkTypes: CheckType[] = ['API', 'MULTI_STEP']

  /** `sandbox`: what the only agent says of it; null of one that is older than scripts. */
  async function underTest(t: TestContext, sandbox: 'none' | null) {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1', { checkTypes, ...(sandbox && { sandbox }) })
    const addApiCheck = async (config: JsonObject = {}) =>
      await under.addCheck({ ...apiConfig(), ...config }, { checkType: 'API' })
    return { under, agent, addApiCheck }
  }

  test('case 77: without a sandbox there is no verdict, and one notice about the location', async (t) => {
    const { under, agent, addApiCheck } = await underTest(t, 'none')
    const scripted = await addApiCheck({ localSetupScript: 'x' })
    const plain = await addApiCheck()
    const multistep = await under.addCheck({ script: 'tests()' }, { checkType: 'MULTI_STEP' })
    const reason = 'Scripts cannot be run on edge1: install bubblewrap'
    const verdict = {
      hasFailures: false,
      isDegraded: false,
      hasErrors: true,
      overMaxResponseTime: null,
      responseTime: null,
      isNetworkError: false,
      reason,
    }
    for (let round = 0; round < 5; round++) {
      for (const run of await agent.lease()) {
        await agent.report(
          [run],
          run.queue !== 'uptime'
            ? { verdict, notRunCause: 'no-sandbox', detail: null }
            : { detail: apiDetail() },
        )
      }
      await under.advance(minuteMs)
    }
    for (const check of [scripted, multistep])
      assert.deepEqual(new Set(await under.told(check)), new Set(['FINAL withheld at eu-west-1']))
    assert.deepEqual(new Set(await under.told(plain)), new Set(['FINAL passed at eu-west-1']))
    assert.deepEqual(await under.events(), ['eu-west-1 no-scripts'])
    const [event] = await under.store.read.selectFrom('location_events').select('detail').execute()
    assert.match(event?.detail ?? '', /install bubblewrap/)
    // An agent that can takes them from then on, and the one that cannot gets none any more.
    const able = await under.agentAt('eu-west-1', { checkTypes, sandbox: 'namespaces' })
    assert.deepEqual(
      (await agent.lease()).map(({ queue }) => queue),
      ['uptime'],
    )
    const runs = await able.lease()
    assert.deepEqual(runs.map(({ queue }) => queue).toSorted(), ['main', 'script'])
    await able.report(
      runs.filter(({ queue }) => queue === 'script'),
      { detail: apiDetail() },
    )
    assert.deepEqual(await under.events(), ['eu-west-1 no-scripts', 'eu-west-1 scripts-again'])
    assert.deepEqual(await under.store.read.selectFrom('check_alerts').selectAll().execute(), [])
  })

  test('case 77: an agent that is older than scripts gets none: they end without a verdict, and one notice says why', async (t) => {
    const { under, agent, addApiCheck } = await underTest(t, null)
    const check = await addApiCheck({ localSetupScript: 'x' })
    const multistep = await under.addCheck({ script: 'tests()' }, { checkType: 'MULTI_STEP' })
    assert.deepEqual(await agent.lease(), [])
    await under.until(under.clock.now() + 20 * minuteMs, agent)
    for (const each of [check, multistep]) {
      assert.deepEqual(new Set(await under.told(each)), new Set(['FINAL withheld at eu-west-1']))
      const [result] = await under.results(each)
      assert.match(result?.reason ?? '', /^No agent at eu-west-1 can run scripts/)
    }
    assert.deepEqual(await under.events(), ['eu-west-1 no-scripts'])
    const [event] = await under.store.read.selectFrom('location_events').select('detail').execute()
    assert.match(event?.detail ?? '', /No agent at eu-west-1 can run scripts/)
  })

  test('case 10: an agent without a browser gets runs that need one only where no other agent has one', async (t) => {
    const under = await runsUnderTest(t, engine)
    const all: CheckType[] = [...checkTypes, 'BROWSER']
    const at = (place: string, sandbox: 'namespaces' | 'none', browsers?: readonly string[]) =>
      under.agentAt(place, { checkTypes: all, sandbox, ...(browsers && { browsers }) })
    const addCheckOf = (checkType: 'BROWSER' | 'MULTI_STEP', place: string) =>
      under.addCheck({ script: 'tests()', locations: [place] }, { checkType })
    const typesAt = async (agent: Awaited<ReturnType<typeof at>>) =>
      (await agent.lease()).map(({ checkType }) => checkType).toSorted()
    const bare = await at('eu-west-1', 'namespaces', [])
    await addCheckOf('BROWSER', 'eu-west-1')
    // It says in the result what is missing.
    assert.deepEqual(await typesAt(bare), ['BROWSER'])
    const able = await at('eu-west-1', 'namespaces', ['156.0'])
    await addCheckOf('BROWSER', 'eu-west-1')
    await addCheckOf('MULTI_STEP', 'eu-west-1')
    assert.deepEqual(await typesAt(bare), ['MULTI_STEP'])
    assert.deepEqual(await typesAt(able), ['BROWSER'])

    // A browser is of no use to whoever cannot run scripts, and agents that do not name theirs may have one.
    await at('eu-west-2', 'none', ['156.0'])
    const withSandbox = await at('eu-west-2', 'namespaces', [])
    await addCheckOf('BROWSER', 'eu-west-2')
    assert.deepEqual(await typesAt(withSandbox), ['BROWSER'])
    const silent = await at('eu-west-3', 'namespaces')
    await at('eu-west-3', 'namespaces', ['156.0'])
    await addCheckOf('BROWSER', 'eu-west-3')
    assert.deepEqual(await typesAt(silent), ['BROWSER'])
  })

  test('where no agent is connected, runs with scripts expire as all others do', async (t) => {
    const { under, addApiCheck } = await underTest(t, null)
    const check = await addApiCheck({ localSetupScript: 'x' })
    await under.advance(9 * minuteMs)
    assert.deepEqual([await under.told(check), await under.events()], [[], []])
  })
})
