import assert from 'node:assert/strict'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import {
  testRunOfError,
  type TestNode,
  type TestRunDetail,
} from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { failedBrowserRun } from './browser-results.ts'
import { noVerdict, type createHandMadeAgent } from './hand-made-agent.ts'
import type { Service } from './service-under-test.ts'
import { failedSuiteRun, suiteFiles } from './suite-results.ts'
import { uploadBundle } from './upload-bundle.ts'

const script = "import { test } from '@playwright/test'"

/** A browser and a multistep check and a suite whose runs the test has made up, as nothing here has a runtime. */
export async function makeTestRuns(
  service: Service,
  agent: ReturnType<typeof createHandMadeAgent>,
  privateLocation: string,
): Promise<{ browser: string; multistep: string; suite: string }> {
  const make = async (segment: string, name: string, code: object = { script, doubleCheck: false }) => {
    const body = { name, privateLocations: [privateLocation], frequency: 1440, ...code }
    const path = `/v1/checks/${segment}?autoAssignAlerts=false`
    return String(((await service.expect(201, 'POST', path, body)) as { id: unknown }).id)
  }
  const checks = {
    browser: await make('browser', 'Checkout in the browser'),
    multistep: await make('multistep', 'Orders, step by step'),
    suite: await make('playwright', 'Shop as a whole', {
      codeBundlePath: await uploadBundle(service, { 'package.json': '{}' }),
    }),
  }
  const answer = async (run: RunAssignment, turn: number) => {
    if (run.checkType === 'PLAYWRIGHT') {
      await answerSuite(run)
      return
    }
    const isBrowser = run.checkType === 'BROWSER'
    const detail = isBrowser ? browserRun(turn) : multistepRun(turn)
    const verdict =
      isBrowser && turn === 0
        ? { hasFailures: true, reason: `Guests can buy a lamp: ${detail.errors[0]?.message ?? ''}` }
        : {}
    const sent = { verdict: { ...noVerdict, responseTime: 2_000, ...verdict }, detail }
    assert.equal(await agent.sendResult(run, { ...sent, durationMs: 2_000 }), 'stored')
  }
  const answerSuite = async (run: RunAssignment) => {
    const verdict = {
      ...noVerdict,
      hasFailures: true,
      responseTime: 95_000,
      reason: 'A guest › pays: failed',
    }
    const sent = { verdict, detail: failedSuiteRun(), durationMs: 120_000 }
    assert.equal(await agent.sendResult(run, sent), 'stored')
    for (const [index, file] of suiteFiles.entries()) await agent.sendFile(run, index + 1, file)
  }
  for (const turn of [0, 1, 2]) {
    if (turn > 0) await service.trigger(Object.values(checks))
    // One lease may give all of them, or each its own.
    for (let left = 3; left > 0;) {
      for (const run of await agent.lease(0)) {
        await answer(run, turn)
        left -= 1
      }
    }
  }
  return checks
}

/** The first of them has failed. */
function browserRun(turn: number) {
  const failed = failedBrowserRun()
  if (turn === 0) return failed
  const steps = failed.steps?.map((step) => ({
    ...step,
    durationMs: (step.durationMs ?? 0) * (1 - turn / 10),
    error: null,
  }))
  return { ...failed, errors: [], pageErrors: [], snapshots: [], steps: steps ?? [] }
}

function multistepRun(turn: number): TestRunDetail {
  const entry = (kind: TestNode['kind'], title: string, times: readonly [depth: number, ms: number]) => ({
    kind,
    title,
    depth: times[0],
    startMs: 100,
    durationMs: times[1] * (1 + turn / 4),
    error: null,
  })
  const request = (method: string, path: string, ms: number): TestNode => {
    const url = `https://api.example.com${path}`
    const headers = { 'content-type': 'application/json' }
    return {
      ...entry('request', `${method} ${url}`, [2, ms]),
      request: { method, url, headers, body: '' },
      response: { status: 200, statusText: 'OK', url, headers, body: '{"stock":7}', bodySize: 11 },
    }
  }
  return {
    ...testRunOfError(''),
    errors: [],
    startTime: Date.now() - 2_000,
    endTime: Date.now(),
    runtimeVersion: '2026.04',
    steps: [
      entry('test', 'An order can be placed and cancelled', [0, 1_900]),
      entry('step', 'Sign in', [1, 420]),
      request('POST', '/sessions', 400),
      entry('step', 'Place the order', [1, 900]),
      request('POST', '/orders', 640),
      request('GET', `/orders/${4_711 + turn}`, 220),
      entry('expect', 'toBe', [2, 1]),
      entry('step', 'Cancel it', [1, 310]),
      request('DELETE', `/orders/${4_711 + turn}`, 300),
    ],
    jobLog: [{ time: Date.now(), level: 'INFO', msg: 'Node 24.21.0, Playwright 1.58.2' }],
  }
}
