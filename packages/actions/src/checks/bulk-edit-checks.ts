import { isDeepStrictEqual } from 'node:util'
import { chunks } from '@sonde/ground/chunks.ts'
import type { BulkEdit, BulkEditAnswer } from '@sonde/schema/checks/bulk-edit.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { subscriptionsOf, type Subscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import { lockStatesOfChecks } from '@sonde/store/checks/check-states.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import { checksOf, findCheckForUpdate, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { invalidInput, notFound, Refusal } from '../refusal.ts'
import { type DeleteCheckDeps, deleteLockedCheck } from './delete-check.ts'
import { updateLockedCheck } from './update-check.ts'
import { requireValidUpdate } from './validate-check.ts'

type EditOutcome =
  | { kind: 'changed' | 'deleted' | 'unchanged'; checkId: string }
  | { kind: 'failed'; checkId: string; message: string }

type Edit = Omit<BulkEdit, 'checkIds'>
type EditDeps = DeleteCheckDeps & Pick<ActionDeps, 'clock'>

/** Checks that are written together: nobody else writes meanwhile. */
const checksPerWrite = 25

/** Changes or deletes many checks, each whole or not at all; one that is refused does not keep the others. */
export async function bulkEditChecks(
  deps: EditDeps,
  actor: Actor,
  { input: { checkIds, ...edit } }: { input: BulkEdit },
): Promise<BulkEditAnswer> {
  const ids = [...new Set(checkIds.map((id) => id.toLowerCase()))]
  const outcomes: EditOutcome[] = []
  for (const slice of chunks(ids, checksPerWrite)) {
    const sliceOutcomes = await deps.store.write((db) => editChecks(db, deps, { actor, ids: slice, edit }))
    await tellScheduler(deps, sliceOutcomes)
    outcomes.push(...sliceOutcomes)
  }
  const count = (kind: EditOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  return {
    changed: count('changed') + count('deleted'),
    unchanged: count('unchanged'),
    failed: outcomes.flatMap((outcome) =>
      outcome.kind === 'failed' ? [{ checkId: outcome.checkId, message: outcome.message }] : [],
    ),
  }
}

/** The schedule hears of what was written even if the next write fails. */
async function tellScheduler({ runs }: EditDeps, outcomes: readonly EditOutcome[]): Promise<void> {
  const idsOf = (kind: EditOutcome['kind']) =>
    outcomes.filter((outcome) => outcome.kind === kind).map(({ checkId }) => checkId)
  const changedIds = idsOf('changed')
  if (changedIds.length > 0) await runs.checksWritten(changedIds)
  for (const checkId of idsOf('deleted')) await runs.checkDeleted(checkId)
}

/** Inside one `write`, one check after the other. */
async function editChecks(
  db: Db,
  deps: EditDeps,
  { actor, ids, edit }: { actor: Actor; ids: readonly string[]; edit: Edit },
): Promise<EditOutcome[]> {
  const { accountId } = actor
  const own = (await checksOf(db, { accountId, ids })).map(({ id }) => id)
  // Results lock the states of checks before the checks, in one order: so does who may have to change both.
  await lockStatesOfChecks(db, own)
  const outcomes: EditOutcome[] = []
  for (const checkId of ids) {
    try {
      const before = await findCheckForUpdate(db, { accountId, id: checkId })
      if (before === null) throw notFound('check')
      outcomes.push({ kind: await editCheck(db, deps, { actor, before, edit }), checkId })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcomes.push({ kind: 'failed', checkId, message: error.message })
    }
  }
  return outcomes
}

async function editCheck(
  db: Db,
  deps: EditDeps,
  { actor, before, edit }: { actor: Actor; before: CheckRow; edit: Edit },
): Promise<'changed' | 'deleted' | 'unchanged'> {
  if (edit.delete === true) {
    await deleteLockedCheck(db, deps, actor, before)
    return 'deleted'
  }
  const subscriptions = await changedSubscriptions(db, before, edit)
  const input = {
    ...inputOf(before, edit),
    ...(subscriptions === null ? {} : { alertChannelSubscriptions: subscriptions }),
  }
  const kind = kindOf(before.checkType)
  requireApplicable(kind, input)
  if (!isChange(before, input) && subscriptions === null) return 'unchanged'
  requireValidUpdate(kind, input, 'merge')
  await updateLockedCheck(db, deps, actor, { kind, before, input, mode: 'merge' })
  return 'changed'
}

/** The subscriptions of a check after the edit; null when they stay as they are. */
async function changedSubscriptions(
  db: Db,
  { id }: CheckRow,
  { addAlertChannelIds: added = [], removeAlertChannelIds: removed = [] }: Edit,
): Promise<Subscription[] | null> {
  if (added.length + removed.length === 0) return null
  const before = await subscriptionsOf(db, { checkIds: [id] })
  const wanted = new Map(
    before
      .filter(({ channelId }) => !removed.includes(channelId))
      .map(({ channelId, activated }) => [channelId, activated]),
  )
  for (const channelId of added) wanted.set(channelId, true)
  const isSame =
    wanted.size === before.length && before.every((row) => wanted.get(row.channelId) === row.activated)
  return isSame ? null : [...wanted].map(([alertChannelId, activated]) => ({ alertChannelId, activated }))
}

type Input = NonNullable<BulkEdit['set']> & { tags?: string[] }

/** What says when and where a check runs. A heartbeat does not: it waits for pings. */
const scheduleFields = ['frequency', 'frequencyOffset', 'locations', 'privateLocations'] as const

function requireApplicable({ pings, title }: CheckKind, input: Input): void {
  if (pings === undefined) return
  const violations = scheduleFields
    .filter((field) => input[field] !== undefined)
    .map((path) => ({ path, message: `does not apply to a ${title}: it waits for pings` }))
  if (violations.length > 0) throw invalidInput(violations)
}

/** What an update of this check alone would send. */
function inputOf(before: CheckRow, { set = {}, addTags, removeTags }: Edit): Input {
  if (addTags === undefined && removeTags === undefined) return set
  const removed = new Set(removeTags)
  const remaining = tagsOf(before.config).filter((tag) => !removed.has(tag))
  return { ...set, tags: [...new Set([...remaining, ...(addTags ?? [])])] }
}

function isChange(before: CheckRow, input: Input): boolean {
  const { activated, muted, groupId, tags, frequency, frequencyOffset, locations, privateLocations } = input
  return (
    (activated !== undefined && activated !== before.activated) ||
    (muted !== undefined && muted !== before.muted) ||
    (groupId !== undefined && groupId !== before.groupId) ||
    (frequency !== undefined && frequency !== before.frequency) ||
    (frequencyOffset !== undefined && frequencyOffset !== before.frequencyOffset) ||
    isOtherList(tags, tagsOf(before.config)) ||
    isOtherList(locations, before.config['locations']) ||
    isOtherList(privateLocations, before.config['privateLocations'])
  )
}

/** The order counts: a check runs at its locations in turn. */
function isOtherList(list: readonly string[] | null | undefined, had: unknown): boolean {
  return list !== undefined && !isDeepStrictEqual(list ?? [], had ?? [])
}
