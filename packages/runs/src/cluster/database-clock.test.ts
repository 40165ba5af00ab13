import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDatabaseClock, createSharedClock, readDatabaseClock } from './database-clock.ts'

describe('the clock of the database', () => {
  let steady = 0
  const ask = (clock: ReturnType<typeof createDatabaseClock>, tripMs: number, aheadMs: number) => {
    const sentAt = steady
    steady += tripMs
    // Answered at the very end of the way: the worst that a reading can be off.
    clock.add({ sentAt, answeredAt: steady, databaseMs: steady + aheadMs })
  }

  test('the reading with the shortest way counts, and slow ones not at all', () => {
    const clock = createDatabaseClock({ steadyMs: () => steady })
    assert.equal(clock.now(), null)
    assert.equal(clock.offsetOf({ now: () => 0 }), null)
    ask(clock, 201, 90_000)
    assert.equal(clock.now(), null)
    ask(clock, 60, 90_000)
    ask(clock, 2, 90_000)
    ask(clock, 40, 90_000)
    assert.equal(clock.now(), steady + 90_001)
    assert.equal(clock.offsetOf({ now: () => steady }), 90_001)
    steady += 10_000
    assert.equal(clock.now(), steady + 90_001)
  })

  test('of the last five: an old one does not count for ever', () => {
    const clock = createDatabaseClock({ steadyMs: () => steady })
    ask(clock, 2, 1_000)
    for (let count = 0; count < 5; count += 1) ask(clock, 20, 1_010)
    assert.equal(clock.now(), steady + 1_020)
  })

  test('case 22: servers whose machines are 90 s off go by the clock of the database, which no reading turns back', async () => {
    const clock = createDatabaseClock({ steadyMs: () => steady })
    const machine = { now: () => steady - 90_000 }
    const shared = createSharedClock({ databaseClock: clock, machine })
    assert.equal(shared.now(), steady - 90_000, 'until it is known')
    const readTime = async () => {
      steady += 4
      return steady + 1_000_000
    }
    await readDatabaseClock(clock, { readTime, steadyMs: () => steady })
    const before = shared.now()
    assert.ok(Math.abs(before - (steady + 1_000_000)) <= 2)
    // A better reading, by which it is a little earlier.
    clock.add({ sentAt: steady, answeredAt: steady, databaseMs: steady + 999_990 })
    assert.equal(shared.now(), before)
    steady += 100
    assert.equal(shared.now(), steady + 999_990)
    clock.add({ sentAt: steady, answeredAt: steady, databaseMs: steady + 900_000 })
    assert.equal(shared.now(), steady + 900_000, 'it was set')
  })

  test('case 22: where every reading takes too long the best of them counts, and not the clock of the machine', async () => {
    const clock = createDatabaseClock({ steadyMs: () => steady })
    const shared = createSharedClock({ databaseClock: clock, machine: { now: () => steady + 90_000 } })
    let asked = 0
    const readTime = async () => {
      asked += 1
      steady += asked === 7 ? 300 : 900
      return steady + 1_000_000
    }
    await readDatabaseClock(clock, { readTime, steadyMs: () => steady })
    assert.ok(Math.abs(shared.now() - (steady + 1_000_000)) <= 150)
    ask(clock, 10, 1_000_000)
    assert.equal(clock.now(), steady + 1_000_005)
  })

  test('a clock that was set, or a process that stood still, is believed at once', () => {
    const clock = createDatabaseClock({ steadyMs: () => steady })
    ask(clock, 2, 1_000)
    ask(clock, 30, 3_000)
    assert.equal(clock.now(), steady + 3_015)
  })
})
