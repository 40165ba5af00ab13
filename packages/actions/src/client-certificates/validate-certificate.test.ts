import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import {
  makeClientCertificate,
  makeEncryptedCertificate,
} from '@sonde/actions/testing/client-certificates.ts'
import { validateCertificate, type SentCertificate } from './validate-certificate.ts'
import { isCostlyToOpen } from './opening-cost.ts'

const made = makeClientCertificate()
const other = makeClientCertificate('ed25519')
const passphrase = 'open-sesame'
const encrypted = makeEncryptedCertificate(passphrase)
const good: SentCertificate = { ...made, ca: null, passphrase: null }

const usable: [string, Partial<SentCertificate>][] = [
  ['an EC key', {}],
  ['an RSA key', makeClientCertificate('rsa')],
  ['an Ed25519 key', other],
  ['a passphrase that nothing needs', { passphrase }],
  ['authorities', { ca: made.cert + other.cert }],
  ['a chain with text between its parts', { cert: `subject=CN=x\n${made.cert}\nand\n${other.cert}` }],
  ['lines that end as on Windows', { cert: made.cert.replaceAll('\n', '\r\n') }],
  ['an encrypted key', { ...encrypted, passphrase }],
  [
    'a key encrypted the old way',
    { ...makeEncryptedCertificate(passphrase, { isTraditional: true }), passphrase },
  ],
  [
    'a key encrypted with scrypt',
    { ...makeEncryptedCertificate(passphrase, { options: ' -scrypt' }), passphrase },
  ],
]
for (const [name, fields] of usable) {
  test(`a certificate with ${name} is usable, and its key is kept in clear for the seal`, () => {
    const judged = validateCertificate({ ...good, ...fields })
    assert.equal(judged.kind, 'usable', JSON.stringify(judged))
    assert.match(judged.key ?? '', /^-----BEGIN PRIVATE KEY-----/)
  })
}

test('a certificate without a key is taken, as the contract has it', () => {
  assert.deepEqual(validateCertificate({ ...good, key: null }), { kind: 'usable', key: null })
})

const cut = (pem: string) => pem.replaceAll(/[A-Za-z0-9+/]{60}\n/g, 'AAAA\n')
const costly = makeEncryptedCertificate(passphrase, { options: ' -iter 1000001' })

const refused: [string, Partial<SentCertificate>, string, RegExp][] = [
  ['no PEM', { cert: 'hello' }, 'cert', /certificate in PEM form/],
  ['a certificate that does not end', { cert: made.cert.slice(0, 200) }, 'cert', /PEM form/],
  ['a certificate of rubbish', { cert: cut(made.cert) }, 'cert', /number 1 cannot be read/],
  ['a broken second certificate', { cert: made.cert + cut(other.cert) }, 'cert', /number 2/],
  ['a key where everybody can read it', { cert: made.cert + made.key }, 'cert', /send it as key/],
  ['a key among the authorities', { ca: made.key }, 'ca', /send it as key/],
  ['authorities of rubbish', { ca: 'ca' }, 'ca', /PEM form/],
  ['the key of another certificate', { key: other.key }, 'key', /does not match/],
  ['a certificate as its key', { key: made.cert }, 'key', /one private key/],
  ['two keys', { key: made.key + made.key }, 'key', /one private key/],
  ['a key of rubbish', { key: cut(made.key) }, 'key', /cannot be read/],
  ['no passphrase', encrypted, 'passphrase', /is required/],
  ['a wrong passphrase', { ...encrypted, passphrase: 'wrong' }, 'passphrase', /is not the passphrase/],
  [
    'an encrypted key of rubbish',
    { ...encrypted, key: cut(encrypted.key), passphrase },
    'key',
    /cannot be read/,
  ],
  ['a key that takes for ever to open', { ...costly, passphrase }, 'key', /too long/],
  ['a key that TLS finds too short', makeClientCertificate('short rsa'), 'cert', /key too small/],
]
for (const [name, fields, path, message] of refused) {
  test(`a certificate with ${name} is refused at ${path}, and nothing of the key is repeated`, () => {
    const sent = { ...good, ...fields }
    const judged = validateCertificate(sent)
    assert.ok(judged.kind === 'unusable')
    assert.deepEqual(
      judged.violations.map((violation) => violation.path),
      [path],
    )
    const text = JSON.stringify(judged.violations)
    assert.match(text, message)
    for (const line of (sent.key ?? '').split('\n').slice(1, -2)) assert.ok(!text.includes(line))
  })
}

test('every mistake is named at once', () => {
  const judged = validateCertificate({ cert: 'a', ca: 'b', key: 'c', passphrase: null })
  assert.ok(judged.kind === 'unusable')
  assert.deepEqual(
    judged.violations.map(({ path }) => path),
    ['cert', 'ca', 'key'],
  )
})

for (const repeated of ['-----BEGIN CERTIFICATE-----\n', '-----BEGIN ']) {
  test(`any number of ${JSON.stringify(repeated)} is looked through once, and refused`, () => {
    assertLinear(1_000, (size) => {
      const cert = repeated.repeat(size)
      assert.equal(validateCertificate({ ...good, cert, key: null }).kind, 'unusable')
    })
  })
}

const integer = (value: number) => {
  const hex = value.toString(16)
  const bytes = Buffer.from(`00${hex.length % 2 === 0 ? '' : '0'}${hex}`, 'hex')
  return element(0x02, bytes)
}
const element = (tag: number, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  assert.ok(body.length < 0x80)
  return Buffer.concat([Buffer.from([tag, body.length]), body])
}
const keyInfo = (...parameters: Buffer[]) =>
  element(0x30, element(0x30, ...parameters), element(0x04, Buffer.from('x')))
const salt = element(0x04, Buffer.from('saltsalt'))
const scryptId = element(0x06, Buffer.from('2b06010401da47040b', 'hex'))

const costs: [string, Buffer, boolean | null][] = [
  ['600,000 iterations', keyInfo(element(0x30, salt, integer(600_000), integer(32))), false],
  ['a million and one', keyInfo(element(0x30, element(0x30, salt, integer(1_000_001)))), true],
  ['usual scrypt', keyInfo(scryptId, element(0x30, salt, integer(16_384), integer(8), integer(1))), false],
  ['wide scrypt', keyInfo(scryptId, element(0x30, salt, integer(65_536), integer(1), integer(1_000))), true],
  ['a number beyond all', keyInfo(element(0x02, Buffer.alloc(20, 0x7f))), true],
  ['a length without end', Buffer.from('3080300602020001040178', 'hex'), null],
  ['nothing', Buffer.alloc(0), null],
  ['a number', integer(5), null],
]
for (const [name, der, isCostly] of costs) {
  test(`the cost of opening: ${name} is ${isCostly === null ? 'unreadable' : isCostly ? 'too much' : 'fine'}`, () => {
    assert.equal(isCostlyToOpen(der), isCostly)
  })
}
