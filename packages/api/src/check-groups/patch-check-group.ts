import { CheckGroup, CheckGroupPatchV2, GroupParams } from '@sonde/schema/checks/check-group.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { mergedGroup } from './group-document.ts'
import { rewriteGroup } from './rewrite-group.ts'

/** Ours: to mute a group at night, nobody should have to send all of it. */
export function patchCheckGroup(app: App, deps: ApiDeps): void {
  app.patch(
    '/v2/check-groups/:id',
    {
      schema: {
        summary: 'Change some fields of a check group',
        description:
          'Changes what is sent and nothing else; lists are replaced. A group of version 1 stays one, so that a setting of it cannot be left to its checks.',
        tags: ['Check groups'],
        params: GroupParams,
        body: CheckGroupPatchV2,
        response: answers({ 200: CheckGroup }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { role } = accountOf(request)
      const actor = actorOf(request, deps)
      return await rewriteGroup(deps, { actor, role, id: Number(request.params.id) }, (stored, version) => {
        if (version === 1) requireDecisions(request.body)
        return { document: mergedGroup(CheckGroupPatchV2, stored, request.body), version }
      })
    },
  )
}

/** A group of version 1 decides these for its checks; null would be read as something else. */
function requireDecisions(body: Readonly<Record<string, unknown>>): void {
  const violations = ['useGlobalAlertSettings', 'alertSettings', 'runParallel']
    .filter((path) => body[path] === null)
    .map((path): Violation => {
      const message = 'must not be null in a group of version 1: PUT the whole group to /v2 first'
      return { path, message }
    })
  if (violations.length > 0) throw invalidInput(violations)
}
