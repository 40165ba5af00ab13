import { hash } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'

/** A run's id has as many bits as the id of a trace. */
export function traceIdOf(runId: string): string {
  return runId.replaceAll('-', '')
}

export function spanIdOf(runId: string): string {
  return hash('sha256', `span of ${runId}`, 'hex').slice(0, 16)
}

/** By which the target of a run joins its trace. */
export function traceHeadersOf(runId: string): { traceparent: string; tracestate: string } {
  return { traceparent: `00-${traceIdOf(runId)}-${spanIdOf(runId)}-01`, tracestate: 'sonde=1' }
}

/**
 * The request of a run with the headers by which its target joins the trace of the run; as it is when the check sets
 * them itself. All attempts of a run have the same.
 */
export function withTraceHeaders(config: unknown, runId: string): unknown {
  const request = isRecord(config) ? config['request'] : null
  if (!isRecord(config) || !isRecord(request) || !Array.isArray(request['headers'])) return config
  const headers: readonly unknown[] = request['headers']
  if (headers.some((header) => nameOf(header) === 'traceparent')) return config
  const own = Object.entries(traceHeadersOf(runId)).map(([key, value]) => ({ key, value, locked: false }))
  const others = headers.filter((header) => nameOf(header) !== 'tracestate')
  return { ...config, request: { ...request, headers: [...others, ...own] } }
}

function nameOf(header: unknown): string {
  const key = isRecord(header) ? header['key'] : null
  return typeof key === 'string' ? key.toLowerCase() : ''
}
