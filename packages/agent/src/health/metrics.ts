import { once } from 'node:events'
import { http } from '@sonde/ground/node-http.ts'
import { queueLines, type QueueLine } from '@sonde/schema/agents/agent-protocol.ts'
import { StartFailure } from '../start-failure.ts'

export type AgentFigures = {
  isReady: boolean
  open: Readonly<Record<QueueLine, number>>
  buffered: number
  bufferedBytes: number
  lastContactAt: number | null
}

/** Opens the Prometheus endpoint. */
export async function startMetricsServer(deps: { port: number; read: () => AgentFigures }) {
  const server = http.createServer((request, response) => {
    const isMetrics = request.url?.split('?')[0] === '/metrics'
    const isAllowed = request.method === 'GET' || request.method === 'HEAD'
    const status = !isMetrics ? 404 : isAllowed ? 200 : 405
    response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(status === 200 ? writeMetrics(deps.read()) : '')
  })
  server.listen(deps.port)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartFailure(
      `AGENT_METRICS_PORT: cannot listen on ${deps.port} (${error.code ?? error.message})`,
    )
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : deps.port,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

function writeMetrics({ isReady, open, buffered, bufferedBytes, lastContactAt }: AgentFigures): string {
  const lines = [
    ...gauge('ready', 'Whether the agent is registered and takes runs.', Number(isReady)),
    ...describe('runs_open', 'Runs that the agent is executing.'),
    ...queueLines.map((queue) => `sonde_agent_runs_open{queue="${queue}"} ${open[queue]}`),
    ...gauge('results_buffered', 'Results waiting to be delivered to the service.', buffered),
    ...gauge(
      'results_buffered_bytes',
      'Approximate memory used by the waiting results, in bytes.',
      bufferedBytes,
    ),
  ]
  // Unknown is left out, never 0.
  if (lastContactAt !== null) {
    const name = 'last_contact_timestamp_seconds'
    lines.push(...gauge(name, 'Time of the last response from the service.', lastContactAt / 1_000))
  }
  return `${lines.join('\n')}\n`
}

function gauge(name: string, help: string, value: number): string[] {
  return [...describe(name, help), `sonde_agent_${name} ${value}`]
}

function describe(name: string, help: string): string[] {
  return [`# HELP sonde_agent_${name} ${help}`, `# TYPE sonde_agent_${name} gauge`]
}
