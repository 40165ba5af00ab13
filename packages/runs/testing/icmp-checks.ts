import { randomUUID } from 'node:crypto'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import type { ScheduledRow } from '@sonde/store/checks/scheduled-checks.ts'
import { slotsOf } from '../src/schedule/slots.ts'

/** The stored fields of an ICMP monitor: one location, no retries, unless told. */
export function icmpFields(fields: JsonObject = {}): JsonObject {
  return {
    tags: [],
    request: { hostname: 'edge1.example.net', ipFamily: 'IPv4', pingCount: 2, assertions: [] },
    shouldFail: false,
    degradedResponseTime: 10_000,
    maxResponseTime: 20_000,
    degradedPacketLossThreshold: 10,
    maxPacketLossThreshold: 20,
    locations: ['eu-west-1'],
    privateLocations: [],
    runParallel: false,
    retryStrategy: null,
    doubleCheck: false,
    ...fields,
  }
}

/** The id of a check whose slots are the first second of their window. */
function idOfFirstSecond(): string {
  for (;;) {
    const id = randomUUID()
    if (slotsOf({ id, frequency: 1, frequencyOffset: 10 })?.spreadMs === 0) return id
  }
}

/** A check that runs every minute on the minute, unless told. */
export function icmpCheck(config: JsonObject = {}, fields: Partial<CheckRow> = {}): CheckRow {
  return {
    id: idOfFirstSecond(),
    accountId: '00000000-0000-4000-8000-000000000001',
    checkType: 'ICMP',
    name: 'Gateway',
    activated: true,
    muted: false,
    status: null,
    groupId: null,
    frequency: 1,
    frequencyOffset: 10,
    config: icmpFields(config),
    sealedConfig: null,
    sealedSecrets: null,
    createdAt: 1_000,
    updatedAt: null,
    ...fields,
  }
}

/** The check as the scheduler finds it in the database, without a run so far. */
export function scheduledRow(check: CheckRow, fields: Partial<ScheduledRow> = {}): ScheduledRow {
  return {
    no: 1,
    rev: 0,
    check,
    group: null,
    lastOrigin: null,
    snapshot: 0,
    snapshotName: null,
    snapshotConfig: null,
    snapshotSecrets: null,
    certificateDomain: null,
    ...fields,
  }
}
