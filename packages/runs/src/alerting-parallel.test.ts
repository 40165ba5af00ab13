import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest } from '../testing/alerts-under-test.ts'

const places = ['eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-central-1']
const runParallel = true

/** One word for each minute, one letter for each location; the threshold in percent. */
const sequences: [
  name: string,
  locations: number,
  threshold: number | undefined,
  words: string,
  a: string[],
  b: string[] | 'as A',
][] = [
  [
    'case 30: below the threshold is a pass, at the threshold it fails',
    4,
    50,
    'FPPP FFPP PPFP',
    ['+2 FAILURE', '+3 RECOVERY'],
    'as A',
  ],
  ['case 30: two of three are less than 70 percent', 3, 70, 'FFP FFF', ['+2 FAILURE'], 'as A'],
  ['case 31: failures and degraded ones are degraded together', 4, 50, 'FDPP', ['+1 DEGRADED'], []],
  [
    'without a threshold one location decides',
    4,
    undefined,
    'PDPP PDFP PPPD PPPP',
    ['+1 DEGRADED', '+2 DEGRADED_FAILURE', '+3 FAILURE_DEGRADED', '+4 DEGRADED_RECOVERY'],
    ['+2 DEGRADED_FAILURE', '+4 DEGRADED_RECOVERY'],
  ],
  ['two locations that fail together count once', 3, undefined, 'FFP FPP', ['+1 FAILURE'], 'as A'],
  ['an error leaves the denominator', 4, 50, 'FEEP PPPP', ['+1 FAILURE', '+2 RECOVERY'], 'as A'],
  ['errors alone say nothing', 2, undefined, 'FP EE PP', ['+1 FAILURE', '+3 RECOVERY'], 'as A'],
]

forOneEngine('runs at several locations at once', (engine) => {
  for (const [name, locations, threshold, words, a, b] of sequences) {
    test(`alerting ${name}`, async (t) => {
      const under = await alertsUnderTest(t, engine, places.slice(0, locations))
      const channels = await under.addChannels()
      const check = await under.addAlerting({ ...alertSettings('R1', '0x5', threshold), runParallel })
      await under.subscribe(check, channels.a, channels.b)
      await under.play(words)
      assert.deepEqual(await under.sent(channels.a), a)
      assert.deepEqual(await under.sent(channels.b), b === 'as A' ? a : b)
    })
  }

  test('locations that this server stands in for have one vote, and are called by what they are', async (t) => {
    const agents = ['eu-west-1', 'eu-west-2', 'embedded']
    const locations = ['eu-west-1', 'eu-west-2', 'us-east-1', 'us-east-2', 'us-west-1']
    const under = await alertsUnderTest(t, engine, agents, { isEmbeddedOn: true })
    const { a } = await under.addChannels()
    const settings = { ...alertSettings('R1', '0x5', 50), runParallel, locations }
    await under.subscribe(await under.addAlerting(settings), a)
    await under.play('PPF')
    assert.deepEqual(await under.sent(a), [], 'three locations, and one place of three')
    await under.play('FPF')
    assert.deepEqual(await under.sent(a), ['+2 FAILURE'])
    const [event] = await under.alertsTo(a)
    assert.match(event?.result.location ?? '', /^This server \(us-(east|west)-\d\)$/)
    const failed = event?.result.failedPlaces ?? []
    assert.ok(failed.includes('Ireland'))
    const ofThisServer = failed.filter((place) => place.startsWith('This server'))
    assert.equal(ofThisServer.length, 1, 'however many locations it stands in for')
  })

  test('alerting case 29: the first failure alerts before the slow ones are in, once', async (t) => {
    const under = await alertsUnderTest(t, engine, places)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ runParallel })
    await under.subscribe(check, a)
    await under.play('.F..')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE'])
    const [event] = await under.alertsTo(a)
    assert.equal(event?.result.region, 'eu-west-2')
    assert.deepEqual(event?.result.failedLocations, ['eu-west-2'])
    await under.answer('P.PF')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE'])
    assert.equal((await under.state(check)).alert?.streak, 1)
    await under.play('PP.P')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE'])
    await under.answer('..P.')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE', '+2 RECOVERY'])
  })

  test('alerting case 32: an unavailable location leaves the denominator', async (t) => {
    const under = await alertsUnderTest(t, engine, places.slice(0, 3))
    const { a } = await under.addChannels()
    const office = await under.addPrivateLocation()
    const check = await under.addAlerting({
      ...alertSettings('R1', '0x5', 50),
      runParallel,
      privateLocations: [office.slugName],
    })
    await under.subscribe(check, a)
    // Nobody is heard of there for eleven minutes.
    await under.play(Array(11).fill('PPP').join(' '))
    await under.play('FPP')
    assert.deepEqual(await under.sent(a), [])
    await under.play('FFP')
    assert.deepEqual(await under.sent(a), ['+13 FAILURE'])
  })

  for (const [escalation, expected] of [
    ['R1', ['+1 FAILURE', '+2 RECOVERY', '+3 FAILURE', '+4 RECOVERY']],
    ['R2', []],
  ] as const) {
    test(`alerting case 33: in rotation, one broken path of two, ${escalation}`, async (t) => {
      const under = await alertsUnderTest(t, engine, ['eu-west-2', 'eu-west-1'])
      const { a } = await under.addChannels()
      const locations = ['eu-west-1', 'eu-west-2']
      const check = await under.addAlerting({ ...alertSettings(escalation), locations })
      await under.subscribe(check, a)
      await under.play('F. .P F. .P')
      assert.deepEqual(await under.sent(a), expected)
    })
  }

  for (const [escalation, alertAfter] of [
    ['R1', 1],
    ['R3', 3],
  ] as const) {
    test(`alerting case 33: where b is skipped because it retries, its last word stands, ${escalation}`, async (t) => {
      const under = await alertsUnderTest(t, engine, ['eu-west-1', 'eu-west-2'])
      const [first, second] = under.agents
      assert.ok(first !== undefined && second !== undefined)
      const { a } = await under.addChannels()
      const check = await under.addAlerting(
        {
          ...alertSettings(escalation),
          runParallel,
          retryStrategy: { type: 'FIXED', baseBackoffSeconds: 60, maxRetries: 1 },
        },
        { frequency: 0, frequencyOffset: 10 },
      )
      await under.subscribe(check, a)
      const finals: string[] = []
      const sentAfter: number[] = []
      while (finals.length < 4) {
        await under.under.until(under.clock.now() + secondMs, first, second)
        await first.report(await first.lease())
        const runs = await second.lease()
        await second.report(runs, { said: 'failed' })
        if (!runs.some(({ attempt }) => attempt === 2)) continue
        finals.push(under.minute(under.clock.now()))
        sentAfter.push((await under.sent(a)).length)
      }
      const type = escalation === 'R1' ? 'FAILURE' : 'FAILURE_REMAIN'
      assert.deepEqual(await under.sent(a), [`${finals[alertAfter - 1]} ${type}`])
      assert.deepEqual(
        sentAfter,
        [1, 2, 3, 4].map((count) => (count >= alertAfter ? 1 : 0)),
      )
      // As soon as b has passed, both have.
      for (;;) {
        await under.under.until(under.clock.now() + secondMs, first, second)
        const runs = await second.lease()
        await second.report(runs)
        await first.report(await first.lease())
        if (runs.length > 0) break
      }
      assert.equal((await under.sent(a)).at(-1), `${under.minute(under.clock.now())} RECOVERY`)
    })
  }

  test('runs that were begun together are judged together, also when the check runs otherwise since', async (t) => {
    const under = await alertsUnderTest(t, engine, places.slice(0, 3))
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ ...alertSettings('R1', '0x5', 100), runParallel })
    await under.subscribe(check, a)
    await under.play('F..')
    await under.changeConfig(check, { runParallel: false })
    await under.answer('.PP')
    assert.deepEqual(await under.sent(a), [])
  })

  test('a slot that a slow location ends well does not undo what a later slot has seen', async (t) => {
    const under = await alertsUnderTest(t, engine, places.slice(0, 2))
    const { a } = await under.addChannels()
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 90, maxRetries: 1 }
    const check = await under.addAlerting({ runParallel, retryStrategy })
    await under.subscribe(check, a)
    // The first location passes, the second begins a retry; a minute later the first one fails for good.
    await under.play('PF')
    await under.changeConfig(check, { retryStrategy: null, doubleCheck: false })
    await under.play('F.')
    assert.deepEqual(await under.sent(a), ['+2 FAILURE'])
    await under.until(2.7)
    await under.answer('.P')
    assert.deepEqual(await under.sent(a), ['+2 FAILURE'])
    await under.play('FP PP')
    assert.deepEqual(await under.sent(a), ['+2 FAILURE', '+4 RECOVERY'])
  })

  test('a round-robin check that is started by hand at all its locations fails if one of them does', async (t) => {
    const under = await alertsUnderTest(t, engine, places)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R1', '0x5', 50))
    await under.subscribe(check, a)
    await under.until(0.5)
    await under.startBy('TRIGGER_API', check)
    await under.answer('PPFP')
    assert.deepEqual(await under.sent(a), ['+0.5 FAILURE'])
    await under.startBy('TRIGGER_API', check)
    await under.answer('PPP')
    assert.deepEqual(await under.sent(a), ['+0.5 FAILURE'])
    await under.answer('...P')
    assert.deepEqual(await under.sent(a), ['+0.5 FAILURE', '+0.5 RECOVERY'])
  })
})
