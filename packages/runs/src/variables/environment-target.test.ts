import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnvironment, withHostOf } from './environment-target.ts'

test('SA 51: an address keeps its path and query and gets scheme, host and port of the deployment', () => {
  for (const [url, environment, expected] of [
    [
      'https://api.acme.test/v1/x?page=1',
      'https://pr-7.example.test',
      'https://pr-7.example.test/v1/x?page=1',
    ],
    [
      'https://api.acme.test:8443/v1/x?page=1#top',
      'http://pr-7.example.test:3000/ignored?also=this',
      'http://pr-7.example.test:3000/v1/x?page=1#top',
    ],
    ['https://api.acme.test', 'https://pr-7.example.test/', 'https://pr-7.example.test'],
    ['https://api.acme.test?a=//b', 'https://pr-7.example.test', 'https://pr-7.example.test?a=//b'],
    ['HTTPS://api.acme.test/%7Euser/?q=%20+', 'http://[::1]:80', 'http://[::1]/%7Euser/?q=%20+'],
    ['https://me:word@api.acme.test/a@b', 'https://them:x@pr.test', 'https://me:word@pr.test/a@b'],
    ['not an address', 'https://pr.test', 'not an address'],
  ] as const) {
    assert.equal(withHostOf(environment, url), expected)
  }
})

test('only checks of a web address are moved, and only where that was asked for', () => {
  const environment = {
    url: 'https://pr.test',
    name: null,
    deploymentId: null,
    replacesHost: true,
    usesCertificates: true,
    allowedHosts: [],
  }
  const config = { request: { url: 'https://a.test/x', method: 'GET' }, shouldFail: false }
  const moved = { request: { url: 'https://pr.test/x', method: 'GET' }, shouldFail: false }
  assert.deepEqual(atEnvironment('URL', config, environment), moved)
  assert.equal(atEnvironment('GRPC', config, environment), config)
  assert.equal(atEnvironment('HEARTBEAT', config, environment), config)
  assert.equal(atEnvironment('URL', config, null), config)
  assert.equal(atEnvironment('URL', config, { ...environment, replacesHost: false }), config)
  assert.equal(atEnvironment('URL', config, { ...environment, url: null }), config)
})
