import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type {
  LeaseAnswer,
  RegisterAnswer,
  ResultsAnswer,
  RunAssignment,
} from '@sonde/schema/agents/agent-protocol.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'

/** The words of the agent protocol, spoken by the test: for agents of other versions and for those that lie. */
export function createHandMadeAgent({
  serviceUrl,
  key,
  version = agentVersion,
}: {
  serviceUrl: string
  key: string
  version?: string
}) {
  const agentId = randomUUID()

  async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${serviceUrl}/agent/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-agent-id': agentId,
        'x-agent-version': version,
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }

  async function expect(path: string, body: unknown): Promise<unknown> {
    const answer = await post(path, body)
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  return {
    agentId,
    post,
    async register(): Promise<RegisterAnswer> {
      return (await expect('register', {
        version,
        imageVariant: 'uptime',
        name: 'hand-made',
        platform: 'linux',
        arch: 'x64',
        nodeVersion: 'v26.0.0',
        checkTypes: ['ICMP'],
        runtimes: [],
        engines: [],
        capabilities: { icmp: 'datagram', ipv6: true, rawSockets: false, missing: [] },
        concurrency: { uptime: 100, main: 0 },
      })) as RegisterAnswer
    },
    /** The runs that one long poll gives. */
    async lease(most = 100): Promise<RunAssignment[]> {
      const body = { free: { uptime: most, main: 0 } }
      return ((await expect('lease', body)) as LeaseAnswer).runs
    },
    /** Says of a run that the agent could not make it; the state that the service gives the result. */
    async sendError(run: RunAssignment, reason: string): Promise<string | undefined> {
      const { runId, attempt, leaseId, ticket, checkType } = run
      const verdict = {
        hasFailures: false,
        isDegraded: false,
        hasErrors: true,
        overMaxResponseTime: null,
        responseTime: null,
        isNetworkError: false,
        reason,
      }
      const lease = { runId, attempt, leaseId, ticket, checkType }
      const times = { startedAt: Date.now(), durationMs: 0, ageMs: 0 }
      const results = [{ ...lease, ...times, verdict, notRunCause: 'aborted', detail: null }]
      return ((await expect('results', { sentAt: Date.now(), results })) as ResultsAnswer).states[0]
    },
  }
}
