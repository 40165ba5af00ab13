import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { exceptOwnShortage } from './own-shortage.ts'

const run = promisify(execFile)

for (const code of ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL', 'EAGAIN']) {
  test(`${code} is our own shortage: the target was not looked at`, () => {
    const error = { code, message: 'as the system says it', address: '192.0.2.1' }
    const outcome = exceptOwnShortage({ kind: 'unreachable', error, document: null })
    assert.ok(outcome.kind === 'not-run')
    assert.equal(outcome.cause, 'no-resources')
    assert.match(outcome.error.message, new RegExp(`^The target was not checked: .+ \\(${code}\\)$`))
  })
}

for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOTFOUND']) {
  test(`${code} is about the target`, () => {
    const outcome = { kind: 'unreachable', error: { code, message: code }, document: null } as const
    assert.deepEqual(exceptOwnShortage(outcome), outcome)
  })
}

test('without a free descriptor no type of check gives a verdict about a port that is open', async (t) => {
  const server = createServer((socket) =>
    socket
      .on('error', () => socket.destroy())
      .resume()
      .end(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  assert.ok(bound !== null && typeof bound === 'object')
  const datagrams = createSocket('udp4')
  datagrams.on('message', (query, from) => {
    // An answer that nobody can use, at once.
    const reply = Buffer.from(query)
    reply.writeUInt16BE(0x8182, 2)
    datagrams.send(reply, from.port, from.address)
  })
  datagrams.bind(bound.port, '127.0.0.1')
  await once(datagrams, 'listening')
  t.after(async () => {
    datagrams.close()
    server.close()
    await once(server, 'close')
  })
  const script = join(import.meta.dirname, '../testing/out-of-descriptors.ts')
  const { stdout } = await run('sh', [
    '-c',
    'ulimit -n 256 && exec "$0" "$1" "$2"',
    process.execPath,
    script,
    String(bound.port),
  ])
  const short = 'no-resources EMFILE'
  assert.deepEqual(JSON.parse(stdout), {
    TCP: short,
    URL: short,
    DNS: short,
    'DNS over TCP': short,
    SSL: short,
    GRPC: short,
    'a name': short,
  })
})
