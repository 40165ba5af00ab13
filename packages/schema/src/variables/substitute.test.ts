import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkKinds } from '../check-types/check-kinds.ts'
import { substituteConfig, substituteText, hasPlaceholders } from './substitute.ts'

function filled(text: string, variables: Record<string, string>, { isAddress = false } = {}) {
  const used: string[] = []
  const values = new Map(Object.entries(variables))
  return {
    text: substituteText(
      text,
      { values, onUse: (name) => used.push(name), room: { left: 1_000 } },
      isAddress,
    ),
    used,
  }
}

test('a value is put where its name stands, with or without spaces around it', () => {
  assert.deepEqual(filled('{{HOST}}:{{ PORT }}', { HOST: 'db', PORT: '5432' }), {
    text: 'db:5432',
    used: ['HOST', 'PORT'],
  })
})

test('synthetic case 3: an unknown name stays as it was written, and other braces are left alone', () => {
  const text = '{{NOBODY}} {{#if x}} {"a":{"b":1}} {{ }} {{1A}} {{A.B}}'
  assert.deepEqual(filled(text, { A: '1' }), { text, used: [] })
})

test('what was filled in is not looked at again', () => {
  assert.equal(filled('{{A}}', { A: '{{B}}', B: 'no' }).text, '{{B}}')
  assert.equal(filled('{{A}}', { A: '$& $1 $<plain>' }).text, '$& $1 $<plain>')
})

test('synthetic case 1 and 2: a value in an address is encoded, unless three braces ask for it as it is', () => {
  const asAddress = (text: string, value: string) => filled(text, { V: value }, { isAddress: true }).text
  assert.equal(asAddress('{{V}}/x', 'https://h.test'), 'https://h.test/x')
  assert.equal(asAddress('https://h.test/?q={{V}}', 'a b%'), 'https://h.test/?q=a%20b%25')
  assert.equal(asAddress('https://h.test/?q={{{V}}}', 'a b%'), 'https://h.test/?q=a b%')
  assert.equal(asAddress('https://h.test/{{V}}', '\ud800'), 'https://h.test/%EF%BF%BD')
})

test('texts of the request are filled in at every depth; of assertions only what they compare with', () => {
  const config = {
    shouldFail: false,
    request: {
      url: 'https://{{H}}/{{P}}',
      port: 1,
      grpcConfig: { metadata: [{ key: 'k', value: '{{P}}' }] },
      assertions: [{ source: 'TEXT', property: '{{P}}', regex: '{{P}}', target: '{{P}}' }],
    },
  }
  const used = new Set<string>()
  const values = new Map(Object.entries({ H: 'h', P: 'a b' }))
  assert.deepEqual(
    substituteConfig(config, {
      values,
      addresses: ['url'],
      onUse: (name) => used.add(name),
      room: { left: 1_000 },
    }),
    {
      shouldFail: false,
      request: {
        url: 'https://h/a%20b',
        port: 1,
        grpcConfig: { metadata: [{ key: 'k', value: 'a b' }] },
        assertions: [{ source: 'TEXT', property: '{{P}}', regex: '{{P}}', target: 'a b' }],
      },
    },
  )
  assert.deepEqual([...used].toSorted(), ['H', 'P'])
})

test('a configuration without braces needs no substitution', () => {
  assert.equal(hasPlaceholders(JSON.stringify({ request: { hostname: 'h', assertions: [{}] } })), false)
  assert.equal(hasPlaceholders(JSON.stringify({ request: { hostname: '{{H}}' } })), true)
})

test('types that connect go through the proxy of a location, and those with TLS may show a certificate', () => {
  const needing = (need: 'proxy' | 'clientCertificates') =>
    checkKinds.filter(({ run }) => run?.needs?.[need] === true).map(({ checkType }) => checkType)
  assert.deepEqual(needing('proxy').toSorted(), ['API', 'BROWSER', 'GRPC', 'MULTI_STEP', 'SSL', 'TCP', 'URL'])
  assert.deepEqual(needing('clientCertificates').toSorted(), [
    'API',
    'BROWSER',
    'GRPC',
    'MULTI_STEP',
    'SSL',
    'URL',
  ])
})

test('values that make a request larger than anybody could send are refused before they are put together', () => {
  const values = new Map([['B', 'x'.repeat(1_000)]])
  const room = { left: 10_000 }
  assert.throws(() => substituteText('{{B}}'.repeat(20_000), { values, onUse() {}, room }, false), {
    name: 'RequestTooLarge',
    message: '{{B}} makes the request too large',
  })
})
