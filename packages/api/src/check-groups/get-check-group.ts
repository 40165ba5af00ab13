import { CheckGroup, GroupParams } from '@sonde/schema/checks/check-group.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { groupAnswer } from '@sonde/actions/check-groups/group-answer.ts'

export function getCheckGroup(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-groups/:id',
    {
      schema: {
        summary: 'Show one check group',
        description: 'Of either version. Null and `FALLBACK` mean that its checks keep their own setting.',
        tags: ['Check groups'],
        params: GroupParams,
        response: answers({ 200: CheckGroup }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read, sealer } = deps.store
      const { id: accountId, role } = accountOf(request)
      const group = await findGroup(read, { accountId, id: Number(request.params.id) })
      if (group === null) throw notFound('check group')
      return await groupAnswer(read, group, { role, sealer })
    },
  )
}
