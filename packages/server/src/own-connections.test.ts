import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { watchOwnConnections } from './own-connections.ts'

test('what this program sends to itself is told from what others on the machine send', async (t) => {
  const own = watchOwnConnections()
  t.after(own.close)
  for (const [host, shown] of [
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
    ['::', '127.0.0.1'],
  ] as const) {
    const server = createServer(({ socket }, answer) => answer.end(own.has(socket) ? 'own' : 'foreign'))
    server.listen(0, host)
    await once(server, 'listening')
    t.after(() => server.close())
    const url = `http://${shown}:${(server.address() as AddressInfo).port}/`
    const [response] = await once(get(url, { agent: false }), 'response')
    assert.equal(await text(response), 'own', host)
    const program = `fetch('${url}').then((answer) => answer.text()).then(console.log)`
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
    assert.equal(stdout.trim(), 'foreign', host)
  }
})
