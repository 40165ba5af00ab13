import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from '../check-types/check-kinds.ts'
import { joinSecrets, maskResultSecrets, maskSecrets, restoreMasked, splitSecrets } from './check-secrets.ts'

const ofUrl = kindOf('URL').secrets
const ofGrpc = kindOf('GRPC').secrets

test('addresses are masked where a login stands, and put together again from what was taken out', () => {
  for (const [address, masked] of [
    ['https://me:word@a.test/', 'https://me:***@a.test/'],
    ['https://me:wo@rd@a.test/', 'https://me:***@a.test/'],
    ['https:\\\\me:word@a.test/', 'https:\\\\me:***@a.test/'],
    ['https:///me:word@a.test/', 'https:///me:***@a.test/'],
    ['{{SCHEME}}://me:word@a.test/', '{{SCHEME}}://me:***@a.test/'],
    ['{{START}}me:word@a.test/', '{{START}}me:***@a.test/'],
    ['https://me:pre{{WORD}}@a.test/', 'https://me:***@a.test/'],
    ['https://token@a.test/', 'https://***@a.test/'],
    ['https://me:{{WORD}}@a.test/', 'https://me:{{WORD}}@a.test/'],
    ['https://me:@a.test/', 'https://me:@a.test/'],
    ['{{HOST}}/x@y', '{{HOST}}/x@y'],
    ['https://a.test/x@y?mail=a@b', 'https://a.test/x@y?mail=a@b'],
    ['https://a.test/?token={{TOKEN}}', 'https://a.test/?token={{TOKEN}}'],
    ['a.test', 'a.test'],
  ] as const) {
    const document = { request: { url: address }, tags: ['a'] }
    assert.deepEqual(maskSecrets(ofUrl, document), { request: { url: masked }, tags: ['a'] })
    const { open, secrets } = splitSecrets(ofUrl, document)
    assert.deepEqual(open, { request: { url: masked }, tags: ['a'] })
    assert.deepEqual(secrets, address === masked ? null : { 'request.url': address })
    // Nothing is copied where nothing is secret.
    assert.equal(open === document, secrets === null)
    assert.deepEqual(joinSecrets(open, secrets ?? {}), document)
    assert.deepEqual(restoreMasked(ofUrl, open, document), { document, mistakes: [] })
  }
})

test('every value of metadata is secret but for names of variables', () => {
  const metadata = [
    { key: 'a', value: 'one' },
    { key: 'b', value: 'Bearer {{TOKEN}}' },
    { key: 'a', value: 'two' },
    { key: 'c', value: '' },
  ]
  const document = { request: { url: 'a.test', grpcConfig: { tls: true, metadata } } }
  const { open, secrets } = splitSecrets(ofGrpc, document)
  assert.deepEqual(
    open.request.grpcConfig.metadata.map(({ value }) => value),
    ['***', 'Bearer {{TOKEN}}', '***', ''],
  )
  assert.deepEqual(secrets, {
    'request.grpcConfig.metadata.0.value': 'one',
    'request.grpcConfig.metadata.2.value': 'two',
  })
  assert.deepEqual(joinSecrets(open, secrets ?? {}), document)
  assert.deepEqual(restoreMasked(ofGrpc, open, document).document, document)
  const empty = { request: { grpcConfig: { metadata: metadata.map(({ key }) => ({ key, value: '' })) } } }
  assert.equal(restoreMasked(ofGrpc, open, empty).mistakes.length, 2)
  const { mistakes } = restoreMasked(ofGrpc, open, null)
  assert.deepEqual(
    mistakes.map(({ path }) => path),
    ['request.grpcConfig.metadata.0.value', 'request.grpcConfig.metadata.2.value'],
  )
})

test('results show the names of metadata and no values, and addresses as agents show them', () => {
  const detail = { request: { grpcConfig: { metadata: [{ key: 'a', value: 'filled in' }] } }, response: null }
  assert.deepEqual(maskResultSecrets(ofGrpc, detail), {
    request: { grpcConfig: { metadata: [{ key: 'a', value: '***' }] } },
    response: null,
  })
  const shown = { request: { url: 'https://*********@a.test/' } }
  assert.equal(maskResultSecrets(ofUrl, shown), shown)
  assert.equal(maskResultSecrets(ofGrpc, null), null)
})
