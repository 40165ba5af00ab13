import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import { referenceOf } from '@sonde/store/result-details/detail-codec.ts'
import { createDetailPacker } from '@sonde/store/result-details/detail-packer.ts'
import { insertAssets, longTextType } from '@sonde/store/results/result-assets.ts'
import { detailSamples } from '@sonde/store/testing/detail-samples.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { storePacked } from '@sonde/store/testing/packed-results.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'
import { writeUrlMonitor } from '../../testing/monitors/write-url.ts'
import { storeResult } from '../../testing/store-result.ts'

/** The first byte is the form of the rest. */
const damaged: readonly [name: string, bytes: Uint8Array][] = [
  ['nothing at all', Uint8Array.of()],
  ['a form that nobody knows', Uint8Array.of(99, 1, 2)],
  ['text that is cut', Uint8Array.of(0, ...Buffer.from('{"request":'))],
  ['deflated bytes that are cut', Uint8Array.of(4, 1, 0x6d, 0x8f)],
  ['pings that are cut', Uint8Array.of(3, 1)],
  ['a difference to a detail that is gone', Uint8Array.of(6, 0x85, 0x01, 0)],
  ['a difference to nothing', Uint8Array.of(6, 0xff)],
  ['a difference to a number that is none', Uint8Array.of(6, ...Array.from({ length: 12 }, () => 0xff), 1)],
  ['another document', Uint8Array.of(0, ...Buffer.from('{"response":{"pingResults":7}}'))],
  ['a list', Uint8Array.of(0, ...Buffer.from('[1]'))],
  ['a number', Uint8Array.of(0, ...Buffer.from('7'))],
]

forEachEngine('results whose details are damaged', (engine) => {
  const api = apiUnderTest(engine)
  /** Below 60 calls in 60 s. */
  const read = async (path: string) => {
    const answer = await api.call('GET', path, { afterMs: 1_001 })
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    return answer
  }
  type Entry = { id: string; hasUnreadableDetails?: boolean; icmpCheckResult?: unknown; reason?: unknown }

  for (const [name, detail] of damaged) {
    test(`${name}: the list shows the others whole, and says so of this one`, async () => {
      const id = await makeMonitor(api)
      const before = await storeResult(api, id)
      api.clock.advance(1_000)
      const broken = await storeResult(api, id, { detail })
      api.clock.advance(1_000)
      const after = await storeResult(api, id)
      const expected = [
        [after.id, false, after.detail],
        [broken.id, true, null],
        [before.id, false, before.detail],
      ]
      const shown = (entries: unknown) =>
        (entries as Entry[]).map((entry) => [entry.id, entry.hasUnreadableDetails, entry.icmpCheckResult])
      assert.deepEqual(shown((await read(`/v1/check-results/${id}`)).body), expected)
      assert.deepEqual(shown((await read(`/v2/check-results/${id}`)).at('entries')), expected)
      const one = await read(`/v1/check-results/${id}/${broken.id}`)
      assert.deepEqual(shown([one.body]), [[broken.id, true, null]])
      assert.equal(one.at('responseTime'), 15)
    })
  }

  test('who asks for the field alone is told, and who asks for no details is not asked to read them', async () => {
    const id = await makeMonitor(api)
    const { id: resultId } = await storeResult(api, id, { detail: Uint8Array.of(99) })
    const fields = (names: string) => read(`/v2/check-results/${id}?fields=${names}`)
    assert.deepEqual((await fields('hasUnreadableDetails')).at('entries'), [{ hasUnreadableDetails: true }])
    assert.deepEqual((await fields('id')).at('entries'), [{ id: resultId }])
  })

  test('a reason that only the details would tell is said to be unknown', async () => {
    const id = await makeMonitor(api)
    await storeResult(api, id, { verdict: 'failed', detail: Uint8Array.of(99) })
    const [entry] = (await read(`/v2/check-results/${id}?fields=reason`)).at('entries') as Entry[]
    assert.equal(entry?.reason, 'The reason is not known: the details of this result cannot be read')
  })

  test('where a detail that others are told by is damaged, those that stand alone are shown', async () => {
    const id = (await writeUrlMonitor(api, 'create', '', {})).textAt('id')
    const checkNo = (await findScheduled(api.store.read, id))?.no
    const sample = detailSamples.find(({ name }) => name === 'https, 200 of nginx')
    assert.ok(sample !== undefined && checkNo !== undefined)
    const store = async (packer: ReturnType<typeof createDetailPacker>) => {
      api.clock.advance(1_000)
      const at = api.clock.now()
      const fields = { checkNo, scheduledAt: at, startedAt: at, createdAt: at }
      return referenceOf((await storePacked(api.store, packer, { sample, fields })).row.detail) !== null
    }
    const packer = createDetailPacker(api)
    const isTold = [await store(packer), await store(packer), await store(packer)]
    assert.ok(isTold.includes(false) && isTold.includes(true))
    await api.store.write((db) =>
      db
        .updateTable('detail_references')
        .set({ content: Uint8Array.of(99) })
        .where('check_no', '=', checkNo)
        .execute(),
    )
    // A server that starts now reads the references of its checks before it stores anything.
    isTold.push(await store(createDetailPacker(api)))
    assert.equal(isTold.at(-1), false)
    const entries = (await read(`/v2/check-results/${id}`)).at('entries') as Entry[]
    assert.deepEqual(
      entries.map(({ hasUnreadableDetails }) => hasUnreadableDetails),
      isTold.toReversed(),
    )
  })

  test('of a long text that is damaged the beginning is shown, and that some is missing', async () => {
    const id = await makeMonitor(api)
    const { id: resultId, row, detail } = await storeResult(api, id)
    const text = {
      name: 'response.body',
      type: longTextType,
      contentType: 'text/plain',
      content: Buffer.from([0xff, 0xff]),
    }
    await api.store.write((db) => insertAssets(db, row, [text], api.clock.now()))
    const one = await read(`/v1/check-results/${id}/${resultId}`)
    assert.deepEqual([one.at('hasUnreadableDetails'), one.at('icmpCheckResult')], [true, detail])
  })
})
