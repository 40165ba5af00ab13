import assert from 'node:assert/strict'
import { type ArtifactOwner, trialRunKey } from '@sonde/store/artifacts/artifacts.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { findTrialRun } from '@sonde/store/runs/trial-runs.ts'
import type { ApiUnderTest } from './api-under-test.ts'

/** Stores a file with a result, as an agent's diagnostics would. */
export async function storeAsset(
  api: ApiUnderTest,
  row: ResultRow,
  name: string,
  content: Uint8Array = Buffer.from('packets'),
): Promise<void> {
  await store(api, { ...row, accountId: api.accountId }, name, content)
}

/** Stores a file with a trial run, or one of a test session, that has ended. */
export async function storeTrialRunAsset(api: ApiUnderTest, id: string, name: string): Promise<void> {
  const { accountId } = api
  const trialRun = await findTrialRun(api.store.read, { accountId, id })
  assert.ok(trialRun !== null)
  const key = trialRunKey({ id: trialRun.id, scheduledAt: trialRun.createdAt, attempt: trialRun.attempt })
  await store(api, { ...key, accountId }, name, Buffer.from('packets'))
}

async function store(
  api: ApiUnderTest,
  owner: ArtifactOwner,
  name: string,
  content: Uint8Array,
): Promise<void> {
  const type = name.endsWith('.pcap') ? 'pcap' : 'report'
  const contentType = type === 'pcap' ? 'application/vnd.tcpdump.pcap' : 'application/json'
  await api.artifacts.keepSmall(owner, [{ name, type, contentType, content }], (files) => files)
}
