import {
  CheckGroup,
  CheckGroupCreate,
  CheckGroupCreateOrUpdateV2,
  WriteGroupQuery,
} from '@sonde/schema/checks/check-group.ts'
import { automaticSubscriptions } from '@sonde/actions/alert-channels/named-channels.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { groupAnswer } from './group-answer.ts'
import { wholeGroup } from './group-document.ts'
import { storeNewGroup } from './store-group.ts'

const bodies = { 1: CheckGroupCreate, 2: CheckGroupCreateOrUpdateV2 } as const

export function createCheckGroup(app: App, deps: ApiDeps, version: 1 | 2): void {
  app.post(
    `/v${version}/check-groups`,
    {
      schema: {
        summary: 'Create a check group',
        description:
          version === 1
            ? 'A group that always overrides the settings of its checks.'
            : 'A group whose settings override those of its checks where they are not null or `FALLBACK`.',
        tags: ['Check groups'],
        deprecated: version === 1,
        querystring: WriteGroupQuery,
        body: bodies[version],
        response: answers({ 201: CheckGroup }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { id: accountId, role } = accountOf(request)
      const { sealer } = deps.store
      const document = wholeGroup(version, request.body, null)
      const answer = await deps.store.write(async (db) => {
        const listed = document.alertChannelSubscriptions ?? []
        const assignsAll = request.query.autoAssignAlerts
        const automatic = await automaticSubscriptions(db, accountId, { listed, assignsAll })
        const whole = { ...document, alertChannelSubscriptions: [...listed, ...automatic] }
        const createdAt = deps.clock.now()
        const group = await storeNewGroup(db, deps, { accountId, version, document: whole, createdAt })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'CHECK_GROUP',
          entityId: group.id,
          entityName: group.name,
          before: null,
          after: whole,
        })
        return await groupAnswer(db, group, { role, sealer })
      })
      return reply.code(201).send(answer)
    },
  )
}
