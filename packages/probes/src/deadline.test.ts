import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { serveTcp } from '../testing/tcp-peer.ts'
import { holdUp } from '../testing/prompt-servers.ts'
import { startDeadline, startWallDeadline } from './deadline.ts'

test('a deadline is reached, and not before its time', async () => {
  for (const ms of [0, 1, 25, 130]) {
    const startedMs = performance.now()
    await new Promise<void>((resolve) => startDeadline(ms, resolve))
    // Timers count whole milliseconds, and begin within one.
    assert.ok(performance.now() - startedMs >= ms - 2, `${ms} ms`)
  }
})

test('a time in which this thread is held up takes a small part of it', (t) => {
  const deadline = startDeadline(300, () => undefined)
  t.after(() => deadline.cancel())
  holdUp(400)
  assert.ok(deadline.leftMs() >= 300 - 15)
})

test('a thread that is held up in every turn has its turns all the same', async (t) => {
  let isReached = false
  const deadline = startDeadline(200, () => {
    isReached = true
  })
  t.after(() => deadline.cancel())
  for (let turn = 0; turn < 8; turn += 1) {
    holdUp(60)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(isReached, false)
})

test('a cancelled deadline is not reached, at whatever point', async () => {
  const reached: string[] = []
  startDeadline(0, () => reached.push('in time')).cancel()
  const late = startDeadline(1, () => reached.push('in its last turns'))
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(() => {
    setImmediate(() => {
      late.cancel()
      resolve()
    })
  }, 1)
  holdUp(20)
  await promise
  await new Promise<void>((next) => startDeadline(30, next))
  assert.deepEqual(reached, [])
})

test('an infinite deadline has no end and holds no process', () => {
  const deadline = startDeadline(Infinity, () => assert.fail('reached'))
  assert.equal(deadline.leftMs(), Infinity)
  deadline.cancel()
})

for (const [name, start] of [
  ['a deadline', startDeadline],
  ['a deadline by the clock on the wall', startWallDeadline],
] as const) {
  test(`${name} loses to an answer that is there already`, async (t) => {
    const port = await serveTcp(t, (socket) => socket.write('hello'))
    const socket = connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    const { promise, resolve } = Promise.withResolvers<string>()
    socket.on('data', () => resolve('the answer'))
    start(10, () => resolve('the deadline'))
    // The server writes in the turn that follows, and the thread is held up before anybody could read it.
    await new Promise((next) => setImmediate(next))
    holdUp(50)
    assert.equal(await promise, 'the answer')
  })
}
