import { notFound } from '@sonde/actions/refusal.ts'
import {
  AssetManifest,
  AssetQuery,
  AssetsQuery,
  detailFields,
} from '@sonde/schema/check-types/check-result.ts'
import {
  TestSessionAssetParams,
  TestSessionResult,
  TestSessionResultParams,
} from '@sonde/schema/projects/test-session.ts'
import { trialRunKey } from '@sonde/store/artifacts/artifacts.ts'
import { findTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { listSessionRuns } from '@sonde/store/test-sessions/session-runs.ts'
import type { ApiDeps } from '../api-deps.ts'
import { fileAnswers } from '../check-results/file-answers.ts'
import { matchesGlob } from '../check-results/glob.ts'
import { filesOf, findFile, missingSentence } from '../check-results/result-files.ts'
import { sendFile } from '../check-results/send-file.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { shownResult } from '../trial-runs/trial-run-answer.ts'
import { knownSession } from './known-session.ts'
import { resultEntry } from './session-answer.ts'

const access = { kind: 'account', role: 'READ_ONLY' } as const
const limit = { max: 6_000, windowSeconds: 60 }

type Key = { accountId: string; testSessionId: string; testSessionResultId: string }

export function readTestResult(app: App, deps: ApiDeps): void {
  const { read } = deps.store

  async function knownRun({ accountId, testSessionId, testSessionResultId }: Key) {
    const session = await knownSession(deps, { accountId, id: testSessionId })
    const runs = await listSessionRuns(read, [session.id])
    const run = runs.find(({ id }) => id === testSessionResultId.toLowerCase())
    if (run === undefined) throw notFound('result of this test session')
    return { session, run }
  }

  async function filesOfRun(key: Key) {
    const { session, run } = await knownRun(key)
    const { attempt, id } = run
    return { run, key: trialRunKey({ id, scheduledAt: session.createdAt, attempt }) }
  }

  app.get(
    '/v1/test-sessions/:testSessionId/results/:testSessionResultId',
    {
      schema: {
        summary: 'Show a result of a test session',
        description: 'Of its last attempt.',
        tags: ['Test sessions'],
        params: TestSessionResultParams,
        response: answers({ 200: TestSessionResult }),
      },
      config: { access, limit },
    },
    async (request) => {
      const { id: accountId, role } = accountOf(request)
      const { run, session } = await knownRun({ accountId, ...request.params })
      const entry = resultEntry(run, session, deps.publicUrl())
      const common = {
        ...entry,
        id: run.id,
        isCancelled: run.end === 'cancelled',
        privateLocationId: /^private\/(.+)$/.exec(session.place)?.[1] ?? null,
        sequenceId: run.id,
        scheduleError: entry.aborted ? run.reason : null,
        updated_at: entry.stoppedAt,
      }
      const row = await findTrialRun(read, { accountId, id: run.id })
      const filePath = row?.session?.sourceFile ?? null
      if (row === null || row.result === null) {
        const created = new Date(session.createdAt).toISOString()
        return { ...nothingFound, ...common, filePath, created_at: created, overMaxResponseTime: false }
      }
      const { attempt, reason, result } = row
      const shown = shownResult(row, { attempt, reason, result }, role)
      const overMaxResponseTime = shown.overMaxResponseTime ?? false
      return { ...shown, ...common, filePath, overMaxResponseTime }
    },
  )

  app.get(
    '/v1/test-sessions/:testSessionId/results/:testSessionResultId/assets',
    {
      schema: {
        summary: 'List the files of a result of a test session',
        description: 'They are kept for one hour.',
        tags: ['Test sessions'],
        params: TestSessionResultParams,
        querystring: AssetsQuery,
        response: answers({ 200: AssetManifest }),
      },
      config: { access, limit },
    },
    async (request) => {
      const { testSessionId, testSessionResultId } = request.params
      const { run, key } = await filesOfRun({ accountId: accountOf(request).id, ...request.params })
      const { type: types, name: pattern } = request.query
      const base = `${deps.publicUrl().replace(/\/$/, '')}/v1/test-sessions/${testSessionId}/results/${testSessionResultId}/assets`
      const files = (await filesOf(read, key))
        .filter(({ type }) => types === undefined || types.some((assetType) => assetType === type))
        .filter(({ name }) => pattern === undefined || matchesGlob(pattern, name))
      const assets = files.map(({ type, name, contentType, bytes, missing }) => ({
        type,
        name,
        url: `${base}/${encodeURIComponent(name)}`,
        contentType,
        ...(bytes === null ? {} : { size: bytes }),
        ...(missing === null ? {} : { missing: missingSentence(missing) }),
        source: {
          type: 'test-session-result' as const,
          checkName: run.name,
          checkType: run.checkType,
          resultId: run.id,
          testSessionId: run.sessionId,
        },
      }))
      return { assets, truncated: false, entriesReturned: assets.length, entriesTotal: assets.length }
    },
  )

  app.get(
    '/v1/test-sessions/:testSessionId/results/:testSessionResultId/assets/:name',
    {
      schema: {
        summary: 'Download a file of a result of a test session',
        tags: ['Test sessions'],
        params: TestSessionAssetParams,
        querystring: AssetQuery,
        response: fileAnswers,
      },
      config: { access: { ...access, inQuery: true }, limit },
    },
    async (request, reply) => {
      const { name, ...params } = request.params
      const { key } = await filesOfRun({ accountId: accountOf(request).id, ...params })
      const file = await findFile(read, key, name)
      if (file === null) throw notFound('file of this result')
      return await sendFile(request, reply, file, deps)
    },
  )
}

/** What a result has that a run without one has not. The cast is safe: the keys are all the fields, and null is a value of each. */
const nothingFound = {
  ...(Object.fromEntries(detailFields.map((field) => [field, null])) as Record<
    (typeof detailFields)[number],
    null
  >),
  servedBy: null,
  checkRunId: 0,
  traceId: null,
  secretsWithheldFrom: null,
  hasUnreadableDetails: false,
}
