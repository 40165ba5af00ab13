import { PageQuery } from '@sonde/schema/validation/page.ts'
import { VariableList } from '@sonde/schema/variables/variable.ts'
import { listVariables as findVariables } from '@sonde/store/variables/variables.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { variableAnswer } from '@sonde/actions/variables/variable-answer.ts'

export function listVariables(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/variables',
    {
      schema: {
        summary: 'List the variables of the account',
        description:
          'Newest first. The header `Content-Range` contains the total. Values of secrets are null, and so are those of ' +
          'locked variables for callers who can only read or run. A request with `X-Checkly-Source: CLI` and ' +
          'neither `limit` nor `page` gets all of them.',
        tags: ['Environment variables'],
        querystring: PageQuery,
        response: answers({ 200: VariableList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { id: accountId, role } = accountOf(request)
      const page = wantsAll(request) ? null : { limit: request.query.limit, offset: offsetOf(request.query) }
      const { read, sealer } = deps.store
      const { rows, total } = await findVariables(read, { accountId, page })
      setContentRange(reply, { offset: page?.offset ?? 0, length: rows.length, total })
      return rows.map((row) => variableAnswer(row, { role, sealer }))
    },
  )
}

/** The command-line client never pages here, and takes one page for everything. */
function wantsAll({ headers, url }: FastifyRequest): boolean {
  if (headers['x-checkly-source'] !== 'CLI') return false
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  return !query.has('limit') && !query.has('page')
}
