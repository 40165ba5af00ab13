import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest, hourly } from '../testing/alerts-under-test.ts'
import type { ResultFields } from '../testing/fake-agent.ts'

const fixed = { type: 'FIXED', baseBackoffSeconds: 10, maxRetries: 1 }

forOneEngine('alerts and retries', (engine) => {
  test('alerting case 24: a retry that passes alerts nobody and ends the streak', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ ...alertSettings('R2'), retryStrategy: fixed })
    await under.subscribe(check, a)
    const run = async (...attempts: string[]) => {
      await under.play('-')
      for (const [index, letter] of attempts.entries()) {
        if (index > 0) await under.advance(10 * secondMs)
        await under.answer(letter)
      }
    }
    await run('F', 'F')
    await run('F', 'P')
    assert.deepEqual(
      (await under.results(check)).slice(-2).map((row) => [row.isFinal, row.verdict, row.attempt]),
      [
        [false, 'failed', 1],
        [true, 'passed', 2],
      ],
    )
    assert.equal((await under.state(check)).alert, null)
    await run('F', 'F')
    assert.deepEqual(await under.raised(), [])
    await run('F', 'F')
    assert.deepEqual(await under.sent(a), ['+4.2 FAILURE_REMAIN'])
  })

  test('alerting case 25: the recovery is told when the retry has passed', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ retryStrategy: fixed })
    await under.subscribe(check, a)
    await under.play('F')
    assert.deepEqual(await under.sent(a), [])
    await under.advance(10 * secondMs)
    await under.answer('F')
    assert.deepEqual(await under.sent(a), ['+1.2 FAILURE'])
    await under.play('F')
    assert.deepEqual(await under.sent(a), ['+1.2 FAILURE'])
    await under.advance(10 * secondMs)
    await under.answer('P')
    assert.deepEqual(await under.sent(a), ['+1.2 FAILURE', '+2.2 RECOVERY'])
  })

  /** One occurrence: the attempts that are made, 60 s apart, and when it alerts. */
  const counts: [
    name: string,
    strategy: Record<string, unknown>,
    letter: string,
    fields: ResultFields,
    attempts: number,
    expected: string[],
  ][] = [
    [
      'case 26: an answer of the target is no network error',
      { type: 'FIXED', baseBackoffSeconds: 60, maxRetries: 1, onlyOn: ['NETWORK_ERROR'] },
      'F',
      { isNetworkError: false },
      1,
      ['+60 FAILURE'],
    ],
    [
      'case 26: a refused connection is one, and is tried again',
      { type: 'FIXED', baseBackoffSeconds: 60, maxRetries: 1, onlyOn: ['NETWORK_ERROR'] },
      'F',
      { isNetworkError: true },
      2,
      ['+61 FAILURE'],
    ],
    [
      'case 28: EXPONENTIAL with base 60 has one retry',
      { type: 'EXPONENTIAL', baseBackoffSeconds: 60 },
      'F',
      {},
      2,
      ['+61 FAILURE'],
    ],
    [
      'case 28: maxDurationSeconds 0 has none',
      { type: 'EXPONENTIAL', baseBackoffSeconds: 60, maxDurationSeconds: 0 },
      'F',
      {},
      1,
      ['+60 FAILURE'],
    ],
    [
      'case 28: degraded is never tried again',
      { type: 'EXPONENTIAL', baseBackoffSeconds: 60 },
      'D',
      {},
      1,
      ['+60 DEGRADED'],
    ],
  ]
  for (const [name, retryStrategy, letter, fields, attempts, expected] of counts) {
    test(`alerting ${name}`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const { a } = await under.addChannels()
      const check = await under.addAlerting({ retryStrategy }, hourly)
      await under.subscribe(check, a)
      await under.leapUntil(59, 1)
      await under.until(60)
      await under.answer(letter, fields)
      for (let attempt = 2; attempt <= attempts; attempt += 1) {
        await under.until(60 + attempt - 1)
        await under.answer(letter, fields)
      }
      await under.leapUntil(80, 1)
      for (const agent of under.agents) {
        assert.deepEqual(await agent.lease(), [])
      }
      // Besides the run at its creation.
      assert.equal((await under.results(check)).length, 1 + attempts)
      assert.deepEqual(await under.sent(a), expected)
    })
  }

  for (const [letter, expected] of [
    ['P', []],
    ['F', ['+1 FAILURE']],
  ] as const) {
    test(`alerting case 27: double check tries elsewhere at once, and ${letter} there decides`, async (t) => {
      const under = await alertsUnderTest(t, engine, ['eu-west-2', 'eu-west-1'])
      const { a } = await under.addChannels()
      const check = await under.addAlerting({ doubleCheck: true, locations: ['eu-west-1', 'eu-west-2'] })
      await under.subscribe(check, a)
      await under.play('F.')
      assert.deepEqual(await under.sent(a), [])
      await under.under.runs.work()
      await under.answer(`.${letter}`)
      assert.deepEqual((await under.told(check)).slice(-2), [
        'ATTEMPT failed at eu-west-2',
        `FINAL ${letter === 'F' ? 'failed' : 'passed'} at eu-west-1`,
      ])
      assert.deepEqual(await under.sent(a), expected)
      if (letter === 'F') assert.equal((await under.alertsTo(a))[0]?.result.region, 'eu-west-1')
    })
  }

  test('a retry that nobody takes leaves the word to the attempt before it', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ retryStrategy: fixed })
    await under.subscribe(check, a)
    await under.play('F')
    assert.deepEqual(await under.sent(a), [])
    await under.leapUntil(10, 1)
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1', 'FINAL failed at eu-west-1'])
    assert.equal((await under.sent(a)).length, 1)
    // Of an answer that was no error of the request, such as a bad status, the detail alone does not say it.
    assert.equal((await under.alertsTo(a))[0]?.result.error, 'it failed')
  })

  test('an outage alerts in its first slot for every check, while a fifth of all attempts has no verdict', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const [agent] = under.agents
    assert.ok(agent !== undefined)
    const count = 20
    for (let nth = 0; nth < count; nth += 1)
      await under.addAlerting({ retryStrategy: null, doubleCheck: false })
    await under.until(1)
    let made = 0
    for (let runs = await agent.lease(); runs.length > 0; runs = await agent.lease()) {
      for (const run of runs) {
        made += 1
        const noisy = { said: 'withheld', notRunCause: 'noisy' } as const
        await agent.report([run], made % 5 === 0 ? noisy : { said: 'failed' })
      }
      await under.runs.work()
    }
    assert.equal((await under.raised()).length, count)
    assert.equal(made, count + count / 5, 'each of them was tried again at once')
  })

  test('a run that is cancelled between its attempts alerts nobody', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ retryStrategy: fixed }, hourly)
    await under.subscribe(check, a)
    const sessionId = await under.startBy('TRIGGER_API', check)
    await under.answer('F')
    await under.under.runs.cancelSession({ accountId: under.accountId, sessionId, runIds: null })
    await under.until(1)
    assert.deepEqual(await under.raised(), [])
    assert.equal((await under.state(check)).alert, null)
  })
})
