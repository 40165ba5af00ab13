import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { operations, updates } from '../../testing/monitors/field-case.ts'
import { makeMonitor, showMonitor, writeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('frequency, offset and thresholds', (engine) => {
  const api = apiUnderTest(engine)

  const refusedPairs = [
    { frequency: 5, frequencyOffset: 51 },
    { frequency: 720, frequencyOffset: 13 },
    { frequency: 0, frequencyOffset: 15 },
    { frequency: 0 },
  ]
  for (const operation of operations) {
    for (const body of refusedPairs) {
      test(`X1: ${operation}: ${JSON.stringify(body)} is refused`, async () => {
        const answer = await writeMonitor(api, operation, await makeMonitor(api), body)
        expectInvalid(answer, 'payload', ['frequencyOffset'])
      })
    }

    test(`I18: ${operation}: degraded 30 with max 20 is refused, and so is a threshold of 0`, async () => {
      const id = await makeMonitor(api)
      const pair = { degradedPacketLossThreshold: 30, maxPacketLossThreshold: 20 }
      expectInvalid(await writeMonitor(api, operation, id, pair), 'payload', ['maxPacketLossThreshold'])
      for (const field of ['degradedPacketLossThreshold', 'maxPacketLossThreshold']) {
        expectInvalid(await writeMonitor(api, operation, id, { [field]: 0 }), 'payload', [field])
      }
    })

    test(`I18: ${operation}: 100 and 100 are accepted`, async () => {
      const pair = { degradedPacketLossThreshold: 100, maxPacketLossThreshold: 100 }
      const answer = await writeMonitor(api, operation, await makeMonitor(api), pair)
      assert.ok(answer.status < 300, answer.text)
      assert.equal(answer.at('maxPacketLossThreshold'), 100)
    })
  }

  test('X1: frequency 10 without offset gets one from 1 to 100, and the draws reach all over the range', async () => {
    const drawn = new Set<number>()
    for (let draw = 0; draw < 150; draw += 1) {
      const answer = await writeMonitor(api, 'create', '', { frequency: 10 })
      const offset = Number(answer.at('frequencyOffset'))
      assert.ok(Number.isInteger(offset) && offset >= 1 && offset <= 100, String(offset))
      drawn.add(offset)
    }
    // 150 fair draws show about 78 of 100 values, give or take 3.
    assert.ok(drawn.size >= 50, `only ${drawn.size} different offsets`)
  })

  for (const [frequency, highest] of [
    [1, 10],
    [60, 600],
    [120, 2],
    [720, 12],
    [1440, 24],
  ] as const) {
    test(`frequency ${frequency} without offset gets one from 1 to ${highest}`, async () => {
      for (let draw = 0; draw < 20; draw += 1) {
        const answer = await writeMonitor(api, 'create', '', { frequency })
        const offset = Number(answer.at('frequencyOffset'))
        assert.ok(Number.isInteger(offset) && offset >= 1 && offset <= highest, String(offset))
      }
    })
  }

  for (const operation of updates) {
    const withFrequency = async (stored: object, frequency: number) => {
      const id = await makeMonitor(api, { ...stored })
      return writeMonitor(api, operation, id, { frequency })
    }

    test(`${operation}: an offset that still fits survives a change of frequency`, async () => {
      const answer = await withFrequency({ frequency: 60, frequencyOffset: 50 }, 5)
      assert.equal(answer.at('frequencyOffset'), 50)
    })

    test(`${operation}: an offset that no longer fits is chosen again`, async () => {
      const answer = await withFrequency({ frequency: 60, frequencyOffset: 51 }, 5)
      assert.equal(answer.status, 200, answer.text)
      const offset = Number(answer.at('frequencyOffset'))
      assert.ok(offset >= 1 && offset <= 50, String(offset))
    })

    test(`${operation}: the same frequency keeps its offset`, async () => {
      const answer = await withFrequency({ frequency: 60, frequencyOffset: 599 }, 60)
      assert.equal(answer.at('frequencyOffset'), 599)
    })

    test(`${operation}: a phase never becomes a number of seconds by itself`, async () => {
      const answer = await withFrequency({ frequency: 10, frequencyOffset: 20 }, 0)
      expectInvalid(answer, 'payload', ['frequencyOffset'])
    })

    test(`${operation}: from seconds back to minutes`, async () => {
      const answer = await withFrequency({ frequency: 0, frequencyOffset: 30 }, 1)
      assert.equal(answer.status, 200, answer.text)
      const offset = Number(answer.at('frequencyOffset'))
      assert.ok(offset >= 1 && offset <= 10, String(offset))
    })
  }

  test('a sub-minute monitor keeps its seconds when the frequency is not sent', async () => {
    const id = await makeMonitor(api, { frequency: 0, frequencyOffset: 30 })
    const answer = await writeMonitor(api, 'patch', id, { muted: true })
    assert.deepEqual([answer.at('frequency'), answer.at('frequencyOffset')], [0, 30])
    const other = await writeMonitor(api, 'patch', id, { frequencyOffset: 20 })
    assert.deepEqual([other.at('frequency'), other.at('frequencyOffset')], [0, 20])
    expectInvalid(await writeMonitor(api, 'patch', id, { frequencyOffset: 21 }), 'payload', [
      'frequencyOffset',
    ])
    assert.equal((await showMonitor(api, id)).at('frequencyOffset'), 20)
  })
})
