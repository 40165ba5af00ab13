import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstForeignTarget, targetsIn, withoutLogins } from './run-targets.ts'

const target = (request: object) => targetsIn({ request })

test('the target of every type is found', () => {
  const cases: readonly [request: object, targets: readonly string[]][] = [
    [{ url: 'https://me:word@A.test/x' }, ['https: a.test 443']],
    [{ url: 'http://[::1]:8080/' }, ['http: [::1] 8080']],
    [{ hostname: 'A.test', port: 22 }, ['null a.test 22']],
    [{ query: 'a.test', nameServer: 'ns.test', port: 53 }, ['null ns.test 53', 'null a.test 53']],
    [{ sslConfig: { hostname: 'a.test', port: 443 } }, ['null a.test 443']],
    [{ url: 'grpc.test', port: '{{PORT}}', grpcConfig: {} }, ['null grpc.test {{PORT}}']],
  ]
  for (const [request, targets] of cases) {
    assert.deepEqual(
      target(request)
        .map(({ scheme, host, port }) => `${scheme} ${host} ${port}`)
        .toSorted(),
      targets.toSorted(),
    )
  }
})

test('a target is foreign unless the check goes there itself, by the same scheme and port, or the trigger allows it', () => {
  const own = target({ url: 'https://api.acme.test/v1' })
  const isForeign = (url: string, allowedHosts: readonly string[] = []) =>
    firstForeignTarget(target({ url }), { own, allowedHosts }) !== null
  assert.equal(isForeign('https://api.acme.test/other'), false)
  assert.equal(isForeign('https://API.acme.test:443/'), false)
  for (const url of [
    'https://evil.test/',
    'http://api.acme.test/',
    'https://api.acme.test:8443/',
    'https://api.acme.test@evil.test/',
    'https://api.acme.test.evil.test/',
    'https://{{HOST}}/',
  ]) {
    assert.equal(isForeign(url), true, url)
  }
  assert.equal(isForeign('https://pr-7.acme.test/', ['*.acme.test']), false)
})

test('logins are taken out of a request: in the address, in metadata, by certificate', () => {
  const config = {
    request: {
      url: 'https://me:word@a.test/x@y?to=//b@c',
      sslClientCertificateId: 'id',
      grpcConfig: { tls: true, metadata: [{ key: 'x-token', value: 'word' }] },
    },
    shouldFail: false,
  }
  assert.deepEqual(withoutLogins(config), {
    request: { url: 'https://a.test/x@y?to=//b@c', grpcConfig: { tls: true, metadata: [] } },
    shouldFail: false,
  })
  assert.equal(withoutLogins('no object'), 'no object')
})
