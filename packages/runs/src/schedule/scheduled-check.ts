import type { RunKind } from '@sonde/schema/check-types/check-kind.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { ScheduledRow } from '@sonde/store/checks/scheduled-checks.ts'
import { hasPlaceholders } from '../variables/substitute.ts'
import { mayHoldCredentials } from '../variables/url-credentials.ts'
import { type RetryPlan, retryPlanOf } from '../results/retry.ts'
import { type FindPrivateLocation, type Place, poolOf } from './location-pool.ts'
import { type Slots, slotsOf } from './slots.ts'

/** A check as the scheduler holds it in memory: what a run needs, and where the schedule stands. */
export type ScheduledCheck = {
  readonly no: number
  readonly checkId: string
  readonly accountId: string
  readonly checkType: CheckType
  readonly name: string
  /** Of the check and of its group. */
  readonly tags: readonly string[]
  readonly isActivated: boolean
  readonly slots: Slots | null
  readonly isParallel: boolean
  readonly pool: readonly Place[]
  readonly retry: RetryPlan | null
  readonly kind: RunKind
  readonly groupId: number | null
  /** The host whose certificate it depends on. */
  readonly domain: string | null
  /** Whether its request names variables, whether it has some of its own, and whether it holds passwords itself. */
  readonly hasPlaceholders: boolean
  readonly hasOwnVariables: boolean
  readonly hasCredentials: boolean
  /** The fields that runs need, and the same as text. */
  readonly config: unknown
  readonly configText: string
  /** The snapshot that runs refer to; its number is taken, its row may still have to be written. */
  snapshot: number
  isSnapshotStored: boolean
  lastOrigin: string | null
  lastSlotAt: number | null
  nextSlotAt: number | null
  /** The scheduled runs that have not ended: their ids, and where they began. */
  readonly open: Map<string, string>
  /** When the last change of the row was made, to tell a late notice from a new one. */
  readonly writtenAt: number
}

/** Null for a type of check that no agent runs. */
export function toScheduledCheck(row: ScheduledRow, find: FindPrivateLocation): ScheduledCheck | null {
  const { check } = row
  const kind = kindOf(check.checkType).run
  if (!kind) return null
  const config = Object.fromEntries(kind.fields.map((field) => [field, check.config[field]]))
  const configText = JSON.stringify(config)
  const isSnapshotStored = row.snapshotName === check.name && row.snapshotConfig === configText
  return {
    no: row.no,
    checkId: check.id,
    accountId: check.accountId,
    checkType: check.checkType,
    name: check.name,
    tags: tagsOf(check.config),
    isActivated: check.activated,
    slots: slotsOf(check),
    isParallel: check.config['runParallel'] === true,
    pool: poolOf(check.config, check.accountId, find),
    retry: retryPlanOf(check.config),
    kind,
    groupId: check.groupId,
    domain: kind.certificate?.domainOf(config) ?? null,
    hasPlaceholders: hasPlaceholders(configText),
    hasOwnVariables: check.sealedConfig !== null,
    hasCredentials: mayHoldCredentials(configText),
    config,
    configText,
    snapshot: isSnapshotStored ? row.snapshot : row.snapshot + 1,
    isSnapshotStored,
    lastOrigin: row.lastOrigin,
    lastSlotAt: null,
    nextSlotAt: null,
    open: new Map(),
    writtenAt: writtenAt(check),
  }
}

/** The same check after a change: what its runs have done so far stays. */
export function changed(
  before: ScheduledCheck,
  check: CheckRow,
  find: FindPrivateLocation,
): ScheduledCheck | null {
  const after = toScheduledCheck(
    {
      no: before.no,
      check,
      lastOrigin: before.lastOrigin,
      snapshot: before.snapshot,
      snapshotName: before.name,
      snapshotConfig: before.configText,
    },
    find,
  )
  if (after === null) return null
  return {
    ...after,
    isSnapshotStored: after.snapshot === before.snapshot && before.isSnapshotStored,
    lastSlotAt: before.lastSlotAt,
    open: before.open,
  }
}

export function writtenAt(check: Pick<CheckRow, 'createdAt' | 'updatedAt'>): number {
  return check.updatedAt ?? check.createdAt
}
