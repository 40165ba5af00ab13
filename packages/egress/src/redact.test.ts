import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { redact, secretsOfHeader, secretsOfUrl } from './redact.ts'

suite('secrets in an answer are masked:', () => {
  const cases: readonly [title: string, text: string, secrets: readonly string[], masked: string][] = [
    ['wherever they are', 'key sesame, again sesame!', ['sesame'], 'key ***, again ***!'],
    ['the longer one first', 'token-and-more token', ['token', 'token-and-more'], '*** ***'],
    ['as an address has them', 'of a%20b%2Fc', ['a b/c'], 'of ***'],
    ['as JSON has them', String.raw`{"key":"say \"open\""}`, ['say "open"'], '{"key":"***"}'],
    ['as base64', `of ${Buffer.from('sesame-open').toString('base64')}`, ['sesame-open'], 'of ***'],
    ['as hex', `of ${Buffer.from('sesame-open').toString('hex')}`, ['sesame-open'], 'of ***'],
    ['but not what is too short to tell', 'a sea of seas', ['sea'], 'a sea of seas'],
    ['and texts without any stay', 'no_service', ['sesame'], 'no_service'],
    ['as do all texts without secrets', 'invalid_token', [], 'invalid_token'],
  ]
  for (const [title, text, secrets, masked] of cases) {
    test(title, () => assert.equal(redact(text, secrets), masked))
  }
})

suite('of an address', () => {
  /** What a receiver may tell back of it. */
  const mask = (url: string, text: string) => redact(text, secretsOfUrl(url))

  test('path and query are secrets, whole and in their long parts, and the host is none', () => {
    const url = 'https://hooks.example.net/services/T0/B0/abcdefgh?token=topsecret&v=2'
    assert.equal(mask(url, `POST ${url} failed`), 'POST *** failed')
    assert.equal(mask(url, 'no /services/T0/B0/abcdefgh?token=topsecret&v=2 here'), 'no *** here')
    assert.equal(mask(url, 'abcdefgh and topsecret'), '*** and ***')
    assert.equal(mask(url, 'hooks.example.net T0 2'), 'hooks.example.net T0 2')
  })

  test('a host alone holds no secret', () => {
    assert.deepEqual(secretsOfUrl('https://example.net'), [])
    assert.deepEqual(secretsOfUrl('https://example.net/'), [])
  })

  test('the password is one as it is written, as it is meant and as it is sent', () => {
    const url = 'https://ann:p%40ssword@example.net/'
    const sent = Buffer.from('ann:p@ssword').toString('base64')
    assert.equal(mask(url, `p%40ssword p@ssword Basic ${sent} ann`), '*** *** Basic *** ann')
  })

  test('a user name without a password is a token', () => {
    assert.equal(mask('https://t0ken123@example.net/', 'who is t0ken123?'), 'who is ***?')
  })

  test('a login that cannot be decoded is hidden as it is', () => {
    assert.equal(mask('https://ann:50%25%zz@example.net/', 'has 50%25%zz'), 'has ***')
  })

  test('what is no address is a secret as a whole', () => {
    assert.deepEqual(secretsOfUrl('not an address'), ['not an address'])
  })
})

suite('of a header', () => {
  test('the value and its long words are secrets', () => {
    assert.deepEqual(secretsOfHeader('authorization', 'Bearer sesame-open'), [
      'Bearer sesame-open',
      'sesame-open',
    ])
    assert.deepEqual(secretsOfHeader('x-key', 'short'), ['short'])
  })

  test('what every request says is none, in any case of the name', () => {
    for (const name of ['accept', 'Content-Type', 'USER-AGENT']) {
      assert.deepEqual(secretsOfHeader(name, 'application/json'), [])
    }
  })
})
