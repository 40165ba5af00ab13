import { isCheckType } from '@sonde/schema/check-types/check-type.ts'
import { ChecksQuery } from '@sonde/schema/checks/check-query.ts'
import { statusOfFilter } from '@sonde/schema/runs/api-verdicts.ts'
import { component } from '@sonde/schema/validation/building-blocks.ts'
import { listChecks as findChecks } from '@sonde/store/checks/checks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { applyGroups } from '@sonde/actions/check-groups/apply-groups.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { type AnswerVersion, listedAnswerOf } from '@sonde/actions/checks/check-answer.ts'
import { checkSerializer } from './check-serializer.ts'
import { anyCheck } from './any-check.ts'
import { checkRelations } from '@sonde/actions/checks/check-relations.ts'

export function listChecks(app: App, deps: ApiDeps, version: AnswerVersion): void {
  app.get(
    `/${version}/checks`,
    {
      serializerCompiler: checkSerializer(app, version),
      schema: {
        summary: 'List checks of every type',
        description:
          'Newest first, without `dependencies` of scripts. The header `Content-Range` contains the total.',
        tags: ['Checks'],
        querystring: ChecksQuery,
        response: answers({
          200: component(`CheckList${version.toUpperCase()}`, Type.Array(anyCheck(version))),
        }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { query } = request
      const offset = offsetOf(query)
      const { apiCheckUrlFilterPattern: address } = query
      // Who filters by the address of API checks wants no others.
      const checkType = query.checkType ?? (address === undefined ? undefined : 'API')
      const canMatch =
        checkType === undefined || (isCheckType(checkType) && (address === undefined || checkType === 'API'))
      const { rows, total } = !canMatch
        ? { rows: [], total: 0 }
        : await findChecks(deps.store.read, {
            accountId: accountOf(request).id,
            limit: query.limit,
            offset,
            ...(checkType === undefined ? {} : { checkType }),
            ...(address === undefined ? {} : { target: address }),
            ...(query.tag === undefined ? {} : { tags: query.tag }),
            ...(query.search === undefined ? {} : { search: query.search }),
            ...(query.status === undefined ? {} : { status: statusOfFilter(query.status) }),
          })
      setContentRange(reply, { offset, length: rows.length, total })
      const { read } = deps.store
      const applied = query.applyGroupSettings
        ? await applyGroups(read, accountOf(request).id, rows)
        : { rows, subscribers: new Map<string, number>() }
      const checkIds = rows.map(({ id }) => id)
      const relationsOf = await checkRelations(read, checkIds, applied.subscribers)
      const { sealer } = deps.store
      const showing = { publicUrl: deps.publicUrl(), role: accountOf(request).role, sealer }
      return applied.rows.map((row) => listedAnswerOf(row, version, relationsOf(row.id), showing))
    },
  )
}
