import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { Write } from '@sonde/store/engine/engine.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { forEachEngine, forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { alertsUnderTest } from '../../testing/alerts-under-test.ts'
import { heartbeatsOf } from '../../testing/heartbeats-under-test.ts'
import { createSignOfLife, whatHappened } from './sign-of-life.ts'

type Signs = Parameters<typeof whatHappened>[0]

/** Of this program, `elapsedMs` ago by a clock that nobody can set. */
const own = (at: number, elapsedMs: number, steppedSinceMs = 0): Signs['own'] => ({
  at,
  elapsedMs,
  steppedSinceMs,
})

const cases: [what: string, signs: Signs, found: string][] = [
  ['signs every five seconds leave no gap', { now: 5_000, aliveAt: 0, own: own(0, 5_000) }, 'nothing 0'],
  ['a slow disk is no gap', { now: 15_000, aliveAt: 0, own: own(0, 15_000) }, 'nothing 0'],
  ['a program that stood still leaves one', { now: hourMs, aliveAt: 0, own: own(0, hourMs) }, 'gap 3600000'],
  ['so does a machine that slept', { now: hourMs, aliveAt: 0, own: own(0, 0) }, 'gap 3600000'],
  ['so does a program that was not there', { now: hourMs, aliveAt: 0, own: null }, 'gap 3600000'],
  ['a quick restart does not', { now: 3_000, aliveAt: 0, own: null }, 'nothing 0'],
  [
    'nor does standing still while another server was there',
    { now: hourMs, aliveAt: hourMs - 1, own: own(0, hourMs) },
    'nothing 0',
  ],
  [
    'nor does sleeping while another server was there',
    { now: hourMs, aliveAt: hourMs - 1, own: own(0, 0) },
    'nothing 0',
  ],
  [
    'a clock that is set forward is set by what did not pass',
    { now: 25_000, aliveAt: 0, own: own(0, 5_000) },
    'step 20000',
  ],
  ['and set back by what did', { now: 10_000, aliveAt: 25_000, own: own(25_000, 5_000) }, 'step -20000'],
  ['less than a second is nothing', { now: 5_900, aliveAt: 0, own: own(0, 5_000) }, 'nothing 0'],
  ['nor is it backwards', { now: 4_100, aliveAt: 0, own: own(0, 5_000) }, 'nothing 0'],
  [
    'what another server has found is not found again',
    { now: 25_000, aliveAt: 24_000, own: own(0, 5_000, 20_000) },
    'nothing 0',
  ],
  [
    'nor is it when the clock is set back',
    { now: -15_000, aliveAt: -16_000, own: own(0, 5_000, -20_000) },
    'nothing 0',
  ],
  [
    'of what another has found in part, the rest is found',
    { now: -15_000, aliveAt: -16_000, own: own(0, 5_000, -17_000) },
    'step -3000',
  ],
  ['a clock set back while nobody was there', { now: 0, aliveAt: 2 * hourMs, own: null }, 'step -7200000'],
]
for (const [what, signs, found] of cases) {
  test(what, () => {
    const { kind, byMs } = whatHappened(signs)
    assert.equal(`${kind} ${byMs}`, found)
  })
}

/** Servers whose true time and whose clock move apart. */
async function signsUnderTest(
  t: TestContext,
  engine: TestEngine,
  servers: number,
  storeOf = (store: Store): Store => store,
) {
  const under = await alertsUnderTest(t, engine, [])
  const heartbeats = heartbeatsOf(under)
  let steadyMs = 0
  const signs = Array.from({ length: servers }, () =>
    createSignOfLife({ store: storeOf(under.store), steadyMs: () => steadyMs }),
  )
  const signAll = async () => {
    for (const { sign } of signs) await sign()
  }
  const check = await heartbeats.add()
  await heartbeats.ping(check)
  await signAll()
  return {
    ...under,
    heartbeats,
    check,
    /** Of the first check, in seconds after the start. */
    async timer() {
      const row = await under.store.read
        .selectFrom('heartbeats')
        .select(['expected_at', 'deadline_at'])
        .where('check_id', '=', check.id)
        .executeTakeFirstOrThrow()
      return [row.expected_at, row.deadline_at].map((at) => (Number(at) - under.startAt) / 1000)
    },
    /** So much time passes, while the clock is set by so much. */
    async pass(ms: number, setByMs = 0) {
      steadyMs += ms
      under.clock.set(under.clock.now() + ms + setByMs)
      await signAll()
    },
  }
}

forOneEngine('signs of life', (engine) => {
  for (const servers of [1, 2]) {
    test(`deadlines go with a clock that is set forward and back, however often, on ${servers} servers`, async (t) => {
      const under = await signsUnderTest(t, engine, servers)
      assert.deepEqual(await under.timer(), [120, 180])
      for (let turn = 0; turn < 10; turn += 1) {
        await under.pass(5_000, 20_000)
        assert.deepEqual(await under.timer(), [140, 200])
        await under.pass(5_000, turn % 2 === 0 ? -20_000 : 0)
        if (turn % 2 === 1) {
          // Back in pieces.
          for (let piece = 0; piece < 5; piece += 1) await under.pass(5_000, -4_000)
        }
        assert.deepEqual(await under.timer(), [120, 180])
        for (let sign = 0; sign < 10; sign += 1) await under.pass(5_000)
      }
    })

    test(`so they do when it is set by an hour and back, on ${servers} servers`, async (t) => {
      const under = await signsUnderTest(t, engine, servers)
      for (let turn = 0; turn < 3; turn += 1) {
        await under.pass(5_000, hourMs)
        assert.equal((await under.timer())[1], 180 + 3_600)
        await under.pass(5_000, -hourMs)
        assert.equal((await under.timer())[1], 180)
      }
    })
  }

  test('a sign alone is no news to those who wait for rows; one that moves deadlines is', async (t) => {
    const under = await alertsUnderTest(t, engine, [])
    let steadyMs = 0
    const news: (boolean | undefined)[] = []
    const write: Write = async (work, options) => {
      const result = await under.store.write(work)
      // On PostgreSQL, where nobody is told of writes, most signs are written in another way.
      if (options?.isOneStatement !== true) news.push(options?.isNews?.(result))
      else if (result !== null) news.push(false)
      return result
    }
    const { sign } = createSignOfLife({ store: { ...under.store, write }, steadyMs: () => steadyMs })
    const pass = async (ms: number, setByMs = 0) => {
      steadyMs += ms
      under.clock.set(under.clock.now() + ms + setByMs)
      await sign()
    }
    await pass(hourMs)
    await pass(5_000)
    await pass(5_000)
    await pass(5_000, 20_000)
    await pass(hourMs)
    assert.deepEqual(news, [true, false, false, true, true])
  })

  test('a clock that is set right after a sign is noticed by the next, however soon that comes', async (t) => {
    const under = await signsUnderTest(t, engine, 1)
    await under.pass(5_000)
    await under.pass(100, 20_000)
    assert.deepEqual(await under.timer(), [140, 200])
  })

  test('what was pinged since the clock was set back keeps its deadline', async (t) => {
    const under = await signsUnderTest(t, engine, 1)
    const later = await under.heartbeats.add()
    under.clock.set(under.clock.now() - hourMs + 3_000)
    await under.heartbeats.ping(later)
    under.clock.set(under.clock.now() + hourMs - 3_000)
    await under.pass(5_000, -hourMs)
    assert.deepEqual(await under.timer(), [120 - 3_600, 180 - 3_600])
    const row = await under.store.read
      .selectFrom('heartbeats')
      .select('deadline_at')
      .where('check_id', '=', later.id)
      .executeTakeFirstOrThrow()
    assert.equal(row.deadline_at, under.startAt - hourMs + 3_000 + 3 * minuteMs)
  })

  test('the time that nobody was there is added once, and the next ping is expected as before', async (t) => {
    const under = await signsUnderTest(t, engine, 2)
    await under.pass(hourMs)
    await under.pass(5_000)
    assert.deepEqual(await under.timer(), [120, 3_780])
  })

  test('a machine that slept gives jobs time to try again; a clock that jumps about does not', async (t) => {
    const under = await signsUnderTest(t, engine, 1)
    const alive = createSignOfLife({ store: under.store })
    const { upSince } = await alive.sign()
    await under.pass(5_000, 20_000)
    await under.pass(5_000, -20_000)
    assert.equal((await alive.sign()).upSince, upSince)
    await under.pass(5_000, hourMs)
    assert.equal((await alive.sign()).upSince, under.clock.now())
  })
})

forEachEngine('signs of life by one statement', (engine) => {
  // A file of SQLite is no way to go.
  if (engine.name === 'sqlite') return

  test('leave what signs by a transaction leave, whatever happens to time and clock', async (t) => {
    let plainSigns = 0
    const counting = (store: Store): Store => {
      const write: Write = async (work, options) => {
        const result = await store.write(work, options)
        if (options?.isOneStatement === true && result !== null) plainSigns += 1
        return result
      }
      return { ...store, write }
    }
    const plain = await signsUnderTest(t, engine, 2, counting)
    const whole = await signsUnderTest(t, engine, 2, (store) => ({ ...store, engine: 'sqlite' }))
    const seen = async ({ store, startAt, timer }: typeof plain) => {
      const rows = await store.read
        .selectFrom('counters')
        .select(['name', 'value'])
        .where('name', 'like', 'pings%')
        .orderBy('name')
        .execute()
      const counters = rows.map(({ name, value }) => {
        const isTime = name !== 'pings_clock_stepped_ms'
        return [name, Number(value) - (isTime ? startAt : 0)]
      })
      return { counters, timer: await timer() }
    }
    const courses: [ms: number, setByMs?: number][] = [
      [5_000],
      [5_000, 999],
      [5_000, -999],
      [15_000],
      [15_001],
      [5_000],
      [5_000, 1_000],
      [5_000, -1_000],
      [5_000, 20_000],
      [5_000],
      [5_000, -20_000],
      [5_000],
      [2_600, -3_000],
      [2_600],
      [16_000, -16_000],
      [5_000, hourMs],
      [5_000],
      [hourMs],
      [5_000, -2 * hourMs],
      [5_000.25, -0.25],
    ]
    for (const course of courses) {
      await plain.pass(...course)
      await whole.pass(...course)
      assert.deepEqual(await seen(plain), await seen(whole), `after ${course.join(' ms and a step of ')} ms`)
    }
    assert.ok(plainSigns >= 12, `${plainSigns} of them were plain`)
  })
})
