import { GroupCheckParams } from '@sonde/schema/checks/check-group.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { ApiDeps } from '../api-deps.ts'
import { anyCheck } from '../checks/any-check.ts'
import { answerOf } from '@sonde/actions/checks/check-answer.ts'
import { checkSerializer } from '../checks/check-serializer.ts'
import { checkRelations } from '@sonde/actions/checks/check-relations.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { subscribersUnder, underGroup } from '@sonde/actions/check-groups/apply-groups.ts'

export function getGroupCheck(app: App, deps: ApiDeps, version: 'v1' | 'v2'): void {
  app.get(
    `/${version}/check-groups/:groupId/checks/:checkId`,
    {
      serializerCompiler: checkSerializer(app, version),
      schema: {
        summary: 'Show one check of a group',
        description: 'With the settings of the group applied.',
        tags: ['Check groups'],
        params: GroupCheckParams,
        response: answers({ 200: anyCheck(version) }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const { id: accountId, role } = accountOf(request)
      const group = await findGroup(read, { accountId, id: Number(request.params.groupId) })
      if (group === null) throw notFound('check group')
      const row = await findCheck(read, { accountId, id: request.params.checkId })
      if (row === null || row.groupId !== group.id) throw notFound('check in this group')
      const relationsOf = await checkRelations(read, [row.id], subscribersUnder(group, [row]))
      return answerOf(underGroup(row, group), version, relationsOf(row.id), {
        publicUrl: deps.publicUrl(),
        role,
        sealer: deps.store.sealer,
      })
    },
  )
}
