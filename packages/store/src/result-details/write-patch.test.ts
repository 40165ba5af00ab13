import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createRandom } from '../../testing/later-run.ts'
import { applyPatch } from './apply-patch.ts'
import { writePatch } from './write-patch.ts'

const columns = new Map([
  [1, 0.084],
  [2, 0.019],
  [3, 0.538],
  [12, 7],
])

/** As it comes back from JSON, which is what is promised. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function patched(reference: unknown, value: unknown): Uint8Array {
  const patch = writePatch(reference, value, columns)
  assert.ok(patch)
  const read = applyPatch(reference, patch, columns)
  assert.deepEqual(read, asJson(value))
  // The order of members is part of what is read.
  assert.equal(JSON.stringify(read), JSON.stringify(value))
  return patch
}

const phases = { wait: 1.5, dns: 0, tcp: 2.25, total: 12 }
const cases: [string, unknown, unknown, number][] = [
  ['nothing', { a: 1, b: [true, null, 'x'] }, { a: 1, b: [true, null, 'x'] }, 0],
  ['times', phases, { wait: 1.501, dns: 0.003, tcp: 2.5, total: 12.125 }, 8],
  ['numbers of the row', phases, { wait: 0.084, dns: 0.019, tcp: 0.538, total: 12 }, 3],
  [
    'numbers that were said before',
    [1.5, 2.5, { min: 0, max: 0.5 }],
    [11.125, 12.375, { min: 11.125, max: 12.375 }],
    11,
  ],
  ['a number that is not in thousandths', { a: 0.5 }, { a: 1 / 3 }, 25],
  ['large numbers', [1, 0.5, 2 ** 53 - 1], [-(2 ** 53 - 1), 1e300, 5], 30],
  ['zeros', [0, 5, 0.5, 1], [-0, -0, -0, 0], 8],
  ['negative ones', [1.5, -3, -0.125], [-1.5, -4, 0.125], 9],
  ['a count', { ttl: 3600, at: 1_790_000_000 }, { ttl: 3599, at: 1_790_000_060 }, 5],
  ['a date', { date: 'Mon, 16 Nov 2026 09:41:47 GMT' }, { date: 'Thu, 03 Dec 2026 10:00:00 GMT' }, 7],
  ['the end of a text', { etag: 'W/"6909ed56-267"' }, { etag: 'W/"6909ed56-2ff"' }, 6],
  ['the middle of a text', 'id: 51389\nflags: qr', 'id: 4\nflags: qr', 5],
  ['half a character', 'a\u{1f600}b', 'a\u{1f601}b', 8],
  ['a lone half', 'a\ud800b', 'a\ud801b', 10],
  ['a text instead of a number', { a: 1 }, { a: '1' }, 3],
  ['nothing instead of an object', { timings: { a: 1.5 }, b: 2.5 }, { timings: null, b: 3.5 }, 9],
  ['a number instead of an object', [1.5, { a: 2.5 }, 3.5], [2.5, 7.25, 4.5], 9],
  ['an object instead of nothing', { error: null }, { error: { code: 'E' } }, 14],
  ['a list instead of an object', { a: {} }, { a: [] }, 5],
  ['a member less', { a: 1, b: { c: 2 }, d: 3 }, { a: 1, d: 3 }, 3],
  ['the last members less', { a: 1, b: 2, c: 3 }, { a: 1 }, 3],
  ['a member more', { a: 1, d: 3 }, { a: 1, b: 2, d: 3 }, 6],
  ['members in another order', { a: 1, b: 2, c: 3 }, { c: 3, a: 1, b: 2 }, 15],
  ['members without a value', { a: 1, b: 2 }, { a: 1, b: undefined }, 3],
  ['a member of an ugly name', {}, JSON.parse('{"__proto__":{"a":1},"ü\\ud800\\n":2}'), 40],
  ['an element less', [1, 2, 3], [1, 2], 3],
  [
    'an element more',
    [{ a: 'x', b: 1 }],
    [
      { a: 'x', b: 1 },
      { a: 'x', b: 2 },
    ],
    5,
  ],
  ['a list that was empty', { hops: [] }, { hops: [{ a: 1 }, 2] }, 18],
  [
    'a hop that answers now, and one that does not',
    [{ hop: 1, rtt: { avg: 1.5, best: 1.25 } }, { hop: 2 }, { hop: 3, rtt: { avg: 3.5, best: 3.25 } }],
    [{ hop: 1, rtt: { avg: 1.5, best: 1.25 } }, { hop: 2, rtt: { avg: 2.5, best: 2.25 } }, { hop: 3 }],
    18,
  ],
]

suite('the difference between two details', () => {
  for (const [name, reference, value, most] of cases) {
    test(`${name}: a few bytes, which bring the value back`, () => {
      const { length } = patched(reference, value)
      assert.ok(length <= most, `${length} bytes`)
    })
  }

  test('of more than thirty points that are the same', () => {
    const reference = Array.from({ length: 400 }, (_, index) => ({ index, text: 'same' }))
    const value = reference.map((entry, index) => (index % 133 === 0 ? { ...entry, text: 'other' } : entry))
    assert.ok(patched(reference, value).length < 60)
  })

  test('brings back whatever two values', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = createRandom(seed)
      const reference = asJson(anyValue(random, 4))
      patched(reference, anyValue(random, 4))
      patched(reference, mutated(reference, random))
    }
  })

  test('what JSON has no text for is not patched', () => {
    for (const value of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      undefined,
      { a: [undefined] },
      { a: [() => 1] },
    ]) {
      assert.equal(writePatch({ a: [1] }, value, columns), null)
    }
  })
})

const names = ['a', 'b', 'status', '0', '7', 'ü', 'date', '__proto__'] as const
const texts = [
  '',
  'x',
  'ü\n"\\',
  '127.0.0.1',
  '2026-11-16T09:37:32.000Z',
  'ab'.repeat(32),
  '\ud83d',
  '1.5',
] as const
const numbers = [0, 1, -1, 1.5, 12.345, 0.084, 0.019, 0.538, 1e21, 1 / 3, 2 ** 53, -7.125, 3600] as const

function pick<Value>(values: readonly Value[], random: () => number): Value | null {
  return values[Math.floor(random() * values.length)] ?? null
}

function anyValue(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth === 0 ? 4 : 7))
  if (kind === 0) return pick([null, true, false], random)
  if (kind === 1) return pick(texts, random)
  if (kind <= 3) return pick(numbers, random)
  const count = Math.floor(random() * 6)
  if (kind === 4) return Array.from({ length: count }, () => anyValue(random, depth - 1))
  const members = Array.from({ length: count }, () => [
    pick(names, random) ?? '',
    anyValue(random, depth - 1),
  ])
  return Object.fromEntries(members)
}

/** The same with a part of it replaced, left out or added. */
function mutated(value: unknown, random: () => number): unknown {
  if (random() < 0.15) return anyValue(random, 2)
  if (Array.isArray(value)) {
    const kept = value.filter(() => random() > 0.1).map((element) => mutated(element, random))
    return random() < 0.2 ? [...kept, anyValue(random, 2)] : kept
  }
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(() => random() > 0.1)
  const members = kept.map(([name, member]): [string, unknown] => [name, mutated(member, random)])
  if (random() < 0.2) members.splice(Math.floor(random() * 3), 0, [pick(names, random) ?? '', 4.5])
  return Object.fromEntries(members)
}
