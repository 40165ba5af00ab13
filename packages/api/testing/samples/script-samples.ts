import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { browserRunOfError } from '@sonde/schema/check-types/browser/result.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { joinErrorGroups } from '@sonde/store/results/error-groups.ts'
import type { ApiUnderTest } from '../api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { storeAsset } from '../store-asset.ts'
import { storeResult } from '../store-result.ts'
import { makeMonitor } from '../monitors/write-icmp.ts'

/** One good request for every operation about snippets, golden files, credentials in clear and error groups. */
export function scriptSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const snippetBody = () => ({ name: `s-${randomBytes(6).toString('hex')}`, script: 'export const a = 1' })
  const snippet = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/snippets', { body: snippetBody() })
    assert.equal(made.status, 201, made.text)
    return { values: { id: String(made.at('id')) }, unknown: { id: '999999' } }
  }
  const errorGroup = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api)
    return { values: { id: await makeErrorGroup(api, checkId), checkId } }
  }
  const comparedResult = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/checks/browser', {
      body: { name: 'Shop', script: "import { test } from '@playwright/test'" },
    })
    const checkId = made.textAt('id')
    const snapshot = { path: 'a.png', state: 'MISSING' as const, expected: null, actual: 'b.png', diff: null }
    const detail = { ...browserRunOfError('no golden file'), snapshots: [snapshot] }
    const stored = await storeResult(api, checkId, { detail: encodeDetail('BROWSER', detail, {}) })
    await storeAsset(api, stored.row, 'b.png')
    return { values: { checkId, checkResultId: stored.id } }
  }
  return {
    postV1CheckresultsCheckidCheckresultidAcceptsnapshots: async () => ({
      ...(await comparedResult()),
      body: { paths: ['a.png'] },
    }),
    getV1Snippets: async () => {
      await snippet()
      return { query: '?limit=5' }
    },
    postV1Snippets: async () => ({ body: snippetBody() }),
    getV1SnippetsId: snippet,
    putV1SnippetsId: async () => ({ ...(await snippet()), body: snippetBody() }),
    deleteV1SnippetsId: snippet,
    getV1Secretscans: async () => {
      const body = {
        name: `t-${randomBytes(6).toString('hex')}`,
        script: `const key = 'ghp_${randomBytes(18).toString('hex')}'`,
      }
      await api.call('POST', '/v1/snippets', { body })
      return { hasOwnLimit: true }
    },
    getV1Errorgroups: async () => {
      await errorGroup()
      return { query: '?limit=5' }
    },
    getV1ErrorgroupsChecksCheckid: errorGroup,
    getV1ErrorgroupsId: errorGroup,
    patchV1ErrorgroupsId: async () => ({ ...(await errorGroup()), body: { archivedUntilNextEvent: true } }),
  }
}

/** As if the check had failed once in this way; returns the id of the group. */
export async function makeErrorGroup(
  api: ApiUnderTest,
  checkId: string,
  {
    message = 'timeout',
    result = { checkNo: 1, scheduledAt: api.clock.now(), origin: 'eu-west-1', attempt: 1 },
  } = {},
): Promise<string> {
  const at = api.clock.now()
  const { accountId } = api
  const event = { accountId, checkId, result, errorHash: message, raw: message, cleaned: message, at }
  await api.store.write((db) => joinErrorGroups(db, [event]))
  const { id } = await api.store.read
    .selectFrom('error_groups')
    .select('id')
    .where('check_id', '=', checkId)
    .where('error_hash', '=', message)
    .executeTakeFirstOrThrow()
  return id
}
