import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import type {
  LeaseAnswer,
  RegisterAnswer,
  ResultsAnswer,
  RunAssignment,
} from '@sonde/schema/agents/agent-protocol.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'

export type SentFile = { name: string; type: string; contentType: string; content: Buffer }

type SentResult = {
  verdict: Partial<typeof noVerdict>
  detail: unknown
  durationMs: number
  notRunCause?: string
}

/** That of a run that has passed, without a time. */
export const noVerdict = {
  hasFailures: false,
  isDegraded: false,
  hasErrors: false,
  overMaxResponseTime: null,
  responseTime: null as number | null,
  isNetworkError: false,
  reason: null as string | null,
}

/** The words of the agent protocol, spoken by the test: for agents of other versions and for those that lie. */
export function createHandMadeAgent({
  serviceUrl,
  key,
  version = agentVersion,
  checkTypes = ['ICMP'],
  runsScripts = false,
}: {
  serviceUrl: string
  key: string
  version?: string
  checkTypes?: readonly string[]
  /** It says that it has a sandbox, and takes runs with scripts. */
  runsScripts?: boolean
}) {
  const agentId = randomUUID()
  const main = runsScripts ? 10 : 0

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

  async function sendResult(run: RunAssignment, result: SentResult): Promise<string | undefined> {
    const { runId, attempt, leaseId, ticket, checkType } = run
    const lease = { runId, attempt, leaseId, ticket, checkType }
    const times = { startedAt: Date.now() - result.durationMs, ageMs: 0 }
    const results = [{ notRunCause: null, ...lease, ...times, ...result }]
    return ((await expect('results', { sentAt: Date.now(), results })) as ResultsAnswer).states[0]
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
        checkTypes,
        runtimes: [],
        engines: [],
        capabilities: {
          icmp: 'datagram',
          ipv6: true,
          rawSockets: false,
          missing: [],
          ...(runsScripts ? { sandbox: 'namespaces', scriptNetwork: 'stack' } : {}),
        },
        concurrency: { uptime: 100, script: main, main },
      })) as RegisterAnswer
    },
    /** The runs that one long poll gives. */
    async lease(most = 100): Promise<RunAssignment[]> {
      const body = { free: { uptime: most, main } }
      return ((await expect('lease', body)) as LeaseAnswer).runs
    },
    /** Says of a run that the agent could not make it; the state that the service gives the result. */
    async sendError(run: RunAssignment, reason: string): Promise<string | undefined> {
      const verdict = { ...noVerdict, hasErrors: true, reason }
      return await sendResult(run, { verdict, notRunCause: 'aborted', detail: null, durationMs: 0 })
    },
    sendResult,
    /** Sends a file of a run whose result is stored. */
    async sendFile(
      { runId, ticket }: RunAssignment,
      number: number,
      { name, type, contentType, content }: SentFile,
    ): Promise<void> {
      const answer = await fetch(`${serviceUrl}/agent/v1/runs/${runId}/artifacts/${number}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${key}`,
          'x-agent-id': agentId,
          'content-type': 'application/octet-stream',
          'x-sonde-ticket': ticket,
          'x-artifact-name': encodeURIComponent(name),
          'x-artifact-type': type,
          'x-artifact-content-type': contentType,
          'x-artifact-sha256': hash('sha256', content),
        },
        body: Uint8Array.from(content),
      })
      assert.equal(answer.status, 200, await answer.text())
    },
  }
}
