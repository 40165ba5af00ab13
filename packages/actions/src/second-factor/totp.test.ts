import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { base32, matchStep, otpauthUrl, stepAt, totpCode } from './totp.ts'

/** Of the RFCs. */
const secret = Buffer.from('12345678901234567890')

suite('codes of an authenticator app', () => {
  // RFC 6238, appendix B, of which apps show the last six digits.
  const known: [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of known) {
    test(`are those of the standard at ${seconds} s`, () => {
      assert.equal(totpCode(secret, stepAt(seconds * 1000)), code)
    })
  }

  test('count one step early and late, and no further', () => {
    const now = 1_234_567_890_000
    const step = stepAt(now)
    const matches = [-2, -1, 0, 1, 2].map((off) =>
      matchStep(secret, totpCode(secret, step + off), { now, lastStep: 0 }),
    )
    assert.deepEqual(matches, [null, step - 1, step, step + 1, null])
  })

  test('count once, and none before one that was used', () => {
    const now = 1_234_567_890_000
    const lastStep = stepAt(now)
    const match = (step: number) => matchStep(secret, totpCode(secret, step), { now, lastStep })
    assert.deepEqual([match(lastStep - 1), match(lastStep), match(lastStep + 1)], [null, null, lastStep + 1])
  })

  test('count again when the clock was set back behind the last one that was used', () => {
    const now = 1_234_567_890_000
    const match = (lastStep: number) => matchStep(secret, totpCode(secret, stepAt(now)), { now, lastStep })
    assert.deepEqual([match(stepAt(now) + 1), match(stepAt(now) + 2)], [null, stepAt(now)])
  })

  test('have six digits, whatever else is typed', () => {
    for (const code of ['', '0', '2870821', 'abcdef', '２８７０８２']) {
      assert.equal(matchStep(secret, code, { now: 59_000, lastStep: 0 }), null)
    }
  })

  // RFC 4648, section 10.
  const texts = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, encoded] of Object.entries(texts)) {
    test(`a secret "${text}" is typed as "${encoded}"`, () => {
      assert.equal(base32(Buffer.from(text)), encoded)
    })
  }

  test('an app reads account and secret from the address', () => {
    const url = new URL(otpauthUrl(secret, 'ada+ops@example.net'))
    assert.deepEqual([url.protocol, url.host], ['otpauth:', 'totp'])
    assert.equal(decodeURIComponent(url.pathname), '/Sonde:ada+ops@example.net')
    assert.deepEqual(
      [...url.searchParams],
      [
        ['secret', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
        ['issuer', 'Sonde'],
      ],
    )
  })
})

test('recovery codes are ten different ones, and are known however they are typed', () => {
  const codes = newRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  const [code = ''] = codes
  const hash = hashRecoveryCode(code)
  assert.equal(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `), hash)
  assert.notEqual(hashRecoveryCode(`${code}a`), hash)
})
