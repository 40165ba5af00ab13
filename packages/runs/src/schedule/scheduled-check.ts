import type { RunKind } from '@sonde/schema/check-types/check-kind.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { ScheduledRow } from '@sonde/store/checks/scheduled-checks.ts'
import type { RunKey } from '@sonde/store/runs/left-out-slots.ts'
import { hasPlaceholders } from '@sonde/schema/variables/substitute.ts'
import { mayHoldCredentials } from '../variables/url-credentials.ts'
import { type RetryPlan, retryPlanOf } from '@sonde/schema/checks/retry-plan.ts'
import type { CheckFacts } from '../run.ts'
import { freezeScripts } from './freeze-scripts.ts'
import type { LeftOutCount } from './left-out-slots.ts'
import { type FindPrivateLocation, type LocationQueue, poolOf } from './location-pool.ts'
import { type Slots, slotsOf } from './slots.ts'

/** A check as its runs need it, with the settings of its group. It never changes: a change makes another one. */
export type RunnableCheck = CheckFacts & {
  readonly no: number
  readonly checkId: string
  readonly accountId: string
  readonly checkType: CheckType
  readonly name: string
  /** Of the check and of its group. */
  readonly tags: readonly string[]
  readonly slots: Slots | null
  readonly pool: readonly LocationQueue[]
  readonly retry: RetryPlan | null
  readonly kind: RunKind
  /** The fields that runs need, and the same as text, with masks in place of secrets. */
  readonly config: unknown
  readonly configText: string
  readonly sealedSecrets: string | null
  /** When the last change of the row was made. */
  readonly writtenAt: number
}

/** A check as the scheduler holds it in memory: what a run needs, and where the schedule stands. */
export type ScheduledCheck = RunnableCheck & {
  /** The snapshot that runs refer to; while its row is not written, the number that it will probably have. */
  snapshot: number
  isSnapshotStored: boolean
  lastOrigin: string | null
  lastSlotAt: number | null
  nextSlotAt: number | null
  /** The scheduled runs that have not ended, by their ids. */
  readonly open: Map<string, OpenRun>
}

export type OpenRun = {
  readonly key: RunKey
  /** The slots that were left out because an agent was looking already, with this run. */
  readonly leftOut: LeftOutCount[]
}

/** Null for a type of check that no agent runs. */
export function toRunnableCheck(
  { no, rev, check, group }: Pick<ScheduledRow, 'no' | 'rev' | 'check' | 'group'>,
  find: FindPrivateLocation,
): RunnableCheck | null {
  const kind = kindOf(check.checkType).run
  if (!kind) return null
  const scripts = freezeScripts(kind, check.config, group)
  const config = {
    ...Object.fromEntries(kind.fields.map((field) => [field, check.config[field]])),
    ...(scripts === null ? {} : { scripts }),
  }
  const configText = JSON.stringify(config)
  return {
    no,
    rev,
    checkId: check.id,
    accountId: check.accountId,
    checkType: check.checkType,
    name: check.name,
    tags: tagsOf(check.config),
    isActivated: check.activated,
    slots: slotsOf(check),
    isParallel: check.config['runParallel'] === true,
    pool: poolOf(check.config, check.accountId, find),
    retry: kind.isNeverRetried === true ? null : retryPlanOf(check.config),
    kind,
    groupId: check.groupId,
    domain: kind.certificate?.domainOf(config) ?? null,
    hasPlaceholders: check.sealedSecrets !== null || hasPlaceholders(configText),
    hasOwnVariables: check.sealedConfig !== null,
    hasCredentials: mayHoldCredentials(configText),
    config,
    configText,
    sealedSecrets: check.sealedSecrets,
    writtenAt: writtenAt(check),
  }
}

/** Null for a type of check that no agent runs. */
export function toScheduledCheck(row: ScheduledRow, find: FindPrivateLocation): ScheduledCheck | null {
  const check = toRunnableCheck(row, find)
  if (check === null) return null
  const isSnapshotStored = isCurrentSnapshot(row, check)
  return {
    ...check,
    snapshot: isSnapshotStored ? row.snapshot : row.snapshot + 1,
    isSnapshotStored,
    lastOrigin: row.lastOrigin,
    lastSlotAt: null,
    nextSlotAt: null,
    open: new Map(),
  }
}

/** Whether the runs of the check are made with what its last snapshot says. */
export function isCurrentSnapshot(
  row: Pick<ScheduledRow, 'snapshotName' | 'snapshotConfig' | 'snapshotSecrets'>,
  check: RunContent,
): boolean {
  const { snapshotName: name, snapshotConfig: configText, snapshotSecrets: sealedSecrets } = row
  return configText !== null && name !== null && isSameContent({ name, configText, sealedSecrets }, check)
}

type RunContent = Pick<RunnableCheck, 'name' | 'configText' | 'sealedSecrets'>

/** Secrets that were sealed anew count as others: that costs a snapshot, and nothing has to be opened. */
function isSameContent(one: RunContent, other: RunContent): boolean {
  return (
    one.name === other.name &&
    one.configText === other.configText &&
    one.sealedSecrets === other.sealedSecrets
  )
}

/** The same check after a change: what its runs have done so far stays. */
export function withChanges(
  before: ScheduledCheck,
  row: ScheduledRow,
  find: FindPrivateLocation,
): ScheduledCheck | null {
  const after = toRunnableCheck(row, find)
  if (after === null) return null
  const isSame = isSameContent(before, after)
  return {
    ...after,
    snapshot: isSame ? before.snapshot : before.snapshot + 1,
    isSnapshotStored: isSame && before.isSnapshotStored,
    lastOrigin: before.lastOrigin,
    lastSlotAt: before.lastSlotAt,
    nextSlotAt: null,
    open: before.open,
  }
}

function writtenAt(check: Pick<CheckRow, 'createdAt' | 'updatedAt'>): number {
  return check.updatedAt ?? check.createdAt
}

/** What was read of a check before it was changed may come after what was read then. */
export function isOlder(check: ScheduledCheck, than: ScheduledCheck): boolean {
  return check.rev < than.rev || check.writtenAt < than.writtenAt
}
