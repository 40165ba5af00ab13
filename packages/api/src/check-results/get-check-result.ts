import { CheckResult, CheckResultParams } from '@sonde/schema/check-types/check-result.ts'
import { longTextsOf } from '@sonde/store/results/long-texts.ts'
import { secretsWithheldFrom } from '@sonde/store/runs/check-sessions.ts'
import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { findResult } from './find-result.ts'
import { resultAnswers } from './result-answer.ts'
import { resultSerializer } from './result-serializer.ts'
import { withFiles } from './result-files.ts'

export function getCheckResult(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-results/:checkId/:checkResultId',
    {
      serializerCompiler: resultSerializer(app),
      schema: {
        summary: 'Show one result of a check',
        tags: ['Check results'],
        params: CheckResultParams,
        response: answers({ 200: CheckResult }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { checkId, checkResultId: resultId } = request.params
      const { read } = deps.store
      const { id: accountId, role } = accountOf(request)
      const { check, row } = await findResult(read, { accountId, checkId, resultId })
      const longTexts = await longTextsOf(read, row)
      const [answer] = await resultAnswers(read, check, [row], {
        withDetails: true,
        role,
        longTexts: longTexts?.texts ?? null,
        hasUnreadableTexts: longTexts?.hasUnreadable === true,
      })
      if (answer === undefined) throw notFound('check result')
      const withheldFrom = await secretsWithheldFrom(read, runIdOf({ ...row, checkId: check.id }))
      return await withFiles(read, row, { ...answer, secretsWithheldFrom: withheldFrom }, deps.publicUrl())
    },
  )
}
