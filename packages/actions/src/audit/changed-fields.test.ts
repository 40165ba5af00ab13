import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields, Masked } from './changed-fields.ts'
import { maskSecrets } from './mask-secrets.ts'

test('only what differs is told, by its path', () => {
  const before = { name: 'a', request: { hostname: 'x', assertions: [{ target: '1' }] }, tags: ['t'] }
  const after = { name: 'a', request: { hostname: 'y', assertions: [{ target: '2' }] }, tags: ['t', 'u'] }
  assert.deepEqual(changedFields(before, after), [
    { path: 'request.hostname', old: 'x', new: 'y' },
    { path: 'request.assertions.0.target', old: '1', new: '2' },
    { path: 'tags', old: ['t'], new: ['t', 'u'] },
  ])
})

test('a field that was not there has no old value', () => {
  assert.deepEqual(changedFields({}, { name: 'a' }), [{ path: 'name', new: 'a' }])
  assert.deepEqual(changedFields({ name: 'a' }, {}), [{ path: 'name', old: 'a' }])
})

test('a changed secret is told as changed, and neither of its values is shown', () => {
  assert.deepEqual(changedFields({ value: new Masked('one') }, { value: new Masked('two') }), [
    { path: 'value', old: '***', new: '***' },
  ])
  assert.deepEqual(changedFields({ value: new Masked('one') }, { value: new Masked('one') }), [])
})

test('a long text is told by its beginning', () => {
  const [change] = changedFields({}, { script: 'x'.repeat(5_000) })
  assert.equal(change?.new, `${'x'.repeat(1_000)}… (5,000 characters)`)
})

const secrets: [string, unknown][] = [
  ['a password', { basicAuth: { username: 'u', password: 'hunter2' } }],
  ['a secret variable', { key: 'A', value: 'hunter2', secret: true, locked: false }],
  ['a locked variable', { environmentVariables: [{ key: 'A', value: 'hunter2', locked: true }] }],
  ['a header that authorises', { headers: [{ key: 'Authorization', value: 'Bearer hunter2' }] }],
  ['the user part of an address', { url: 'https://user:hunter2@host.example/' }],
  ['a parameter of an address', { url: 'https://host.example/?api_key=hunter2' }],
  ...[
    'access_key',
    'pwd',
    'key',
    'sig',
    'auth-key',
    'signing-key',
    'client-key',
    'bearer',
    'api%5Fkey',
    'X-Amz-Signature',
  ].map((name): [string, unknown] => [
    `the parameter ${name} of an address`,
    { url: `https://host.example/?a=1&${name}=hunter2` },
  ]),
  ['a parameter by its own', { queryParameters: [{ key: 'sig', value: 'hunter2' }] }],
  ['a parameter after the hash', { url: 'https://host.example/#access_token=hunter2' }],
  ['a script with a password in it', { script: "const password = 'hunter2-Zr2Xw9LmT4vB8nKc'" }],
  ['a script with an address in it', { script: "open('https://ann:hunter2@host.example/')" }],
  ['a body with a token in it', { body: '{"user":"ann","clientSecret":"hunter2-Zr2Xw9LmT4vB8nKc"}' }],
  ['the key of a service in data for TCP', { data: `AUTH ghp_hunter2${'q7Zr2Xw9'.repeat(5)}` }],
  [
    'a token across the end of what is shown',
    { script: `${'x '.repeat(490)}ghp_hunter2${'q7Zr'.repeat(9)}` },
  ],
  ['a field that is called like one', { clientSecret: 'hunter2' }],
  ['the address of a heartbeat', { heartbeat: { pingToken: 'hunter2' } }],
]

for (const [what, document] of secrets) {
  test(`${what} is not shown`, () => {
    assert.doesNotMatch(JSON.stringify(changedFields({}, maskSecrets(document))), /hunter2/)
  })
}

test('what only looks a little like a credential is shown', () => {
  const document = {
    url: 'https://host.example/?page=2&author=ann&token={{TOKEN}}',
    script: 'const token = await fetchToken(process.env.USER)',
    tokenUrl: 'https://login.example/oauth2/token',
    description: 'Ask ann for the password',
  }
  assert.deepEqual(
    changedFields({}, maskSecrets(document)),
    Object.entries(document).map(([path, value]) => ({ path, new: value })),
  )
})

test('a long text takes no longer to be masked than its beginning', () => {
  const before = process.cpuUsage()
  maskSecrets({ script: `${'token="{{'.repeat(100_000)}` })
  assert.ok(process.cpuUsage(before).user < 1_000_000)
})

test('a header with nothing but a variable is shown: it says where the secret is', () => {
  const headers = [{ key: 'Authorization', value: 'Bearer {{TOKEN}}' }]
  assert.deepEqual(changedFields({}, maskSecrets({ headers })), [{ path: 'headers', new: headers }])
})
