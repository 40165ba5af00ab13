import { encodeDetail } from '../src/result-details/detail-codec.ts'
import { insertResults, type ResultRow } from '../src/results/results.ts'
import type { Store } from '../src/engine/store.ts'

let lastCheckRunId = 0

/** A result that passed at eu-west-1, with a number of its own, unless told. */
export function makeResult(fields: Partial<ResultRow> = {}): ResultRow {
  lastCheckRunId += 1
  const scheduledAt = fields.scheduledAt ?? 1_775_044_800_000
  return {
    checkNo: 1,
    checkType: 'ICMP',
    scheduledAt,
    origin: 'eu-west-1',
    attempt: 1,
    isFinal: true,
    verdict: 'passed',
    overMax: false,
    source: 'SCHEDULER',
    snapshot: 1,
    location: fields.origin ?? 'eu-west-1',
    startedAt: scheduledAt + 100,
    durationMs: 1_015.5,
    createdAt: scheduledAt + 1_200,
    checkRunId: lastCheckRunId,
    responseTime: 15.125,
    statusCode: null,
    metrics: { packetLoss: 0, latencyMin: 10, latencyMax: 20, latencyStdDev: 5, dns: null },
    detail: encodeDetail('TCP', { text: 'hello' }, {}),
    reason: null,
    isStandIn: false,
    ...fields,
  }
}

export async function addResults(store: Store, rows: readonly ResultRow[]): Promise<boolean[]> {
  return await store.write((db) => insertResults(db, rows))
}
