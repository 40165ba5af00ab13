import { isDeepStrictEqual } from 'node:util'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import {
  CheckGroup,
  CheckGroupCreateOrUpdateV2,
  CheckGroupUpdate,
  GroupParams,
  WriteGroupQuery,
} from '@sonde/schema/check-group.ts'
import { replaceGroupSubscriptions } from '@sonde/store/alert-subscriptions.ts'
import { findGroupForUpdate, updateGroup, type CheckGroupRow } from '@sonde/store/check-groups.ts'
import { checkIdsOfGroups } from '@sonde/store/group-checks.ts'
import { rewriteGroupLocations } from '@sonde/store/group-private-locations.ts'
import type { Db } from '@sonde/store/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'
import { groupAnswer } from './group-answer.ts'
import { columnsOf, documentOf, mergedGroup, sealedOf, wholeGroup } from './group-document.ts'
import { requireGroupReferences } from './group-references.ts'

const bodies = { 1: CheckGroupUpdate, 2: CheckGroupCreateOrUpdateV2 } as const

export function updateCheckGroup(app: App, deps: ApiDeps, version: 1 | 2): void {
  app.put(
    `/v${version}/check-groups/:id`,
    {
      schema: {
        summary: 'Update a check group',
        description:
          version === 1
            ? 'Changes what is sent and nothing else. A group of version 2 stays one.'
            : 'Writes the whole group, which becomes one of version 2: what is left out gets its default, except the subscriptions, which stay.',
        tags: ['Check groups'],
        deprecated: version === 1,
        params: GroupParams,
        querystring: WriteGroupQuery,
        body: bodies[version],
        response: answers({ 200: CheckGroup }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { id: accountId, role } = accountOf(request)
      const { sealer } = deps.store
      const { checkIds, answer } = await deps.store.write(async (db) => {
        const before = await findGroupForUpdate(db, { accountId, id: Number(request.params.id) })
        if (before === null) throw notFound('check group')
        const stored = documentOf(before, sealer)
        const document =
          version === 1 ? mergedGroup(stored, request.body) : wholeGroup(2, request.body, stored)
        const locationIds = await requireGroupReferences(db, accountId, document)
        const after: CheckGroupRow = {
          ...before,
          ...columnsOf(document),
          version: version === 2 ? 2 : before.version,
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
        return { checkIds: members, answer: await groupAnswer(db, after, { role, sealer }) }
      })
      await deps.runs.groupWritten(checkIds)
      return answer
    },
  )
}

/** As many checks as one query takes on both engines. */
const sliceSize = 1_000

async function forgetAlerts(db: Db, checkIds: readonly string[]): Promise<void> {
  for (let from = 0; from < checkIds.length; from += sliceSize) {
    // oxlint-disable-next-line no-await-in-loop
    await resetAlertStates(db, checkIds.slice(from, from + sliceSize))
  }
}
