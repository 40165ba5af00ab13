import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeEnd, writeMove, writeRetry } from '@sonde/runs/trial-runs/end-trial-run.ts'
import type { TrialResult } from '@sonde/store/runs/trial-run-rows.ts'
import { findTrialRun } from '@sonde/store/runs/trial-runs.ts'
import type { ApiUnderTest, CallOptions } from './api-under-test.ts'

/** Sessions of a client, and what an agent makes of their runs. */

export function jobOf(logicalId: string, fields: object = {}) {
  return {
    logicalId,
    filePath: `checks/${logicalId}.check.ts`,
    checkType: 'URL',
    name: `Shop ${logicalId}`,
    activated: true,
    muted: false,
    locations: ['eu-west-1'],
    tags: ['shop'],
    frequency: 10,
    groupId: null,
    doubleCheck: false,
    request: { url: 'https://shop.example.com/', method: 'GET', assertions: [] },
    ...fields,
  }
}

export function sessionBody(jobs: readonly object[], fields: object = {}, suiteId: string = randomUUID()) {
  const sourceInfo = () => ({ checkRunSuiteId: suiteId, checkRunId: randomUUID(), updateSnapshots: false })
  return {
    name: 'Shop',
    checkRunJobs: jobs.map((job) => ({ sourceInfo: sourceInfo(), testRetryStrategy: null, ...job })),
    project: { logicalId: 'shop' },
    sharedFiles: [],
    runLocation: { type: 'PUBLIC', region: 'eu-west-1' },
    repoInfo: null,
    environment: null,
    shouldRecord: true,
    streamLogs: false,
    refreshCache: false,
    ...fields,
  }
}

export function suiteFilter(accountId: string, suiteId: string): string {
  return `account/${accountId}/ad-hoc-check-results/${suiteId}/+/+/+`
}

export type StartedSession = {
  sessionId: string
  suiteId: string
  /** By logical id. */
  runs: Readonly<Record<string, string>>
}

export function sessionsUnderTest(api: ApiUnderTest) {
  async function rowOf(id: string) {
    const row = await findTrialRun(api.store.read, { accountId: api.accountId, id })
    assert.ok(row !== null)
    return row
  }

  function resultOf(verdict: TrialResult['verdict'], detail: unknown = failedDetail): TrialResult {
    const at = api.clock.now()
    const base = { overMax: null, responseTime: 42.4, scheduledAt: at, startedAt: at - 500, durationMs: 480 }
    return { ...base, verdict, createdAt: at, detail }
  }

  return {
    rowOf,
    async start(
      jobs: readonly object[],
      fields: object = {},
      { suiteId = randomUUID(), ...options }: CallOptions & { suiteId?: string } = {},
    ): Promise<StartedSession> {
      const body = sessionBody(jobs, fields, suiteId)
      const answer = await api.call('POST', '/v1/test-sessions/run', { body, ...options })
      assert.equal(answer.status, 202, answer.text)
      const runs = answer.at('sequenceIds')
      assert.ok(isTexts(runs))
      return { sessionId: answer.textAt('schedulingId'), suiteId, runs }
    },
    /** An agent has begun it. */
    async begin(id: string): Promise<void> {
      const row = await rowOf(id)
      const to = { status: 'RUNNING', waitingFor: null, startedAt: api.clock.now() } as const
      await api.store.write((db) => writeMove(db, row, to))
    },
    async end(
      id: string,
      verdict: TrialResult['verdict'] = 'passed',
      {
        detail,
        reason = verdict === 'passed' ? null : `it ${verdict}`,
      }: { detail?: unknown; reason?: string | null } = {},
    ): Promise<void> {
      const row = await rowOf(id)
      const result = resultOf(verdict, detail)
      const status = verdict === 'withheld' ? 'FAILED_TO_RUN' : 'ENDED'
      const end = { status, startedAt: result.startedAt, endedAt: api.clock.now(), reason, result } as const
      await api.store.write((db) => writeEnd(db, row, end))
    },
    /** It has failed, and is made once more. */
    async retry(id: string): Promise<void> {
      const row = await rowOf(id)
      const dueAt = api.clock.now()
      await api.store.write((db) =>
        writeRetry(db, row, { result: resultOf('failed'), reason: 'it failed', dueAt }),
      )
    },
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((id) => typeof id === 'string')
  )
}

/** Of a URL monitor whose assertion does not hold. */
const failedDetail = {
  requestError: null,
  request: {
    method: 'GET',
    url: 'https://shop.example.com/',
    data: '',
    headers: { accept: '*/*' },
    params: {},
  },
  response: {
    status: 503,
    statusText: 'Service Unavailable',
    body: 'closed',
    headers: { 'content-type': 'text/plain' },
    resolvedIp: '192.0.2.1',
    redirects: [],
    timings: null,
    timingPhases: null,
  },
  assertions: [
    {
      order: 0,
      source: 'STATUS_CODE',
      property: '',
      comparison: 'EQUALS',
      target: '200',
      regex: null,
      actual: 503,
      error: 'is 503',
    },
  ],
  jobLog: null,
  jobAssets: null,
  pcapDataUrl: null,
}
