import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { createTiming } from '@sonde/analytics/prometheus/histogram.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { newestLiveNumbers, noteCheckNews, noteLiveChanges } from '@sonde/store/live/live-changes.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { SelectQueryNode, TableNode, type QueryId, type RootOperationNode } from 'kysely'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'
import { createLiveHub, type Follower, type LiveHub } from './live-hub.ts'

const ignore = () => {}
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore }

forOneEngine('the hub of live events', (engine) => {
  const api = apiUnderTest(engine)

  /** A check of its own each time: whose it is, is asked once. */
  async function noteNews(): Promise<string> {
    const checkId = await makeMonitor(api)
    const checkNo = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId })
    assert.ok(checkNo !== null)
    const news = { checkNo, status: 'failed', statusSince: 1, lastResult: null } as const
    await api.store.write((db) => noteCheckNews(db, [news], 1))
    return checkId
  }

  function open(
    t: TestContext,
    read: Db,
    clock = createTestClock(),
    liveReads = createTiming([0.001, 10]),
  ): LiveHub {
    const store = { ...api.store, read }
    const hub = createLiveHub({ store, clock, log: quiet, onLivePoke: null, liveReads })
    t.after(() => hub.close())
    return hub
  }

  function follow(hub: LiveHub, options: Partial<Follower> = {}) {
    const body = new PassThrough()
    let text = ''
    body.setEncoding('utf8')
    body.on('data', (piece: string) => {
      text += piece
    })
    hub.follow({
      body,
      accountId: api.accountId,
      checkId: null,
      types: null,
      lastEventId: '',
      isAllowed: async () => true,
      ...options,
    })
    const until = async (pattern: RegExp): Promise<void> => {
      while (!pattern.test(text)) {
        const more = Promise.withResolvers<void>()
        body.once('data', () => more.resolve())
        body.once('close', () => more.reject(new Error(`closed after ${text}`)))
        await more.promise
      }
    }
    const ended = new Promise<void>((resolve) => {
      body.once('close', resolve)
    })
    return { text: () => text, until, ended }
  }

  test('how long reading takes is measured, and only while somebody listens', async (t) => {
    const liveReads = createTiming([0.001, 10])
    const hub = open(t, api.store.read, createTestClock(), liveReads)
    assert.equal(liveReads.histogram.counts.at(-1), 0)
    const line = follow(hub)
    await line.until(/event: alive/)
    const checkId = await noteNews()
    await line.until(new RegExp(checkId))
    assert.ok((liveReads.histogram.counts.at(-1) ?? 0) > 0)
    assert.ok(liveReads.histogram.sum > 0)
  })

  test('what could not be told, because the database failed in between, is told at the next turn', async (t) => {
    let failures = 0
    const read = watched(api.store.read, {
      asked() {
        failures += 1
        if (failures === 1) throw new Error('connection reset')
      },
    })
    const line = follow(open(t, read))
    await line.until(/id: /)
    const checkId = await noteNews()
    await line.until(new RegExp(`event: check\\n.*${checkId}`))
    assert.equal(failures, 2)
  })

  test('a line that begins while news are made does not count them as told', async (t) => {
    const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const read = watched(api.store.read, {
      asked: () => isAsked.resolve(),
      answered: () => mayAnswer.promise,
    })
    const hub = open(t, read)
    const first = follow(hub)
    await first.until(/id: /)
    const checkId = await noteNews()
    const [no = 0] = await newestLiveNumbers(api.store.read, 1)
    await isAsked.promise
    const second = follow(hub)
    await second.until(/id: /)
    const [, id] = /id: (\d+)/.exec(second.text()) ?? []
    assert.ok(Number(id) < no, `${id} is before ${no}`)
    mayAnswer.resolve()
    await second.until(new RegExp(checkId))
    await second.until(new RegExp(`id: ${no}\\n`))
  })

  test('a line that breaks before it was told what it had missed may ask for it once more', async (t) => {
    await noteNews()
    const [no = 0] = await newestLiveNumbers(api.store.read, 1)
    const read = watched(api.store.read, {
      asked() {
        throw new Error('connection reset')
      },
    })
    const line = follow(open(t, read), { lastEventId: String(no - 1) })
    await line.ended
    assert.doesNotMatch(line.text(), /id: /)
  })

  test('what could not be read is followed by no sign of life', async (t) => {
    const clock = createTestClock()
    const brokenTwice = Promise.withResolvers<void>()
    let isBroken = false
    let failures = 0
    const read = watched(api.store.read, {
      asked() {
        if (!isBroken) return
        failures += 1
        if (failures === 2) brokenTwice.resolve()
        throw new Error('connection reset')
      },
    })
    const line = follow(open(t, read, clock))
    await line.until(/event: alive/)
    isBroken = true
    await noteNews()
    clock.advance(60_000)
    await brokenTwice.promise
    assert.equal(line.text().match(/event: alive/g)?.length, 1)
    isBroken = false
    await line.until(/event: check\n/)
  })

  test('a change that cannot be told does not stand before the others', async (t) => {
    const line = follow(open(t, api.store.read))
    await line.until(/id: /)
    const { accountId } = api
    const agent = { type: 'agent', accountId, location: 'eu-west-1', change: 'left' } as const
    await api.store.write((db) => noteLiveChanges(db, [{ ...agent, at: Number.MAX_SAFE_INTEGER }], 1))
    const checkId = randomUUIDv7()
    const changed = { type: 'check-changed', accountId, checkId, change: 'updated' } as const
    await api.store.write((db) => noteLiveChanges(db, [changed], 1))
    await line.until(/event: reset/)
    await line.until(new RegExp(checkId))
  })

  test('signs of life and the judging of callers go on after the clock was set back', async (t) => {
    const clock = createTestClock()
    const hub = open(t, api.store.read, clock)
    let isAllowed = true
    const line = follow(hub, { isAllowed: async () => isAllowed })
    await line.until(/id: /)
    clock.advance(-3_600_000)
    await line.until(/event: alive[^]*event: alive/)
    isAllowed = false
    clock.advance(30_000)
    await line.ended
  })
})

/** Tells of each question whose a check is: the second query of a turn. */
function watched(db: Db, { asked, answered }: { asked(): void; answered?(): Promise<void> }): Db {
  const owners = new WeakSet<QueryId>()
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      if (isOfOwners(node)) {
        owners.add(queryId)
        asked()
      }
      return node
    },
    async transformResult({ result, queryId }) {
      if (owners.has(queryId)) await answered?.()
      return result
    },
  })
}

function isOfOwners(node: RootOperationNode): boolean {
  if (!SelectQueryNode.is(node)) return false
  const [from] = node.from?.froms ?? []
  return from !== undefined && TableNode.is(from) && from.table.identifier.name === 'check_states'
}
