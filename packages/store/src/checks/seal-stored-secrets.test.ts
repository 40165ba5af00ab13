import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { open, migratedPlaceOf } from '../../testing/filled-store.ts'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import type { AuditChange } from '@sonde/schema/accounts/audit-log.ts'
import { insertAuditEntry } from '../audit-log/audit-log.ts'
import { maskStoredEntries } from '../audit-log/mask-stored-entries.ts'
import type { Store } from '../engine/store.ts'
import { findCheckNumber } from './check-states.ts'
import { findSnapshots, insertSnapshots } from './check-snapshots.ts'
import { findCheck } from './checks.ts'
import { openSecrets } from './sealed-secrets.ts'
import { sealStoredChecks, sealStoredSnapshots } from './seal-stored-secrets.ts'

const signal = new AbortController().signal
const url = 'https://me:pass-7f3a@shop.example.com/'
const metadata = [{ key: 'x-tenant', value: 'ten-88aa' }]
const former = {
  URL: { request: { url: 'https://me:pass-old1@a.test/' } },
  GRPC: { request: { grpcConfig: { metadata: [{ key: 'x-tenant', value: 'ten-old1' }] } } },
}
const planted = /pass-7f3a|pass-old1|ten-88aa|ten-old1/

forEachEngine('a database of a version that stored secrets of checks in clear', (engine) => {
  /** As versions up to 0.6 have written them. */
  async function addPlain(store: Store, accountId: string, checkType: 'URL' | 'GRPC', config: object) {
    const check = await addCheck(store, accountId, { checkType, config: { ...config } })
    const checkNo = (await findCheckNumber(store.read, { accountId, checkId: check.id })) ?? 0
    // The settings of before, and those of now.
    for (const [snapshot, settings] of [former[checkType], config].entries()) {
      const text = { config: JSON.stringify(settings), sealedSecrets: null }
      await store.write((db) =>
        insertSnapshots(db, [{ checkNo, snapshot: snapshot + 1, name: 'n', ...text, createdAt: 1 }]),
      )
    }
    return { id: check.id, checkNo, config }
  }

  test('is sealed row by row, once, and a check and its settings of now have the same text', async (t) => {
    const place = await migratedPlaceOf(t, engine)
    const store = await open(place)
    const { id: accountId } = await addAccount(store)
    const [web, rpc] = [
      await addPlain(store, accountId, 'URL', { request: { url } }),
      await addPlain(store, accountId, 'GRPC', { request: { grpcConfig: { metadata } } }),
    ]
    // More than are read at once, in the order of ids that are as good as random.
    const many = Array.from({ length: 230 }, (_, nth) => `https://me:pass-7f3a-${nth}@shop.example.com/`)
    for (const address of many) {
      await addCheck(store, accountId, { checkType: 'URL', config: { request: { url: address } } })
    }
    const harmless = await addCheck(store, accountId, {
      checkType: 'URL',
      config: { request: { url: 'https://a.test/' } },
    })
    assert.equal(await sealStoredChecks(store), 232)
    assert.equal(await sealStoredSnapshots(store, signal), 4)

    for (const { id, checkNo, config } of [web, rpc]) {
      const check = await findCheck(store.read, { accountId, id })
      assert.ok(check !== null && check.sealedSecrets !== null)
      assert.deepEqual(openSecrets(store.sealer, id, check), config)
      const snapshots = await findSnapshots(store.read, [{ checkNo, snapshot: 2 }])
      // The same text: the check has no new settings, and needs no new snapshot.
      assert.deepEqual(
        snapshots.map((snapshot) => [snapshot.config, snapshot.sealedSecrets]),
        [[JSON.stringify(check.config), check.sealedSecrets]],
      )
    }
    assert.equal((await findCheck(store.read, { accountId, id: harmless.id }))?.sealedSecrets, null)
    const texts = JSON.stringify([
      await store.read.selectFrom('checks').selectAll().execute(),
      await store.read.selectFrom('check_snapshots').selectAll().execute(),
    ])
    assert.equal(planted.exec(texts)?.[0], undefined)

    // It is done once: what is there says so.
    await addCheck(store, accountId, { checkType: 'URL', config: { request: { url } } })
    assert.deepEqual([await sealStoredChecks(store), await sealStoredSnapshots(store, signal)], [0, 0])
    await store.write((db) => db.deleteFrom('checks').where('sealed_secrets', 'is', null).execute())
    await store.close()
  })

  test('values in its audit log are masked, whatever part of the settings an entry tells of', async (t) => {
    const place = await migratedPlaceOf(t, engine)
    const store = await open(place)
    t.after(store.close)
    const { id: accountId } = await addAccount(store)
    const request = { url: 'rpc.example.net', ...former.GRPC.request }
    const list = 'request.grpcConfig.metadata'
    const changes: AuditChange[][] = [
      [{ path: 'name', new: 'metadata' }],
      [{ path: 'request', new: request }],
      [{ path: list, old: [], new: metadata }],
      [
        { path: `${list}.0.value`, old: 'ten-old1', new: 'ten-88aa' },
        { path: `${list}.0.key`, old: 'a', new: 'b' },
      ],
      [{ path: 'request.port', old: 1, new: 2 }],
    ]
    for (const one of changes) {
      const actor = { actorType: 'OPERATOR', userId: null, keyId: null, keyName: null } as const
      const where = { accountId, at: 1, address: null, requestId: null }
      const what = { action: 'UPDATE', entityType: 'CHECK', entityId: 'x', entityName: null } as const
      await store.write((db) => insertAuditEntry(db, { ...where, ...actor, ...what, changes: one }))
    }
    assert.equal(await maskStoredEntries(store, signal), 3)
    const rows = await store.read.selectFrom('audit_log').select('changes').orderBy('id').execute()
    const masked = [{ key: 'x-tenant', value: '***' }]
    assert.deepEqual(
      rows.map((row): unknown => JSON.parse(row.changes)),
      [
        changes[0],
        [{ path: 'request', new: { ...request, grpcConfig: { metadata: masked } } }],
        [{ path: list, old: [], new: masked }],
        [
          { path: `${list}.0.value`, old: '***', new: '***' },
          { path: `${list}.0.key`, old: 'a', new: 'b' },
        ],
        changes[4],
      ],
    )
    assert.equal(await maskStoredEntries(store, signal), 0)
  })

  if (engine.name === 'sqlite') {
    test('no byte of them stays in the file', async (t) => {
      const place = await migratedPlaceOf(t, engine)
      const before = await open(place)
      const { id: accountId } = await addAccount(before)
      await addPlain(before, accountId, 'URL', { request: { url } })
      await before.close()
      const bytesOf = () =>
        readdirSync(place.dataDir)
          .map((name) => readFileSync(join(place.dataDir, name), 'latin1'))
          .join()
      assert.ok(planted.test(bytesOf()))
      const store = await open(place)
      await sealStoredChecks(store)
      await sealStoredSnapshots(store, signal)
      await store.close()
      assert.equal(planted.exec(bytesOf())?.[0], undefined)
    })
  }
})
