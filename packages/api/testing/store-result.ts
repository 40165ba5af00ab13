import assert from 'node:assert/strict'
import { metricValuesIn } from '@sonde/schema/check-types/check-metrics.ts'
import type { IcmpCheckResult } from '@sonde/schema/check-types/icmp/result.ts'
import { insertSnapshots, snapshotsOf } from '@sonde/store/checks/check-snapshots.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { insertResults, type ResultRow } from '@sonde/store/results/results.ts'
import { resultIdOf, runIdOf } from '@sonde/store/runs/run-identity.ts'
import { findScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import type { ApiUnderTest } from './api-under-test.ts'

export type StoredResult = { id: string; runId: string; row: ResultRow; detail: IcmpCheckResult }

let lastCheckRunId = 0

/** Stores a result of a monitor as an agent's report would: passed at eu-west-1 just now, unless told. */
export async function storeResult(
  api: ApiUnderTest,
  checkId: string,
  fields: Partial<ResultRow> = {},
): Promise<StoredResult> {
  const scheduled = await findScheduled(api.store.read, checkId)
  assert.ok(scheduled)
  const { no, check } = scheduled
  const hostname = 'edge1.example.net'
  const snapshotConfig = { request: { hostname, ipFamily: 'IPv4', pingCount: 2, assertions: [] } }
  const snapshot = fields.snapshot ?? 1
  const { read } = api.store
  if (!(await snapshotsOf(read, no, [snapshot])).has(snapshot)) {
    const made = { checkNo: no, snapshot, name: check.name, config: JSON.stringify(snapshotConfig) }
    await api.store.write((db) =>
      insertSnapshots(db, [{ ...made, sealedSecrets: null, createdAt: api.clock.now() }]),
    )
  }
  lastCheckRunId += 1
  const detail = pinged(hostname)
  const scheduledAt = fields.scheduledAt ?? fields.startedAt ?? api.clock.now()
  const row: ResultRow = {
    checkNo: no,
    checkType: check.checkType,
    scheduledAt,
    origin: 'eu-west-1',
    attempt: 1,
    isFinal: true,
    verdict: 'passed',
    overMax: false,
    source: 'SCHEDULER',
    snapshot,
    location: fields.origin ?? 'eu-west-1',
    startedAt: scheduledAt,
    durationMs: 1_015,
    createdAt: scheduledAt + 1_200,
    checkRunId: lastCheckRunId,
    responseTime: detail.response?.latency?.avg ?? null,
    statusCode: null,
    detail: encodeDetail('ICMP', detail, snapshotConfig),
    reason: null,
    isStandIn: false,
    ...fields,
    metrics: { ...(check.checkType === 'ICMP' && metricValuesIn('ICMP', detail)), ...fields.metrics },
  }
  const [isNew] = await api.store.write((db) => insertResults(db, [row]))
  assert.equal(isNew, true)
  const run = { checkId, scheduledAt, origin: row.origin }
  return { id: resultIdOf(run, row.attempt), runId: runIdOf(run), row, detail }
}

function pinged(hostname: string): IcmpCheckResult {
  return {
    requestError: null,
    request: { hostname, targetIp: '192.0.2.7', ipFamily: 'IPv4', pingCount: 2 },
    response: {
      hostname,
      resolvedIp: '192.0.2.7',
      ipFamily: 'IPv4',
      pingCount: 2,
      packetsSent: 2,
      packetsReceived: 2,
      packetSize: 64,
      packetLoss: 0,
      dnsResolutionTime: 1.5,
      latency: { avg: 15, min: 10, max: 20, stdDev: 5 },
      pingResults: [
        { sequence: 0, type: 0, code: 0, success: true, rtt: 10, ttl: 57 },
        { sequence: 1, type: 0, code: 0, success: true, rtt: 20, ttl: 57 },
      ],
    },
    assertions: [],
    noiseMs: 0.02,
  }
}
