import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { entropyOf, previewOf, secretsInPassword, secretsInText, secretsInValue } from './find-secrets.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const letters = (length: number) =>
  Array.from(randomBytes(length), (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(byte % 32)).join('')

/** Made here and never used: no scanner of repositories has to know them. */
const random = 'q7Zr2Xw9LmT4vB8nKc'
const shapes: [string, string][] = [
  ['Amazon', `AKIA${letters(16)}`],
  ['GitHub', `ghp_${hex(18)}`],
  ['GitHub, fine-grained', `github_pat_${hex(30)}`],
  ['GitLab', `glpat-${hex(10)}`],
  ['Stripe', `sk_live_${hex(12)}`],
  ['Stripe, restricted', `rk_test_${hex(12)}`],
  ['Slack', `xoxb-${hex(12)}`],
  ['a webhook of Slack', `hooks.slack.com/services/T${letters(8)}/B${letters(8)}/${hex(12)}`],
  ['Telegram', `123456789:AA${hex(16)}x`],
  ['Google', `AIza${hex(17)}x`],
  ['Anthropic', `sk-ant-api03-${hex(20)}`],
  ['OpenAI', `sk-proj-${hex(20)}`],
  ['SendGrid', `SG.${hex(11)}.${hex(20)}`],
  ['npm', `npm_${hex(18)}`],
  ['PyPI', `pypi-${hex(30)}`],
  ['DigitalOcean', `dop_v1_${hex(32)}`],
  ['Vault', `hvs.${hex(14)}`],
  ['Grafana', `glsa_${hex(16)}_${hex(4)}`],
  ['New Relic', `NRAK-${letters(27)}`],
  ['Databricks', `dapi${hex(16)}`],
  ['our own keys', `cu_${hex(32)}`],
  ['a JSON web token', `eyJ${hex(10)}.eyJ${hex(20)}.${hex(16)}`],
]
for (const [what, token] of shapes) {
  test(`a known shape is found wherever it stands: ${what}`, () => {
    for (const text of [
      token,
      `const key = '${token}'`,
      `https://api.example/v1/${token}/send`,
      `{"note":"use ${token}, please"}`,
      `Bearer ${token}`,
    ]) {
      const [found = ''] = secretsInText(text)
      assert.ok(found.includes(token), text)
      assert.equal(secretsInText(text).length, 1, text)
    }
  })
}

test('a private key is found', () => {
  const key = `-----BEGIN EC PRIVATE KEY-----\n${hex(30)}\n-----END EC PRIVATE KEY-----`
  assert.equal(secretsInText(`const pem = \`${key}\``).length, 1)
  assert.deepEqual(secretsInText('-----BEGIN CERTIFICATE-----'), [])
})

const inText: [string, string, string[]][] = [
  ['a password in an address', 'https://ann:hunter2@shop.example/', ['hunter2']],
  ['a password of a database', 'postgres://app:s3cret@db:5432/app', ['s3cret']],
  ['a password with an at-sign', 'https://ann:a@b@shop.example/', ['a@b']],
  ['a key as the user', `https://${random}@shop.example/`, [random]],
  ['a parameter', `https://shop.example/?api_key=${random}&page=2`, [random]],
  ['a field of a form', `user=ann&password=${random}`, [random]],
  ['a field of JSON', `{"user":"ann","clientSecret":"${random}"}`, [random]],
  ['a variable of a script', `const apiKey = "${random}"`, [random]],
  ['a field of a script', `headers: { 'X-Auth-Token': '${random}' }`, [random]],
  ['a setting', `DB_PASSWORD=${random}\nDB_USER=ann`, [random]],
  ['a header of a command', `curl -H "Authorization: Bearer ${random}"`, [random]],
  ['two of them', `a_token = '${random}1'\nb_token = '${random}2'`, [`${random}1`, `${random}2`]],
  ['the same twice', `token = '${random}'; token = '${random}'`, [random]],

  ['a variable in an address', 'https://ann:{{PASSWORD}}@shop.example/', []],
  ['a variable as parameter', 'https://shop.example/?token={{TOKEN}}', []],
  ['a variable in JSON', '{"password":"{{PASSWORD}}"}', []],
  ['a variable of the script', 'const token = `Bearer ${process.env.API_TOKEN_OF_SHOP}`', []],
  ['code', 'const token = await fetchTokenFromServer(account)', []],
  ['an address without a password', 'https://shop.example:8443/a@b', []],
  ['a user of an address', 'https://ann@shop.example/', []],
  ['a word', 'password = "changeme"', []],
  ['a sentence', 'passwordHelp = "At least twelve characters, with one digit"', []],
  ['where a token is fetched', 'token_url = "https://login.example/oauth2/v2.0/token"', []],
  ['what a token is called', 'tokenName = "x-session-token-of-the-shop"', []],
  ['a number of tokens', 'max_tokens: "123456789012345"', []],
  ['a hash of a build', 'commit: "3b18e512dba79e4c8300dd08aeb37f8e728b8dad"', []],
  ['a UUID', 'const checkId = "6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99"', []],
  ['a public key of Stripe', `pk_live_${'a1B2'.repeat(6)}`, []],
  ['a word that begins like a key', 'ghp_short sk_live_x AKIA', []],
  ['nothing', '', []],
]
for (const [what, text, expected] of inText) {
  test(`in a text: ${what}`, () => assert.deepEqual(secretsInText(text), expected))
}

const inValue: [string, string, string, string[]][] = [
  ['a header that authorises', 'Authorization', `Bearer ${random}`, [random]],
  ['basic authorisation', 'authorization', 'Basic YW5uOmh1bnRlcjI0Mg==', ['YW5uOmh1bnRlcjI0Mg==']],
  ['a key of an API', 'X-Api-Key', random, [random]],
  ['a variable', 'DB_PASSWORD', random, [random]],
  ['a variable only', 'Authorization', '{{TOKEN}}', []],
  ['a variable with its scheme', 'Authorization', 'Bearer {{ TOKEN }}', []],
  ['two variables', 'Authorization', '{{USER}}:{{PASSWORD}}', []],
  ['a part beside a variable', 'Authorization', `{{PREFIX}}${random}`, [random]],
  ['a short value', 'password', 'hunter2', []],
  ['one letter again and again', 'token', 'x'.repeat(40), []],
  ['another header', 'Content-Type', 'application/json; charset=utf-8', []],
  ['a random value of another name', 'X-Request-Id', random, []],
  ['an address', 'tokenServer', 'https://login.example/oauth/token', []],
]
for (const [what, name, value, expected] of inValue) {
  test(`in a value: ${what}`, () => assert.deepEqual(secretsInValue(name, value), expected))
}

test('where a password belongs, everything but a variable is one', () => {
  assert.deepEqual(secretsInPassword('hunter2'), ['hunter2'])
  assert.deepEqual(secretsInPassword('{{PASSWORD}}'), [])
  assert.deepEqual(secretsInPassword(''), [])
})

test('a preview shows the first four and the last two characters, and nothing of a short value', () => {
  assert.equal(previewOf('abcdefghijkl'), 'abcd…kl')
  assert.equal(previewOf('abcdefghijk'), null)
  assert.equal(previewOf('🦊'.repeat(12)), '🦊🦊🦊🦊…🦊🦊')
})

test('entropy is counted in bits per character', () => {
  assert.equal(entropyOf('aaaa'), 0)
  assert.equal(entropyOf('abcd'), 2)
  assert.ok(entropyOf('abcdefghijkl') >= 3.5)
  assert.ok(entropyOf('abcdefghijk') < 3.5)
})

const megabyte = 1_000_000
const hostile: [string, string][] = [
  ['one letter', 'a'],
  ['beginnings of addresses', '://'],
  ['addresses', 'a://a:a@'],
  ['at-signs', 'https://@@@@'],
  ['beginnings of web tokens', 'eyJ'],
  ['parts of web tokens', 'eyJaaaaaaaa.'],
  ['names', 'token'],
  ['names with separators', 'token='],
  ['names with quotes', 'token="'],
  ['names with both quotes', `token="token='`],
  ['separators', '='],
  ['quotes', '"'],
  ['blanks', ' '],
  ['blanks and separators', ' = '],
  ['beginnings of keys', '-----BEGIN '],
  ['braces', '{{'],
  ['dollars and braces', '${'],
  ['beginnings of placeholders after names', 'token="{{{{{{{{{{{{{{{{'],
  ['digits', '1234567890'],
  ['digits and colons', '123456789:AA'],
  ['names of 80 characters', `${'x'.repeat(75)}token=`],
  ['webhooks', 'hooks.slack.com/services/T'],
  ['lines', '\n'],
]
for (const [what, piece] of hostile) {
  test(`a megabyte of ${what} is searched at once`, () => {
    const text = piece.repeat(Math.ceil(megabyte / piece.length))
    const before = process.cpuUsage()
    assert.ok(secretsInValue('token', text).length <= 20)
    const tookMs = process.cpuUsage(before).user / 1_000
    assert.ok(tookMs < 3_000, `${tookMs} ms`)
  })
}

test('of one text, 20 are told', () => {
  const text = Array.from({ length: 100 }, () => `ghp_${hex(18)}`).join('\n')
  assert.equal(secretsInText(text).length, 20)
})
