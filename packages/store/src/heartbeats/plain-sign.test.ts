import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { forEachEngine, type OpenedStore } from '../../testing/engines.ts'
import { untilSomebodyWaits } from '../../testing/waiting-locks.ts'
import { setCounter } from '../engine/counters.ts'
import { signCounters, writePlainSign } from './plain-sign.ts'

type Sign = Parameters<typeof writePlainSign>[1]

/** Ten minutes after the start, five seconds after the last sign of anybody. */
const now = 1_775_044_800_000
const before10Minutes = now - 600_000
const known = { [signCounters.aliveAt]: now - 5_000, [signCounters.upSince]: before10Minutes }
const sign: Sign = {
  now,
  expected: now,
  steppedMs: 0,
  smallestStepMs: 1_000,
  longestSilenceMs: 15_000,
}

const { aliveAt, upSince, stepped } = signCounters

type Case = [what: string, counters: Record<string, number>, sign?: Partial<Sign>]

const taken: Case[] = [
  ['five seconds after the last one', known],
  ['as late as a slow disk makes it', { ...known, [aliveAt]: now - 15_000 }],
  ['in the moment of the last one', { ...known, [aliveAt]: now }],
  ['a little before that of another server', { ...known, [aliveAt]: now + 999 }],
  ['soon after the start', { ...known, [upSince]: now - 7_000 }],
  ['in the moment since which pings are taken', { ...known, [upSince]: now }],
  ['by a clock that is a little fast', known, { expected: now - 999 }],
  ['by a clock that is a little slow', known, { expected: now + 999 }],
  ['at a part of a millisecond', known, { expected: now + 0.25 }],
  [
    'when others have found that the clock was set',
    { ...known, [stepped]: 20_000 },
    { expected: now - 20_000 },
  ],
  [
    'when they have found it again since',
    { ...known, [stepped]: -7_000 },
    { expected: now + 10_000, steppedMs: 3_000 },
  ],
]

const refused: Case[] = [
  ['nobody has ever signed', {}],
  ['the last sign is gone', { [upSince]: before10Minutes }],
  ['it is not known since when pings are taken', { [aliveAt]: now - 5_000 }],
  ['pings are taken since a time to come', { ...known, [upSince]: now + 1 }],
  ['there was a gap', { ...known, [aliveAt]: now - 15_001 }],
  ['the last sign is from a time to come', { ...known, [aliveAt]: now + 1_000 }],
  ['the clock was set forward', known, { expected: now - 1_000 }],
  ['the clock was set back', known, { expected: now + 1_000 }],
  ['others have found more than that', { ...known, [stepped]: 20_000 }],
  ['others have found less than that', { ...known, [stepped]: 20_000 }, { expected: now - 21_000 }],
  ['that was known already', { ...known, [stepped]: 20_000 }, { expected: now - 20_000, steppedMs: 20_000 }],
]

forEachEngine('a sign of life that is written by one statement', (engine) => {
  // A file of SQLite is no way to go.
  if (engine.name === 'sqlite') return

  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())
  beforeEach(async () => {
    await opened.store.read.deleteFrom('counters').execute()
  })

  /** Some that are nobody's business here are there, too. */
  async function note(noted: Record<string, number>): Promise<void> {
    for (const [name, value] of Object.entries({ ...noted, other: 7 })) {
      await setCounter(opened.store.read, name, value)
    }
  }

  async function counters(): Promise<Record<string, number>> {
    const rows = await opened.store.read.selectFrom('counters').select(['name', 'value']).execute()
    return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))
  }

  for (const [what, noted, fields = {}] of taken) {
    test(`is taken ${what}, and moves nothing else`, async () => {
      await note(noted)
      assert.deepEqual(await writePlainSign(opened.store.read, { ...sign, ...fields }), {
        upSince: noted[upSince],
        steppedMs: noted[stepped] ?? 0,
      })
      assert.deepEqual(await counters(), { ...noted, other: 7, [aliveAt]: now })
    })
  }

  for (const [what, noted, fields = {}] of refused) {
    test(`is refused, and nothing is written, when ${what}`, async () => {
      await note(noted)
      assert.equal(await writePlainSign(opened.store.read, { ...sign, ...fields }), null)
      assert.deepEqual(await counters(), { ...noted, other: 7 })
    })
  }

  test('waits for one that is being written, and is compared with that', async () => {
    const { read, write } = opened.store
    for (const [otherAt, isTaken] of [
      [now + 60_000, false],
      [now + 500, true],
    ] as const) {
      await note(known)
      let waiting: Promise<unknown> = Promise.resolve()
      await write(async (db) => {
        await setCounter(db, aliveAt, otherAt)
        waiting = writePlainSign(read, sign)
        await untilSomebodyWaits(read)
      })
      assert.equal((await waiting) !== null, isTaken)
      assert.equal((await counters())[aliveAt], isTaken ? now : otherAt)
    }
  })
})
