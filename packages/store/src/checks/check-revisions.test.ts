import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck, makeCheck } from '../../testing/rows.ts'
import type { Store } from '../engine/store.ts'
import { checksOfDomain, setCertificateDomains } from './certificate-domains.ts'
import { raiseCheckRevisions } from './check-revisions.ts'
import { findSnapshots, takeSnapshots } from './check-snapshots.ts'
import { findCheckNumber } from './check-states.ts'
import { insertCheck } from './checks.ts'
import { updateCheck } from './update-checks.ts'
import { findScheduledByNumber } from './scheduled-checks.ts'

async function numberOf(store: Store, accountId: string, checkId: string): Promise<number> {
  const no = await findCheckNumber(store.read, { accountId, checkId })
  assert.ok(no !== null)
  return no
}

forEachEngine('what is noted of a check for its runs', (engine) => {
  test('its revision grows with every change, together with that of others or alone', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const { id: accountId } = await addAccount(store)
    const checks = [await addCheck(store, accountId), await addCheck(store, accountId)]
    const [first = '', second = ''] = checks.map(({ id }) => id)
    const numbers = [await numberOf(store, accountId, first), await numberOf(store, accountId, second)]
    await store.write((db) => raiseCheckRevisions(db, [second, first]))
    await store.write((db) => raiseCheckRevisions(db, [second]))
    await store.write((db) => raiseCheckRevisions(db, []))
    await store.write((db) => raiseCheckRevisions(db, ['00000000-0000-4000-8000-0000000000ff']))
    const rows = await findScheduledByNumber(store.read, [...numbers, ...numbers, 0])
    assert.deepEqual(
      numbers.map((no) => rows.get(no)?.rev),
      [1, 2],
    )
    assert.equal(rows.size, 2)
  })

  test('a snapshot gets the next number unless it says what the current one says, whoever asks', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const { id: accountId } = await addAccount(store)
    const { id } = await addCheck(store, accountId)
    const checkNo = await numberOf(store, accountId, id)
    const take = async (name: string, config: string, sealedSecrets: string | null = null) => {
      const snapshot = { checkNo, name, config, sealedSecrets, createdAt: 1 }
      return (await store.write((db) => takeSnapshots(db, [snapshot]))).get(checkNo)
    }
    assert.equal(await take('A', '{}'), 1)
    assert.equal(await take('A', '{}'), 1)
    assert.equal(await take('B', '{}'), 2)
    assert.equal(await take('B', '{"a":1}'), 3)
    // What was current once is not again: results refer to numbers in their order.
    assert.equal(await take('A', '{}'), 4)
    // Other secrets are behind the same masks.
    assert.equal(await take('A', '{}', 'v1.a.b'), 5)
    assert.equal(await take('A', '{}', 'v1.a.b'), 5)
    assert.equal(await take('A', '{}', 'v1.a.c'), 6)
    const gone = { checkNo: checkNo + 1_000, name: 'A', config: '{}', sealedSecrets: null, createdAt: 1 }
    assert.deepEqual(await store.write((db) => takeSnapshots(db, [gone])), new Map())
    const wanted = [1, 3, 5, 9].map((snapshot) => ({ checkNo, snapshot }))
    const texts = (await findSnapshots(store.read, wanted)).map(
      ({ snapshot, name, config, sealedSecrets }) => [snapshot, name, config, sealedSecrets],
    )
    assert.deepEqual(texts.toSorted(), [
      [1, 'A', '{}', null],
      [3, 'B', '{"a":1}', null],
      [5, 'A', '{}', 'v1.a.b'],
    ])
  })

  test('checks are found by the host whose certificate they depend on, in their account', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const [{ id: mine }, { id: other }] = [await addAccount(store), await addAccount(store)]
    const monitor = (accountId: string, url: string) =>
      makeCheck(accountId, { checkType: 'URL', config: { request: { url, skipSSL: false } } })
    const shop = monitor(mine, 'https://shop.example.net/')
    const cart = monitor(mine, 'https://shop.example.net/cart')
    for (const check of [
      shop,
      cart,
      monitor(mine, 'http://shop.example.net/'),
      monitor(other, 'https://shop.example.net/'),
    ]) {
      await store.write((db) => insertCheck(db, check))
    }
    const shopNo = await numberOf(store, mine, shop.id)
    const cartNo = await numberOf(store, mine, cart.id)
    const find = async (domain: string) => await checksOfDomain(store.read, { accountId: mine, domain })
    assert.deepEqual(await find('shop.example.net'), [shopNo, cartNo])
    const moved = { ...cart, config: { request: { url: 'https://new.example.net/', skipSSL: false } } }
    await store.write((db) => updateCheck(db, cart, moved))
    assert.deepEqual(await find('shop.example.net'), [shopNo])
    assert.deepEqual(await find('new.example.net'), [cartNo])
    const domains = [
      { no: shopNo, domain: null },
      { no: cartNo, domain: 'third.example.net' },
    ]
    await store.write((db) => setCertificateDomains(db, domains))
    assert.deepEqual(await find('shop.example.net'), [])
    assert.deepEqual(await find('third.example.net'), [cartNo])
    assert.deepEqual(await checksOfDomain(store.read, { accountId: 'abc', domain: 'x' }), [])
  })
})
