import assert from 'node:assert/strict'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { insertSubscribers, type SubscriberRow } from '@sonde/store/status-pages/status-page-subscribers.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { addPage, addService } from '../../testing/status-pages.ts'
import { notifySubscribers } from './notify-subscribers.ts'

const many = rounds(10_000)

forOneEngine('telling subscribers', (engine) => {
  test('writes one mail for each of 10,000, in a few seconds and within 200 MB', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const { id: accountId } = await addAccount(store)
    const service = await addService(store, accountId)
    const page = await addPage(store, accountId, { cards: [[service]] })
    const subscribers = Array.from({ length: many }, (_, n): SubscriberRow => ({
      id: randomUUIDv7(),
      pageId: page.id,
      address: `n${n}@example.net`,
      status: 'VERIFIED',
      token: randomBytes(32).toString('hex'),
      createdAt: 1_000,
      updatedAt: null,
    }))
    for (let from = 0; from < many; from += 1_000) {
      await store.write((db) => insertSubscribers(db, subscribers.slice(from, from + 1_000)))
    }
    const before = process.memoryUsage().rss
    const begun = performance.now()
    const told = await store.write((db) =>
      notifySubscribers(db, {
        accountId,
        at: 2_000,
        publicUrl: 'https://sonde.example.net',
        canMail: true,
        update: {
          kind: 'incident',
          name: 'Payments are down',
          severity: 'MAJOR',
          status: 'INVESTIGATING',
          text: 'We look into it.',
          serviceIds: [service.id],
          pageIds: null,
          excludedPageIds: [],
          namesServices: true,
        },
      }),
    )
    const tookMs = performance.now() - begun
    const grownMb = (process.memoryUsage().rss - before) / 1_048_576
    t.diagnostic(`${many} mails in ${Math.round(tookMs)} ms, ${Math.round(grownMb)} MB`)
    assert.equal(told, many)
    assert.ok(tookMs < 15_000, `took ${tookMs} ms`)
    assert.ok(grownMb < 200, `grew by ${grownMb} MB`)
  })
})
