import { isDeepStrictEqual } from 'node:util'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import type { Role } from '@sonde/schema/role.ts'
import { replaceGroupSubscriptions } from '@sonde/store/alert-subscriptions.ts'
import { findGroupForUpdate, updateGroup, type CheckGroupRow } from '@sonde/store/check-groups.ts'
import { checkIdsOfGroups } from '@sonde/store/group-checks.ts'
import { rewriteGroupLocations } from '@sonde/store/group-private-locations.ts'
import { bumpRunContext } from '@sonde/store/run-context-revision.ts'
import type { Db } from '@sonde/store/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import { notFound } from '../http/refusal.ts'
import { groupAnswer } from './group-answer.ts'
import { columnsOf, documentOf, sealedOf, type GroupDocument } from './group-document.ts'
import { requireGroupReferences } from './group-references.ts'

/** What a request makes of a stored group. */
type Change = (stored: GroupDocument, version: 1 | 2) => { document: GroupDocument; version: 1 | 2 }

/** Writes a changed group with all that follows for its checks; gives the answer of the API. */
export async function rewriteGroup(
  deps: ApiDeps,
  { accountId, id, role }: { accountId: string; id: number; role: Role },
  change: Change,
): Promise<Awaited<ReturnType<typeof groupAnswer>>> {
  const { sealer } = deps.store
  const { checkIds, answer } = await deps.store.write(async (db) => {
    const before = await findGroupForUpdate(db, { accountId, id })
    if (before === null) throw notFound('check group')
    const stored = documentOf(before, sealer)
    const { document, version } = change(stored, before.version)
    const locationIds = await requireGroupReferences(db, accountId, document)
    const after: CheckGroupRow = {
      ...before,
      ...columnsOf(document),
      version,
      sealedConfig: sealedOf(before.id, document, sealer),
      // Grows with every accepted write, also when the clock does not.
      updatedAt: Math.max(deps.clock.now(), (before.updatedAt ?? before.createdAt) + 1),
    }
    await updateGroup(db, before, after)
    if (!isDeepStrictEqual(before.config['privateLocations'], after.config['privateLocations'])) {
      await rewriteGroupLocations(db, before, locationIds)
    }
    if (document.alertChannelSubscriptions !== undefined) {
      await replaceGroupSubscriptions(db, before, document.alertChannelSubscriptions ?? [])
    }
    const members = (await checkIdsOfGroups(db, [before.id])).get(before.id) ?? []
    await deps.runs.announceGroupChange(db, members)
    if (before.activated && !after.activated) await forgetAlerts(db, members)
    const isFilledOtherwise = !isDeepStrictEqual(
      stored.environmentVariables ?? null,
      document.environmentVariables ?? null,
    )
    if (isFilledOtherwise) await bumpRunContext(db)
    return { checkIds: members, answer: await groupAnswer(db, after, { role, sealer }) }
  })
  await deps.runs.groupWritten(checkIds)
  return answer
}

/** As many checks as one query takes on both engines. */
const sliceSize = 1_000

async function forgetAlerts(db: Db, checkIds: readonly string[]): Promise<void> {
  for (let from = 0; from < checkIds.length; from += sliceSize) {
    // oxlint-disable-next-line no-await-in-loop
    await resetAlertStates(db, checkIds.slice(from, from + sliceSize))
  }
}
