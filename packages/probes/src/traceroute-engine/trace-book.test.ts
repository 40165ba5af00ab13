import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TraceBook, type ProbeAnswer, type SentProbe, type TraceLimits } from './trace-book.ts'

const limits: TraceLimits = { maxHops: 30, maxUnknownHops: 15, timeoutMs: 10_000, waitMs: 1000 }

/** What a path answers to a probe: after how long, and who; null for silence. */
type Path = (hop: number, attempt: number) => { afterMs: number; kind: ProbeAnswer['kind'] } | null

/** Plays a whole trace in made-up time, one look every 5 ms. */
function play(path: Path, changed: Partial<TraceLimits> = {}) {
  const book = new TraceBook({ ...limits, ...changed }, 0)
  const due: { atMs: number; probe: SentProbe; answer: ProbeAnswer }[] = []
  const sent: { hop: number; atMs: number }[] = []
  for (let nowMs = 0; ; nowMs += 5) {
    for (const { probe, answer } of due.filter(({ atMs }) => atMs <= nowMs)) book.noteAnswer(probe, answer)
    book.expire(nowMs)
    for (let hop = book.nextHop(nowMs); hop !== null; hop = book.nextHop(nowMs)) {
      const probe = book.noteSent(hop, nowMs)
      sent.push({ hop, atMs: nowMs })
      const attempt = sent.filter((one) => one.hop === hop).length
      const drawn = path(hop, attempt)
      if (drawn) {
        const answer = {
          kind: drawn.kind,
          address: drawn.kind === 'target' ? '203.0.113.80' : `10.0.0.${hop}`,
          rttMs: drawn.afterMs,
          noiseMs: 0.1,
          isKernelTimed: true,
        }
        due.push({ atMs: nowMs + drawn.afterMs, probe, answer })
      }
    }
    const end = book.findEnd(nowMs)
    if (end) return { trace: book.describe(end), sent, endedMs: nowMs }
    assert.ok(nowMs < 60_000, 'the trace does not end')
  }
}

const router = (afterMs = 10) => ({ afterMs, kind: 'router' as const })
const target = (afterMs = 10) => ({ afterMs, kind: 'target' as const })

test('R1: a silent hop on the way is kept without answers, and does not matter', () => {
  const { trace } = play((hop) => (hop === 3 ? null : hop < 5 ? router() : target()))
  assert.deepEqual([trace.reason, trace.triedHops, trace.hops.length], ['destinationReached', 5, 5])
  assert.deepEqual(trace.hops[2], { sent: 3, answers: [] })
  assert.deepEqual(
    trace.hops[4]?.answers,
    Array.from({ length: 3 }, () => ({ address: '203.0.113.80', rttMs: 10, isTarget: true })),
  )
  assert.deepEqual([trace.noiseMs, trace.hasKernelTimes], [0.1, true])
})

test('R2: fifteen silent hops in a row end the trace, well within its time', () => {
  const { trace, sent, endedMs } = play((hop) => (hop <= 2 ? router() : null))
  assert.deepEqual([trace.reason, trace.triedHops, trace.hops.length], ['maxUnknownHops', 17, 2])
  assert.equal(Math.max(...sent.map(({ hop }) => hop)), 17)
  assert.ok(endedMs < 8_000, String(endedMs))
})

test('R2: fifteen silent hops from the first on end the trace within its time too', () => {
  const { trace, endedMs } = play(() => null)
  assert.deepEqual([trace.reason, trace.triedHops, trace.hops.length], ['maxUnknownHops', 15, 0])
  assert.ok(endedMs < 8_000, String(endedMs))
})

test('R2: maxHops ends the trace before the target', () => {
  const { trace } = play((hop) => (hop < 5 ? router() : target()), { maxHops: 3, maxUnknownHops: 3 })
  assert.deepEqual([trace.reason, trace.triedHops, trace.hops.length], ['maxHops', 3, 3])
})

test('R2: the time is up on a slow path: the hops so far are kept, and open probes count as nothing', () => {
  const { trace, endedMs } = play((hop) => (hop < 20 ? router(400) : target(400)), { timeoutMs: 1000 })
  assert.deepEqual([trace.reason, endedMs], ['timeout', 1000])
  assert.equal(trace.hops.length, 8)
  for (const { sent, answers } of trace.hops) assert.equal(sent, answers.length)
})

test('R4: a router that says unreachable ends the trace at its hop', () => {
  const { trace, sent } = play((hop) => (hop < 3 ? router() : { afterMs: 10, kind: 'unreachable' }))
  assert.deepEqual([trace.reason, trace.triedHops, trace.hops.length], ['unreachable', 3, 3])
  assert.equal(trace.hops[2]?.answers.length, 3)
  assert.equal(trace.hasKernelTimes, false)
  assert.equal(sent.filter(({ hop }) => hop > 3).length, 1)
})

test('a target that answers wins over a router that says unreachable', () => {
  const { trace } = play((hop) =>
    hop === 3 ? { afterMs: 10, kind: 'unreachable' } : hop < 4 ? router() : target(50),
  )
  assert.deepEqual([trace.reason, trace.triedHops], ['destinationReached', 4])
})

test('R5: replies in any order end up at their hops', () => {
  const delays = [30, 200, 30, 20, 60]
  const { trace } = play((hop) => (hop < 5 ? router(delays[hop - 1]) : target(60)))
  assert.deepEqual(
    trace.hops.map(({ answers }) => [answers[0]?.address, answers[0]?.rttMs]),
    [
      ['10.0.0.1', 30],
      ['10.0.0.2', 200],
      ['10.0.0.3', 30],
      ['10.0.0.4', 20],
      ['203.0.113.80', 60],
    ],
  )
})

test('R6: one answer of three is enough to have arrived', () => {
  const { trace } = play((hop, attempt) =>
    hop < 2 ? router() : hop === 2 && attempt === 3 ? target() : null,
  )
  assert.deepEqual([trace.reason, trace.triedHops], ['destinationReached', 2])
  assert.deepEqual([trace.hops[1]?.sent, trace.hops[1]?.answers.length], [3, 1])
})

test('the target is asked no more than six times, and probes of one hop follow each other', () => {
  for (const distance of [1, 2, 5, 20]) {
    const { sent } = play((hop) => (hop < distance ? router(80) : target(80)))
    assert.ok(sent.filter(({ hop }) => hop >= distance).length <= 6)
    const [first = 0, ...later] = sent.filter(({ hop }) => hop === distance).map(({ atMs }) => atMs)
    assert.deepEqual(later, [first + 80, first + 160])
  }
})

test('four hops are in flight, no more', () => {
  const { sent } = play((hop) => (hop < 9 ? router(50) : target(50)))
  assert.deepEqual(
    sent.filter(({ atMs }) => atMs === 0).map(({ hop }) => hop),
    [1, 2, 3, 4],
  )
})

test('nobody beyond the allowed silent hops is asked', () => {
  const { sent, trace } = play((hop) => (hop === 3 ? target() : null), { maxUnknownHops: 2 })
  assert.deepEqual([trace.reason, trace.triedHops], ['maxUnknownHops', 2])
  assert.equal(Math.max(...sent.map(({ hop }) => hop)), 2)
})

test('an answer after its second is none, nor is a second answer to one probe', () => {
  const book = new TraceBook(limits, 0)
  const first = book.noteSent(1, 0)
  const answer = {
    kind: 'router',
    address: '10.0.0.1',
    rttMs: 1000.1,
    noiseMs: 0,
    isKernelTimed: true,
  } as const
  book.noteAnswer(first, answer)
  assert.equal(first.state, 'waiting')
  book.noteAnswer(first, { ...answer, rttMs: 1000 })
  book.noteAnswer(first, { ...answer, rttMs: 7, address: '10.0.0.9' })
  assert.deepEqual([first.state, first.answer?.rttMs, first.answer?.address], ['answered', 1000, '10.0.0.1'])
})

test('time in which we were held up is not taken from the trace', () => {
  const book = new TraceBook({ ...limits, timeoutMs: 1000 }, 0)
  book.noteSent(1, 900)
  book.extend(500)
  assert.equal(book.findEnd(1499), null)
  assert.equal(book.findEnd(1500)?.reason, 'timeout')
})

test('answers without a mark: the trace goes on one hop at a time, once the old ones can no longer come', () => {
  const book = new TraceBook(limits, 0)
  for (const hop of [1, 2, 3]) book.noteSent(hop, 10)
  assert.equal(book.findUnmarked(), null)
  assert.equal(book.nextHop(1009), null)
  assert.equal(book.findUnmarked(), null)
  assert.equal(book.nextHop(1010), 1)
  const again = book.noteSent(1, 1010)
  assert.equal(book.nextHop(1015), null)
  assert.equal(book.findUnmarked(), again)
  const answer = { kind: 'router', address: '10.0.0.1', rttMs: 5, noiseMs: 0, isKernelTimed: true } as const
  book.noteAnswer(again, answer)
  assert.equal(book.nextHop(1020), 1)
})
