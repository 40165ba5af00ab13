import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import { filterEvent } from './event-filter.ts'

const root = '/opt/sonde-agent'

function messageOf(message: string): string {
  return filterEvent(new Error(message), root).message
}

test('50: an event carries neither URL nor header nor key', () => {
  const key = `pl_${'0a1b2c3d'.repeat(8)}`
  const url = 'https://user:hunter2@shop.example.com:8443/orders?id=7'
  const error = new TypeError(
    `GET ${url} with key ${key} failed\nauthorization: Bearer hunter2\nX-Tenant: acme`,
  )
  const { message, stack } = filterEvent(error, root)
  for (const part of ['shop', 'example', 'hunter2', 'orders', key, 'Bearer', 'acme']) {
    assert.ok(!message.includes(part), message)
    assert.ok(!stack?.includes(part), stack ?? '')
  }
  assert.equal(message, 'TypeError: GET <url> with key <key> failed\n<header>\n<header>')
})

suite('of a message remains', () => {
  const cases: [string, string][] = [
    ['Cannot read properties of undefined', 'Cannot read properties of undefined'],
    ['lease 7 of 10 was lost after 30 s', 'lease 7 of 10 was lost after 30 s'],
    ["ENOENT: no such file or directory, open '/etc/x'", 'ENOENT: no such file or directory, open <text>'],
    ['connect ECONNREFUSED 10.1.2.3:443', 'connect ECONNREFUSED <host>'],
    ['getaddrinfo ENOTFOUND db-internal', 'getaddrinfo ENOTFOUND <host>'],
    ['no route to 192.0.2.7', 'no route to <ip>'],
    ['no route to 192.0.2.7:53 or [2001:db8::1]:53', 'no route to <ip> or <ip>'],
    ['no route to ::1', 'no route to <ip>'],
    ['no route to fe80::1%eth0', 'no route to <ip>'],
    ['no route to ::ffff:192.0.2.7', 'no route to <ip>'],
    ['bad answer of edge1.example.net', 'bad answer of <host>'],
    ['bad answer of müller.example:8080', 'bad answer of <host>'],
    ['bad answer of localhost:8080', 'bad answer of <host>'],
    ['unexpected token "secret" in JSON', 'unexpected token <text> in JSON'],
    ['unexpected `secret` and \u201csecret\u201d', 'unexpected <text> and <text>'],
    ["it doesn't work", "it doesn't work"],
    ['never closed "secret and so on', 'never closed <text>'],
    ['cannot write /var/lib/acme/data', 'cannot write <path>'],
    ['cannot write /acme', 'cannot write <path>'],
    ['cannot write C:\\Users\\acme\\x', 'cannot write <path>'],
    ['mail to ops@acme.example bounced', 'mail to <address> bounced'],
    ['with API_KEY=abc set', 'with API_KEY=<text> set'],
    [`digest ${'0123456789abcdef'.repeat(2)} differs`, 'digest <key> differs'],
    ['token eyJhbGciOiJIUzI1NiJ9abc differs', 'token <key> differs'],
    ['ERR_SOCKET_DGRAM_NOT_RUNNING happened', 'ERR_SOCKET_DGRAM_NOT_RUNNING happened'],
  ]
  for (const [given, expected] of cases) {
    test(expected, () => assert.equal(messageOf(given), `Error: ${expected}`))
  }

  test('nothing that the error says of its target in a field', () => {
    const error = Object.assign(new Error('lookup of intranet failed'), { hostname: 'intranet' })
    assert.equal(filterEvent(error, root).message, 'Error: lookup of <host> failed')
  })

  test('what the scrubber leaves', () => {
    const scrub = (text: string) => text.replaceAll('hunter2', '*********')
    assert.equal(filterEvent(new Error('is hunter2'), root, scrub).message, 'Error: is *********')
  })

  test('a short text, and the time grows with the length of a hostile one and no faster', () => {
    for (const piece of ['a.', 'a:', '"', 'a-', '/a', 'a@', "'", 'EAAA ', '1.']) {
      assertLinear(10_000, (count) => assert.ok(messageOf(piece.repeat(count)).length <= 2_000))
    }
  })
})

suite('of a stack remain', () => {
  function framesOf(...lines: string[]) {
    const error = new Error('boom')
    error.stack = ['Error: boom at https://shop.example.com', ...lines].join('\n')
    return filterEvent(error, root).stack?.split('\n')
  }

  test('places inside the agent, relative to it', () => {
    assert.deepEqual(
      framesOf(
        `    at RunPool.start (file://${root}/packages/agent/src/run-pool.ts:12:5)`,
        `    at async ${root}/node_modules/undici/lib/x.js:1:2`,
        '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
        '    at new Promise (<anonymous>)',
      ),
      [
        'Error: boom',
        '    at RunPool.start (packages/agent/src/run-pool.ts:12:5)',
        '    at async node_modules/undici/lib/x.js:1:2',
        '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
        '    at new Promise (<anonymous>)',
      ],
    )
  })

  test('no places outside', () => {
    assert.deepEqual(
      framesOf(
        '    at run (/home/acme/checks/shop.spec.ts:3:4)',
        `    at run (${root}-of-acme/x.ts:3:4)`,
        `    at run (${root}/../acme/x.ts:3:4)`,
        '    at https://shop.example.com/app.js:3:4',
        '    at eval (eval at run (/home/acme/x.js:1:1), <anonymous>:1:1)',
        'not a frame of shop.example.com',
      ),
      [
        'Error: boom',
        '    at run (<path>:3:4)',
        '    at run (<path>:3:4)',
        '    at run (<path>:3:4)',
        '    at <path>:3:4',
        '    at <path>',
      ],
    )
  })

  test('those of a real error', () => {
    const here = join(import.meta.dirname, '../..')
    const { stack } = filterEvent(new Error('boom'), here)
    assert.match(stack ?? '', /^Error: boom\n {4}at .*\(src\/health\/event-filter\.test\.ts:\d+:\d+\)\n/)
    assert.ok(!stack?.includes(pathToFileURL(here).href))
    assert.ok(!stack?.includes(here))
  })
})

suite('what is no error', () => {
  test('a text is filtered', () =>
    assert.deepEqual(filterEvent('lost 192.0.2.1', root), { message: 'lost <ip>', stack: null }))

  for (const thrown of [undefined, null, 7, { url: 'https://shop.example.com' }, Symbol('x')]) {
    test(`${typeof thrown} tells only its type`, () =>
      assert.deepEqual(filterEvent(thrown, root), { message: `a thrown ${typeof thrown}`, stack: null }))
  }

  test('an error without a stack has none', () => {
    const error = new Error('boom')
    delete error.stack
    assert.equal(filterEvent(error, root).stack, null)
  })
})
