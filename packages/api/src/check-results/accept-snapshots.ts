import { acceptSnapshots } from '@sonde/actions/checks/accept-snapshots.ts'
import { conflict } from '@sonde/actions/refusal.ts'
import { AcceptedSnapshots, AcceptSnapshots } from '@sonde/schema/check-types/browser/accept-snapshots.ts'
import { CheckResultParams } from '@sonde/schema/check-types/check-result.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { findResult } from './find-result.ts'
import { resultAnswers } from './result-answer.ts'

export function acceptSnapshotsRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/check-results/:checkId/:checkResultId/accept-snapshots',
    {
      schema: {
        summary: 'Accept screenshots of a result as golden files of its check',
        description:
          'What the run has drawn is what later runs are compared with. Comparisons whose files are no longer kept are answered with 409.',
        tags: ['Check results'],
        params: CheckResultParams,
        body: AcceptSnapshots,
        response: answers({ 200: AcceptedSnapshots }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { checkId, checkResultId: resultId } = request.params
      const { read } = deps.store
      const { id: accountId, role } = accountOf(request)
      const { check, row } = await findResult(read, { accountId, checkId, resultId })
      const [answer] = await resultAnswers(read, check, [row], { withDetails: true, role })
      const detail = answer?.browserCheckResult ?? null
      if (detail === null) throw conflict('The result has no visual comparisons')
      const snapshots = await acceptSnapshots(deps, actorOf(request, deps), {
        checkId: check.id,
        attempt: row,
        detail,
        paths: request.body.paths ?? null,
      })
      return { snapshots }
    },
  )
}
