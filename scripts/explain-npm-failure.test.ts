import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainNpmFailure } from './explain-npm-failure.mjs'

// As npm 10.9 and 11 print it.
const cases = [
  {
    output: 'npm error code EAI_AGAIN\nnpm error request to https://registry.npmjs.org/x failed',
    says: /registry: check/,
  },
  {
    output: 'npm error code ECONNREFUSED\nnpm error errno ECONNREFUSED',
    says: /check the network and the proxy/,
  },
  {
    output:
      'npm error code ENOTCACHED\nnpm error cache mode is "only-if-cached" but no cached response is available',
    says: /check the network and the proxy/,
  },
  { output: 'npm error code SELF_SIGNED_CERT_IN_CHAIN', says: /does not trust the certificate/ },
  { output: 'npm error code E401\nnpm error Unable to authenticate', says: /refuses npm: sign in/ },
  {
    output: 'npm error code E404\nnpm error 404 Not Found - GET https://mirror/x',
    says: /does not have a package/,
  },
  {
    output: 'npm error code ENOSPC\nnpm error nospc There appears to be insufficient space',
    says: /disk is full/,
  },
  { output: 'npm error code EACCES\nnpm error syscall mkdir\nnpm error path /x', says: /may not write/ },
  { output: 'npm error code EINTEGRITY', says: /npm cache clean/ },
]

for (const { output, says } of cases) {
  test(`${output.split('\n')[0]} is told with what to do next`, () => {
    assert.match(explainNpmFailure(output) ?? '', says)
  })
}

test('what is not known is not guessed at', () => {
  assert.equal(
    explainNpmFailure('npm error code EUSAGE\nnpm error `npm ci` can only install packages when'),
    null,
  )
})
