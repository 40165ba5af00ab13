// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openEventStream } from '@sonde/api/testing/event-stream.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { createHandMadeAgent } from './support/hand-made-agent.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'

const monitor = {
  name: 'Gateway',
  request: { hostname: '127.0.0.1', pingCount: 1 },
  locations: ['eu-west-1'],
  frequency: 1440,
  // The first attempt is the last one: results are told when they are final.
  retryStrategy: null,
  doubleCheck: false,
}

async function ask(server: ServerProcess, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await call(server.address, someCredentials, method, path, body)
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body
}

async function events(t: TestContext, server: ServerProcess) {
  const stream = await openEventStream(Number(new URL(server.address).port), {
    path: `/v1/accounts/${someCredentials.accountId}/events`,
    headers: { authorization: `Bearer ${someCredentials.key}` },
  })
  t.after(() => stream.close())
  await stream.until(() => stream.lastEventId() !== '')
  return stream
}

async function agentOf(server: ServerProcess) {
  const { rawKey } = (await ask(server, 'POST', '/v1/locations/eu-west-1/keys')) as { rawKey: string }
  const agent = createHandMadeAgent({ serviceUrl: server.address, key: rawKey })
  await agent.register()
  return agent
}

async function report(
  agent: Awaited<ReturnType<typeof agentOf>>,
  runs: readonly RunAssignment[],
): Promise<void> {
  const answer = await agent.post('results', { sentAt: Date.now(), results: runs.map(failed) })
  const states = runs.map(() => 'stored')
  assert.deepEqual([answer.status, (answer.body as { states: unknown }).states], [200, states])
}

/** A failed run, as the agent of a monitor that gets no answer tells it. */
function failed(run: RunAssignment) {
  const now = Date.now()
  return {
    runId: run.runId,
    attempt: run.attempt,
    leaseId: run.leaseId,
    ticket: run.ticket,
    checkType: run.checkType,
    startedAt: now,
    durationMs: 10,
    ageMs: 0,
    verdict: {
      hasFailures: true,
      isDegraded: false,
      hasErrors: false,
      overMaxResponseTime: null,
      responseTime: null,
      isNetworkError: true,
      reason: 'no answer',
    },
    notRunCause: null,
    detail: {
      requestError: 'no answer',
      request: { hostname: '127.0.0.1', targetIp: '127.0.0.1', ipFamily: 'IPv4', pingCount: 1 },
      response: null,
      assertions: [],
      noiseMs: null,
    },
  }
}

forEachEngine('a page that is open at a server', (engine) => {
  async function servers(t: TestContext) {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const settings = {
      SONDE_DATA_DIR: place.dataDir,
      SONDE_EMBEDDED_AGENT: 'off',
      SONDE_POLL_SECONDS: '1',
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      ...credentialSettings(someCredentials),
    }
    const runner = await startServer(t, settings)
    return { runner, other: await startServer(t, settings) }
  }

  test('is told everything, may ask for a try and holds nobody up:', async (all) => {
    const { runner, other } = await servers(all)
    await all.test('it hears of a result that another server has taken in', (t) =>
      hearsResult(t, runner, other),
    )
    await all.test(
      'it may ask it for a try, which the one that runs the checks makes: it says what the saved check says',
      () => asksForTry(runner, other),
    )
    await all.test('it does not hold up the end of the server', (t) => endsAtOnce(t, runner))
  })

  async function hearsResult(t: TestContext, runner: ServerProcess, other: ServerProcess) {
    const agent = await agentOf(runner)
    const [near, far] = [await events(t, runner), await events(t, other)]
    const { id } = (await ask(other, 'POST', '/v1/checks/icmp', monitor)) as { id: string }
    const runs = await eventually('the first run', async () => {
      const leased = await agent.lease()
      return leased.length > 0 ? leased : null
    })
    await report(agent, runs)
    for (const stream of [near, far]) {
      const { data } = await stream.heard('check')
      const { status, lastResult } = data as { status: string; lastResult: { verdict: string } }
      assert.deepEqual([status, lastResult.verdict], ['FAILING', 'FAILED'])
      assert.deepEqual((await stream.heard('check-changed')).data, { id, change: 'created' })
    }
  }

  async function asksForTry(runner: ServerProcess, other: ServerProcess) {
    const agent = await agentOf(runner)
    const { id } = (await ask(other, 'POST', '/v1/checks/try', { ...monitor, checkType: 'ICMP' })) as {
      id: string
    }
    const waited = ask(other, 'GET', `/v1/check-tries/${id}?maxWaitSeconds=30`)
    const lease = async () => {
      const leased = await agent.lease()
      return leased.length > 0 ? leased : null
    }
    const runs = await eventually('the try', lease)
    await report(agent, runs)
    const tried = (await waited) as { status: string; verdict: string; result: Record<string, unknown> }
    assert.deepEqual([tried.status, tried.verdict], ['ENDED', 'FAILED'])

    const saved = (await ask(runner, 'POST', '/v1/checks/icmp', monitor)) as { id: string }
    const real = await eventually('the first run', lease)
    assert.deepEqual(real[0]?.config, runs[0]?.config)
    await report(agent, real)
    const list = (await ask(runner, 'GET', `/v1/check-results/${saved.id}`)) as Record<string, unknown>[]
    assert.equal(list.length, 1)
    const same = ['hasFailures', 'hasErrors', 'isDegraded', 'icmpCheckResult', 'runLocation'] as const
    const shown = (await ask(
      runner,
      'GET',
      `/v1/check-results/${saved.id}/${String(list[0]?.['id'])}`,
    )) as Record<string, unknown>
    for (const field of same) assert.deepEqual(tried.result[field], shown[field], field)
    assert.deepEqual(Object.keys(tried.result).toSorted(), Object.keys(shown).toSorted())
  }

  async function endsAtOnce(t: TestContext, runner: ServerProcess) {
    const stream = await events(t, runner)
    runner.kill('SIGTERM')
    assert.deepEqual(await runner.exited, { code: 0, signal: null })
    await stream.ended
    assert.ok(stream.isWhole(), 'the server waited for it, and cut it off in the end')
  }
})
