import { AssetQuery } from '@sonde/schema/check-types/check-result.ts'
import { CheckTryAssetParams, CheckTryAssets, CheckTryParams } from '@sonde/schema/runs/trial-run.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { trialRunKey } from '@sonde/store/artifacts/artifacts.ts'
import type { TrialRunRow } from '@sonde/store/runs/trial-run-rows.ts'
import type { ApiDeps } from '../api-deps.ts'
import { fileAnswers } from '../check-results/file-answers.ts'
import { filesOf, findFile, missingSentence } from '../check-results/result-files.ts'
import { sendFile } from '../check-results/send-file.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { knownTrialRun } from './known-trial-run.ts'

const config = {
  access: { kind: 'account', role: 'READ_ONLY' },
  limit: { max: 6_000, windowSeconds: 60 },
} as const

/** Files of a trial run, as those of a result. */
export function trialRunAssets(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-tries/:id/assets',
    {
      schema: {
        summary: 'List the files of a trial run',
        description: 'They follow its end within seconds, and are kept as long as it is.',
        tags: ['Checks'],
        params: CheckTryParams,
        response: answers({ 200: CheckTryAssets }),
      },
      config,
    },
    async (request) => {
      const trialRun = await knownTrialRun(deps, { accountId: accountOf(request).id, id: request.params.id })
      const base = `${deps.publicUrl().replace(/\/$/, '')}/v1/check-tries/${trialRun.id}/assets`
      const files = await filesOf(deps.store.read, keyOf(trialRun))
      return {
        assets: files.map(({ name, type, contentType, bytes, missing }) => ({
          type,
          name,
          url: `${base}/${encodeURIComponent(name)}`,
          contentType,
          size: bytes ?? 0,
          ...(missing === null ? {} : { missing: missingSentence(missing) }),
        })),
      }
    },
  )

  app.get(
    '/v1/check-tries/:id/assets/:name',
    {
      schema: {
        summary: 'Download a file of a trial run',
        tags: ['Checks'],
        params: CheckTryAssetParams,
        querystring: AssetQuery,
        response: fileAnswers,
      },
      config: { ...config, access: { ...config.access, inQuery: true } },
    },
    async (request, reply) => {
      const { id, name } = request.params
      const trialRun = await knownTrialRun(deps, { accountId: accountOf(request).id, id })
      const file = await findFile(deps.store.read, keyOf(trialRun), name)
      if (file === null) throw notFound('file of this trial run')
      return await sendFile(request, reply, file, deps)
    },
  )
}

function keyOf({ id, createdAt }: TrialRunRow) {
  return trialRunKey({ id, scheduledAt: createdAt, attempt: 1 })
}
