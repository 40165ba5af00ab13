import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { assertLinearInText, hostileBeginnings, hostilePieces } from '@sonde/ground/testing/hostile-texts.ts'
import { isFull, rounds, seededIntegers } from '@sonde/ground/testing/thoroughness.ts'
import { createScrubber } from './scrubber.ts'

const mask = '*********'
const half = 'a'.repeat(1_000)
const secrets = ['hunter2hunter2', `${half}b`, `${half}b${half}`, '\\\\\\"', 'authorization', ...alike(500)]
const scrubber = createScrubber(secrets)

/** Secrets of a service that all begin with the same letters. */
function alike(count: number): string[] {
  return Array.from({ length: count }, (_value, index) => `sk-${String(index).padStart(8, '0')}`)
}

function repeat(beginning: string, piece: string): (length: number) => string {
  return (length) => (beginning + piece.repeat(Math.ceil(length / piece.length))).slice(0, length)
}

suite('twice the text is twice the work', () => {
  test('for strokes inside a value that is JSON inside JSON', () => {
    assertLinearInText(scrubber.text, repeat('authorization:\\"', '\\'))
  })

  const pick = seededIntegers('pieces of hostile texts')
  const somePieces = () => (isFull ? hostilePieces : hostilePieces.filter(() => pick(0, 6) === 0))
  for (const beginning of hostileBeginnings) {
    const pieces = somePieces()
    test(`after ${JSON.stringify(beginning)}`, () => {
      for (const piece of pieces) assertLinearInText(scrubber.text, repeat(beginning, piece))
    })
  }

  test('whatever the text is made of', () => {
    const pieces = fc.array(fc.constantFrom(...hostilePieces), { minLength: 1, maxLength: 6 })
    const beginning = fc.array(fc.constantFrom(...hostileBeginnings, ...hostilePieces), { maxLength: 4 })
    fc.assert(
      fc.property(beginning, pieces, (first, again) =>
        assertLinearInText(scrubber.text, repeat(first.join(''), again.join(''))),
      ),
      { numRuns: rounds(500, 50), endOnFailure: true },
    )
  })

  test('for the forms of a secret, whatever it is made of', () => {
    for (const piece of somePieces())
      assertLinearInText((secret) => createScrubber([secret]), secretOf(piece))
    assertLinearInText(
      (secret) => createScrubber([secret]),
      (length) => manyLetters(length),
    )
  })
})

/** No longer than a secret may be. */
function secretOf(piece: string): (length: number) => string {
  return (length) => repeat('', piece)(Math.min(length, 128_000))
}

/** Each different from its neighbours, which is the most work for the letters of DNS. */
function manyLetters(length: number): string {
  const codes = Array.from(
    { length: Math.min(length, 128_000) },
    (_value, index) => 0x4e00 + ((index * 7_919) % 20_000),
  )
  return String.fromCharCode(...codes.slice(0, 50_000))
}

suite('the work for one result is bounded', () => {
  test('many short texts cost no more than a long one', () => {
    const before = process.cpuUsage()
    // Each begins like 500 secrets and is none of them.
    const shown = scrubber.value(Array.from({ length: 100_000 }, () => 'sk-sk-sk-sk-'))
    const { user, system } = process.cpuUsage(before)
    assert.ok(user + system < 2_000_000, `${(user + system) / 1_000} ms`)
    assert.equal(shown[0], 'sk-sk-sk-sk-')
    assert.ok(shown.every((text) => text === 'sk-sk-sk-sk-' || text.endsWith(mask)))
    assert.ok(shown.at(-1)?.endsWith(mask))
  })

  test('what is over it is masked whole, and never shown', () => {
    const text = `${'x'.repeat(599_980)} hunter2hunter2`
    const masked = `${'x'.repeat(599_980)} ${mask}`
    const shown = scrubber.value([text, text, text, text, text, [text], { [text]: text }])
    // Not compared by the runner: it would print megabytes.
    assert.deepEqual(
      shown.map((value) => (value === masked ? 'scrubbed' : value)),
      ['scrubbed', 'scrubbed', 'scrubbed', mask, mask, mask, mask],
    )
  })

  test('hundreds of thousands of credentials in one text are masked, each by itself', () => {
    const count = 200_000
    const shown = scrubber.text('cookie=a '.repeat(count))
    assert.equal(shown.slice(0, 35), `cookie=${mask} cookie=${mask} c`)
    assert.ok(!shown.includes('=a'))
  })

  test('millions of empty values are masked and not walked through', () => {
    const shown = JSON.stringify(scrubber.value(Array.from({ length: 2_500_000 }, () => ({}))))
    assert.ok(shown.endsWith(`"${mask}"]`))
    assert.ok(shown.startsWith('[{},'))
  })
})
