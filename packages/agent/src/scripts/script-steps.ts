import { decoderFor, isPacked } from '@sonde/ground/http-body.ts'
import type { Measurement } from '@sonde/probes/probe.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { ApiDocument, ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import { RequestTooLarge } from '@sonde/schema/variables/substitute.ts'
import { readsBodyAsText } from '@sonde/verdict/api/evaluate.ts'
import { binaryNote } from '@sonde/verdict/api/response-body.ts'
import type { ScriptEvidence } from '@sonde/verdict/api/script-evidence.ts'
import { UnreadableJob } from '../runs/execution.ts'
import { fillIn } from './fill-in.ts'
import type { ScriptLog } from './script-log.ts'
import type { ScriptOrder, ScriptProcess } from './script-process.ts'
import { applyChanges, UnusableRequest, viewOf } from './script-request.ts'

type ScriptJob = NonNullable<RunAssignment['script']>
type Script = ScriptJob['setup'][number]

/** Decoded bytes of a response that scripts see. */
const mostBodyBytes = 26_214_400

export type Attempt = {
  process: ScriptProcess
  script: ScriptJob
  config: ApiRunConfig
}

type Setup = {
  config: ApiRunConfig
  variables: ReadonlyMap<string, string>
  /** Which script has changed the request last; null: none has. */
  changedBy: Script | null
  error: string | null
}

export async function runSetup({
  process,
  script,
  config,
  scriptLog,
}: Attempt & { scriptLog: ScriptLog }): Promise<Setup> {
  const initial = new Map(Object.entries(script.variables))
  let state: Setup = { config, variables: initial, changedBy: null, error: null }
  for (const each of script.setup) {
    scriptLog.begin('setup')
    const end = await process.run({ phase: 'setup', path: each.path })
    if (end.kind !== 'done') return fail(each, end.message)
    try {
      const { request, variables } = end.changes
      state = {
        error: null,
        // All that differs from the beginning, each time.
        config: { ...config, request: applyChanges(config.request, request) },
        variables: withChanges(initial, variables),
        changedBy: Object.keys(request).length === 0 ? state.changedBy : each,
      }
    } catch (error) {
      if (!(error instanceof UnusableRequest)) throw error
      return fail(each, error.message)
    }
  }
  return state

  function fail(failed: Script, message: string): Setup {
    const error = failure(failed, message)
    scriptLog.write('ERROR', error)
    return { ...state, error }
  }
}

/** What was written back makes a request that cannot be sent: then the script is to blame, and else nobody there. */
export function readFilled(
  { config, variables, changedBy }: Setup,
  { read, now }: { read(config: unknown): ApiRunConfig; now: number },
): { config: ApiRunConfig } | { error: string } {
  try {
    return { config: read(fillIn(config, { variables, now })) }
  } catch (error) {
    if (!(error instanceof UnreadableJob) && !(error instanceof RequestTooLarge)) throw error
    if (changedBy !== null) return { error: failure(changedBy, error.message) }
    throw error instanceof UnreadableJob ? error : new UnreadableJob(error.message)
  }
}

export async function runTeardown({
  process,
  script,
  config,
  measured,
  scriptLog,
}: Attempt & {
  measured: Measurement<ApiDocument>
  scriptLog: ScriptLog
}): Promise<Pick<ScriptEvidence, 'error' | 'body'>> {
  let error: string | null = null
  let body: string | null = null
  let exchange: ScriptOrder['exchange'] = exchangeOf(config, measured)
  for (const each of script.teardown) {
    scriptLog.begin('teardown')
    const order = { phase: 'teardown', path: each.path } as const
    const end = await process.run(exchange === undefined ? order : { ...order, exchange })
    exchange = undefined
    if (end.kind === 'done') {
      body = end.changes.body ?? body
      continue
    }
    const why = failure(each, end.message)
    scriptLog.write('ERROR', why)
    error ??= why
    // Where the one has thrown, the other may still clean up.
    if (end.kind === 'over') break
  }
  return { error, body }
}

/** Request and response as teardown scripts see them; the body is unpacked inside. */
function exchangeOf(
  { request }: ApiRunConfig,
  { outcome }: Measurement<ApiDocument>,
): NonNullable<ScriptOrder['exchange']> {
  const document = outcome.kind === 'not-run' ? null : outcome.document
  const headers = document?.allHeaders ?? {}
  const encoding = headers['content-encoding'] ?? ''
  const note = document === null ? '' : binaryNote(document, { isText: readsBodyAsText(request) })
  return {
    request: viewOf(request),
    body: note === null ? (document?.body ?? new Uint8Array()) : new Uint8Array(),
    response: {
      fields: {
        statusCode: document?.status ?? 0,
        statusText: document?.statusText ?? '',
        headers,
        timings: document?.timings ?? null,
        timingPhases: document?.timingPhases ?? null,
      },
      ...(note === null ? {} : { body: note }),
      read: {
        encoding: isPacked(encoding) ? encoding.trim().toLowerCase() : '',
        charset: decoderFor(headers['content-type'] ?? '').encoding,
        mostBytes: mostBodyBytes,
      },
    },
  }
}

/** `The set-up script of the group failed: Error: no token` */
export function failure(script: Script | undefined, why: string): string {
  const label = script?.label ?? 'script'
  return `The ${label} failed: ${why}`.slice(0, longestError)
}

const longestError = 5_000

function withChanges(
  initial: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string> {
  const variables = new Map(initial)
  for (const [name, value] of changes) {
    if (value === null) variables.delete(name)
    else variables.set(name, value)
  }
  return variables
}
