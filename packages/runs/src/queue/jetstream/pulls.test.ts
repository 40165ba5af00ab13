import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { createStandingTrouble } from '@sonde/ground/standing-trouble.ts'
import { jetStreamUnderTest } from '../../../testing/jetstream-under-test.ts'
import { startNats, withoutNats } from '../../../testing/nats-servers.ts'
import { createPull, type PullTimes, pullTimes } from './pulls.ts'
import { namesOf } from './subjects.ts'

/** A lane of real NATS, and whoever asks for its parcels; `wanted` is what those who wait have room for. */
async function laneUnderTest(url: string, times: Partial<PullTimes> = {}) {
  const { connection, installation, streams, clock, close } = await jetStreamUnderTest({ url })
  const names = namesOf(installation, { place: 'eu-west-1', line: 'uptime', checkType: null })
  const heard: string[] = []
  const changed = new EventEmitter()
  const questions: { batch: number; expires: number }[] = []
  const waiting = { wanted: 5, waitMs: 20_000 }
  let signCount = 0
  const ends = [
    connection.subscribe('$JS.API.CONSUMER.MSG.NEXT.>', {
      callback: (_, message) => {
        questions.push(message.json())
        changed.emit('change')
      },
    }),
    connection.subscribe('_INBOX.>', {
      callback: (_, message) => {
        if (message.headers?.code === 100) signCount += 1
        changed.emit('change')
      },
    }),
  ]
  await connection.flush()
  let subscriptionCount = 0
  const counting = new Proxy(connection, {
    get(target, name) {
      if (name === 'subscribe') subscriptionCount += 1
      const found: unknown = Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
  const pull = createPull({
    connection: counting,
    names,
    times: { ...pullTimes, ...times },
    trouble: createStandingTrouble({ clock, log: silentLogger, message: '', overMessage: '' }),
    wanted: () => waiting.wanted,
    waitMs: () => waiting.waitMs,
    ensureConsumer: () => streams.ensureConsumer(names),
    onParcel(message) {
      heard.push(message.string())
      connection.publish(message.reply ?? '', '+ACK')
      changed.emit('change')
    },
  })
  return {
    pull,
    heard,
    questions,
    waiting,
    /** How often NATS has told that a question stands. */
    signCount: () => signCount,
    subscriptionCount: () => subscriptionCount,
    publish: (text: string) => connection.publish(names.subject, text),
    async until(isSo: () => boolean) {
      while (!isSo()) await once(changed, 'change')
    },
    async close() {
      for (const end of ends) end.unsubscribe()
      pull.stop()
      await close()
    },
  }
}

test('what NATS sends after the last one who waited has gone is heard', { skip: withoutNats }, async (t) => {
  const nats = await startNats()
  t.after(nats.stop)
  const lane = await laneUnderTest(nats.url, { signMs: 100 })
  t.after(lane.close)
  lane.pull.wake()
  await lane.until(() => lane.questions.length === 1)
  lane.waiting.wanted = 0
  const signs = lane.signCount()
  await lane.until(() => lane.signCount() >= signs + 5)
  lane.publish('late')
  await lane.until(() => lane.heard.length === 1)
  assert.deepEqual(lane.heard, ['late'])
})

test('a lane where nothing waits is asked for one parcel, and one where parcels wait briefly for all there is room for', async (t) => {
  if (withoutNats !== false) return t.skip(withoutNats)
  const nats = await startNats()
  t.after(nats.stop)
  const lane = await laneUnderTest(nats.url, { busyExpiresMs: 100, soonMs: 60_000, busyMs: 60_000 })
  t.after(lane.close)
  lane.waiting.waitMs = 7_000
  lane.pull.wake()
  await lane.until(() => lane.questions.length === 1)
  lane.publish('first')
  // The second question is over by itself, and there is a third one while somebody waits.
  await lane.until(() => lane.questions.length === 3)
  lane.waiting.wanted = 0
  assert.deepEqual(
    lane.questions.map(({ batch, expires }) => [batch, expires / 1_000_000]),
    [
      [1, 7_000],
      [5, 100],
      [5, 100],
    ],
  )
  assert.deepEqual(lane.heard, ['first'])
  // Nodes tell each other of every new one.
  assert.equal(lane.subscriptionCount(), 1)
})

test('a parcel that had not waited says nothing of others', { skip: withoutNats }, async (t) => {
  const nats = await startNats()
  t.after(nats.stop)
  const lane = await laneUnderTest(nats.url, { soonMs: 0 })
  t.after(lane.close)
  lane.waiting.waitMs = 7_000
  lane.pull.wake()
  for (const [index, text] of ['first', 'second'].entries()) {
    await lane.until(() => lane.questions.length === index + 1)
    lane.publish(text)
    await lane.until(() => lane.heard.length === index + 1)
  }
  await lane.until(() => lane.questions.length === 3)
  assert.deepEqual(
    lane.questions.map(({ batch, expires }) => [batch, expires / 1_000_000]),
    Array.from({ length: 3 }, () => [1, 7_000]),
  )
})
