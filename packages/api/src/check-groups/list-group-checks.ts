import { component } from '@sonde/schema/validation/building-blocks.ts'
import { GroupParams } from '@sonde/schema/checks/check-group.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { listGroupChecks as findChecks } from '@sonde/store/checks/group-checks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { anyCheck } from '../checks/any-check.ts'
import { listedAnswerOf } from '@sonde/actions/checks/check-answer.ts'
import { checkSerializer } from '../checks/check-serializer.ts'
import { checkRelations } from '@sonde/actions/checks/check-relations.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { subscribersUnder, underGroup } from '@sonde/actions/check-groups/apply-groups.ts'

export function listGroupChecks(app: App, deps: ApiDeps, version: 'v1' | 'v2'): void {
  app.get(
    `/${version}/check-groups/:id/checks`,
    {
      serializerCompiler: checkSerializer(app, version),
      schema: {
        summary: 'List the checks of a group',
        description:
          'With the settings of the group applied. Newest first; `Content-Range` contains the total.',
        tags: ['Check groups'],
        params: GroupParams,
        querystring: PageQuery,
        response: answers({
          200: component(`CheckList${version.toUpperCase()}`, Type.Array(anyCheck(version))),
        }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { read } = deps.store
      const group = await findGroup(read, { accountId: accountOf(request).id, id: Number(request.params.id) })
      if (group === null) throw notFound('check group')
      const offset = offsetOf(request.query)
      const { limit } = request.query
      const { rows, total } = await findChecks(read, { groupId: group.id, limit, offset })
      setContentRange(reply, { offset, length: rows.length, total })
      const checkIds = rows.map(({ id }) => id)
      const relationsOf = await checkRelations(read, checkIds, subscribersUnder(group, rows))
      const { sealer } = deps.store
      const showing = { publicUrl: deps.publicUrl(), role: accountOf(request).role, sealer }
      return rows.map((row) => listedAnswerOf(underGroup(row, group), version, relationsOf(row.id), showing))
    },
  )
}
