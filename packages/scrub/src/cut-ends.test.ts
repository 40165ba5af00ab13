import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import * as fc from 'fast-check'
import { createScrubber } from './scrubber.ts'
import { isMaskable } from './secret-forms.ts'

const mask = '*********'

suite('a secret that was cut off', () => {
  const odd = 'correct horse "battery" staple €😀'
  const own = createScrubber([odd, 'another', 'correct answers'])
  const before = 'x'.repeat(100)
  const forms = [
    odd,
    encodeURIComponent(odd),
    JSON.stringify(odd).slice(1, -1),
    Buffer.from(odd).toString('base64'),
    Buffer.from(odd).toString('hex'),
  ]

  test('is masked at the end of a long text, wherever it was cut', () => {
    for (const form of forms) {
      for (let length = 4; length <= form.length; length += 1) {
        const shown = own.text(before + form.slice(0, length))
        assert.equal(shown, before + mask, form.slice(0, length))
      }
    }
  })

  test('is masked before a mark in the middle, in texts of any length', () => {
    for (const form of forms) {
      for (let length = 4; length < form.length; length += 1) {
        const cut = form.slice(0, length)
        assert.equal(own.text(`expected "${cut}…" to be "${cut}…"`), `expected "${mask}…" to be "${mask}…"`)
      }
    }
  })

  test('is masked when it was cut within an escape', () => {
    const units = Array.from({ length: odd.length }, (_value, index) => odd.charCodeAt(index))
    for (const form of [
      units.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join(''),
      [...odd].map((character) => `&#x${character.codePointAt(0)?.toString(16)};`).join(''),
      [...odd].map((character) => `&#${character.codePointAt(0)};`).join(''),
    ]) {
      for (let length = 24; length <= form.length; length += 1) {
        const cut = form.slice(0, length)
        assert.equal(own.text(before + cut), before + mask, cut)
        assert.equal(own.text(`"${cut}…"`), `"${mask}…"`, cut)
      }
    }
  })

  test('is masked when it was cut within a character', () => {
    const bytes = Buffer.from(before + odd)
    for (let length = before.length + 4; length < bytes.length; length += 1) {
      const shown = own.text(bytes.subarray(0, length).toString())
      assert.match(shown, /^x{100}\*{9}\uFFFD*$/)
    }
  })

  test('less than four characters, and short texts without a mark, stay', () => {
    assert.equal(own.text(`${before}cor`), `${before}cor`)
    assert.equal(own.text('it is corr'), 'it is corr')
    assert.equal(own.text(`${before}corr, said`), `${before}corr, said`)
  })

  test('no end of a text is the beginning of a secret, whatever both are', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '…', 'é', '"', '😀'), maxLength: 30 })
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), texts, fc.nat(), (secrets, end, length) => {
        const [first = 'abcabc'] = secrets
        const cut = first.slice(0, Math.max(4, length % (first.length + 1)))
        const shown = createScrubber(secrets).text(`${'-'.repeat(100)}${end}${cut}`)
        for (const hidden of secrets.filter(isMaskable)) {
          for (let kept = 4; kept <= hidden.length; kept += 1) {
            assert.ok(!shown.endsWith(hidden.slice(0, kept)), shown)
          }
        }
      }),
      { numRuns: rounds(2_000) },
    )
  })
})
