import { isTestsType } from '@sonde/schema/check-types/check-kinds.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import type { RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import { resultIdOf } from '@sonde/store/runs/run-identity.ts'
import type { Run, TicketedRun } from '../run.ts'
import { traceHeadersOf, traceIdOf } from '../trace-export/trace-context.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'

/** What the service itself says of a run. */
export function builtInOf({
  checkId,
  accountId,
  checkType,
  location,
  check,
}: TicketedRun): Map<string, string> {
  const name = check !== null && 'name' in check ? check.name : null
  return new Map([
    ['CHECK_ID', checkId],
    ['CHECK_TYPE', checkType],
    ['ACCOUNT_ID', accountId],
    ['REGION', location],
    ...(typeof name === 'string' ? [['CHECK_NAME', name] as const] : []),
  ])
}

/** What whoever deployed has told, by the names under which scripts know it. */
export function deploymentOf(environment: RunEnvironment | null): [string, string][] {
  const values: [string, string | null][] = [
    ['ENVIRONMENT_URL', environment?.url ?? null],
    ['ENVIRONMENT_NAME', environment?.name ?? null],
    ['DEPLOYMENT_ID', environment?.deploymentId ?? null],
  ]
  return values.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]))
}

/** Runs of sessions that test something, as continuous integration does. */
const testSources: ReadonlySet<RunSource> = new Set([
  'TEST_RECORD',
  'TEST_NO_RECORD',
  'TRIGGER_RECORD',
  'TRIGGER_NO_RECORD',
  'DEPLOYMENT',
])

/** Tests send their requests themselves, and the headers of the trace with them. */
function traceContextOf(runId: string): [string, string][] {
  const { traceparent, tracestate } = traceHeadersOf(runId)
  return [
    ['_TRACEPARENT', traceparent],
    ['_TRACESTATE', tracestate],
  ]
}

/** What scripts are told beside it. What begins with SERVICE is known to scripts of the reference by its prefix. */
export function scriptBuiltIns(
  run: Run,
  {
    runtimeId,
    isTraced,
    isTestSession = false,
  }: { runtimeId: string; isTraced: boolean; isTestSession?: boolean | undefined },
): Map<string, string> {
  const service: [string, string][] = [
    ['', '1'],
    ['_RUN_SOURCE', run.source],
    ...(isTraced ? [['_TRACE_ID', traceIdOf(run.runId)] satisfies [string, string]] : []),
    ...(isTraced && isTestsType(run.checkType) ? traceContextOf(run.runId) : []),
  ]
  const variables = new Map<string, string>([
    ...builtInOf(run),
    ...service.flatMap(([name, value]): [string, string][] => [
      [`SERVICE${name}`, value],
      [`CHECKLY${name}`, value],
    ]),
    ['RUNTIME_VERSION', runtimeId],
  ])
  if (isTestSession || testSources.has(run.source)) variables.set('CI', 'true')
  // Nobody has saved it: the id is that of the trial.
  if (isTrialRun(run)) variables.delete('CHECK_ID')
  if (run.source === 'SCHEDULER') {
    variables.set('CHECK_RUN_ID', run.runId)
    variables.set('CHECK_RESULT_ID', resultIdOf(run, run.attempt))
  }
  return variables
}
