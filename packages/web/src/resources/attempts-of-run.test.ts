import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readAttempts, type AttemptsRequest } from './attempts-of-run.ts'

const madeAt = Date.parse('2026-11-15T12:00:00.000Z')
const secondMs = 1000

type Attempt = {
  id: string
  sequenceId: string
  startedAt: string
  attempts: number
  resultType: 'ATTEMPT' | 'FINAL'
}

function run(sequenceId: string, atSeconds: number, count: number, everySeconds: number): Attempt[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${sequenceId}-${index + 1}`,
    sequenceId,
    startedAt: new Date(madeAt + (atSeconds + index * everySeconds) * secondMs).toISOString(),
    attempts: index + 1,
    resultType: index + 1 === count ? 'FINAL' : 'ATTEMPT',
  }))
}

/** Answers as the list of results does: newest first, a hundred at a time, `to` not included. */
function listOf(attempts: readonly Attempt[]) {
  const calls: AttemptsRequest[] = []
  return {
    calls,
    async ask(request: AttemptsRequest) {
      calls.push(request)
      const matching = attempts
        .filter(({ resultType }) => resultType === request.resultType)
        .filter(
          ({ startedAt }) => Date.parse(startedAt) >= request.from && Date.parse(startedAt) < request.to,
        )
        .toSorted((left, right) => Date.parse(right.startedAt) - Date.parse(left.startedAt))
      const start = Number(request.nextId ?? 0)
      const end = start + 100
      return {
        entries: matching.slice(start, end),
        nextId: end < matching.length ? String(end) : null,
      }
    },
  }
}

const others = Array.from({ length: 90 }, (_, index) => run(`other-${index}`, index * 10 - 400, 4, 60)).flat()
const mine = run('mine', 0, 5, 60)
const ids = mine.map(({ id }) => id)

suite('the attempts of a run', () => {
  for (const from of mine) {
    test(`are all there, seen from attempt ${from.attempts}, whatever ran beside it`, async () => {
      const { attempts, isWhole } = await readAttempts(from, listOf([...others, ...mine]).ask)
      assert.deepEqual(
        attempts.map(({ id }) => id),
        ids,
      )
      assert.equal(isWhole, true)
    })
  }

  test('are not looked for any further when all were found', async () => {
    const list = listOf([...others, ...mine])
    const [last] = mine.slice(-1)
    assert.ok(last)
    await readAttempts(last, list.ask)
    assert.ok(list.calls.length < 4, `${list.calls.length} requests`)
    assert.ok(list.calls.every(({ to }) => to === Date.parse(last.startedAt) + 1))
  })

  test('are not whole while the last one is still to come', async () => {
    const open = mine.slice(0, 2)
    const [first] = open
    assert.ok(first)
    const { attempts, isWhole } = await readAttempts(first, listOf([...others, ...open]).ask)
    assert.deepEqual([attempts.length, isWhole], [2, false])
  })
})
