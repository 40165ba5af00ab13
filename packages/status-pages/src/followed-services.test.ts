import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { replaceFollows } from '@sonde/store/status-pages/service-follows.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { forOneEngine, type OpenedStore } from '@sonde/store/testing/engines.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import { addPage, addService } from '../testing/status-pages.ts'
import { createFollowedServices } from './followed-services.ts'
import { loadPageView } from './page-view.ts'

const now = Date.UTC(2026, 3, 1, 12)

forOneEngine('services that follow checks', (engine) => {
  let opened: OpenedStore
  let store: Store
  before(async () => {
    opened = await engine.open()
    store = opened.store
  })
  after(() => opened.close())

  /** How many questions a page with two services that follow so many checks asks, and how many soon after. */
  async function questionsFor(checks: number): Promise<[number, number]> {
    const accountId = (await addAccount(store)).id
    const services = [await addService(store, accountId), await addService(store, accountId)]
    const page = await addPage(store, accountId, { cards: [services] })
    const checkIds: string[] = []
    for (let nth = 0; nth < checks; nth += 1) checkIds.push((await addCheck(store, accountId)).id)
    for (const service of services) {
      await store.write((db) => replaceFollows(db, service, { checkIds, tags: [], delayMinutes: 0 }))
    }
    let asked = 0
    const read = store.read.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const loadFollowed = createFollowedServices({ coversCheck: () => false })
    await loadPageView(read, page, { now, loadFollowed })
    const first = asked
    await loadPageView(read, page, { now: now + 1_000, loadFollowed })
    return [first, asked - first]
  }

  test('sixty checks take no more questions than two, and a change of state soon after takes fewer', async () => {
    // The first page of all also makes statements that are then kept.
    await questionsFor(1)
    const [few, many] = [await questionsFor(2), await questionsFor(60)]
    assert.deepEqual(many, few)
    assert.ok(many[1] < many[0], `${many[1]} after ${many[0]}`)
  })
})
