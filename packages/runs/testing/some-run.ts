import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import type { Run } from '../src/run.ts'
import { icmpFields } from './icmp-checks.ts'

const checkId = '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99'

/** What is known of a check without secrets that runs at one location. */
function someFacts(location: string): Run['check'] {
  return {
    rev: 0,
    name: 'Gateway',
    isActivated: true,
    isParallel: false,
    pool: [{ place: location, location }],
    groupId: null,
    domain: null,
    hasPlaceholders: false,
    hasOwnVariables: false,
    hasCredentials: false,
  }
}

/** A first attempt at eu-west-1, unless told. Its id follows from its check, its slot and its origin. */
export function someRun(fields: Partial<Run> = {}): Run {
  const location = fields.location ?? 'eu-west-1'
  const run = {
    checkNo: 1,
    checkId,
    accountId: '00000000-0000-4000-8000-000000000001',
    checkType: 'ICMP',
    scheduledAt: 1_775_044_800_000,
    origin: location,
    attempt: 1,
    location,
    place: location,
    queue: 'uptime',
    source: 'SCHEDULER',
    sessionId: null,
    occurrence: null,
    snapshot: 1,
    firstStartedAt: null,
    tried: [],
    noisyAttempts: 0,
    retry: null,
    check: someFacts(location),
    config: icmpFields(),
    sealedSecrets: null,
    ...fields,
  } as const satisfies Omit<Run, 'runId'>
  return { ...run, runId: fields.runId ?? runIdOf(run) }
}
