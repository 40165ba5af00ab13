import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { TestContext } from 'node:test'

/** A port of this machine that takes every connection and says nothing. */
export async function listenForNothing(t: TestContext): Promise<number> {
  const target = createServer((socket) => {
    // Who measures hangs up as soon as it knows enough.
    socket.on('error', () => {})
    socket.end()
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  t.after(() => target.close())
  const address = target.address()
  assert.ok(typeof address === 'object' && address !== null)
  return address.port
}
