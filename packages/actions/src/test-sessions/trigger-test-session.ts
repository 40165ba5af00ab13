import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import {
  mostTestJobs,
  type TestCheckRunJob,
  type TestSessionRun,
  type TestVariable,
} from '@sonde/schema/projects/test-session-run.ts'
import { checksOf, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { listSessionTargets, type TargetFilter } from '@sonde/store/runs/session-targets.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { documentOf, type CheckDocument } from '../checks/check-document.ts'
import { invalidInput } from '../refusal.ts'
import { retryOf, type SessionJob } from './read-jobs.ts'
import { sessionLocation } from './session-location.ts'
import { storeSession, type NewSession, type StoredSession } from './store-session.ts'

export type TriggeredSession = StoredSession & { checks: readonly CheckRow[] }

/** Runs stored checks once each, at one place and beside everything else; null when none is meant. */
export async function triggerTestSession(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'runs'>,
  actor: Actor,
  {
    session,
    target,
    runLocation,
    variables,
    retry,
  }: {
    session: NewSession
    target: Omit<TargetFilter, 'accountId'>
    runLocation: TestSessionRun['runLocation']
    /** Override those of the checks. */
    variables: readonly TestVariable[]
    retry: TestCheckRunJob['testRetryStrategy'] | null
  },
): Promise<TriggeredSession | null> {
  const { accountId } = actor
  const { read, sealer } = deps.store
  const targets = await listSessionTargets(read, { ...target, accountId }, mostTestJobs + 1)
  if (targets.length > mostTestJobs)
    throw invalidInput([{ path: 'target', message: `matches more than ${mostTestJobs} checks` }])
  const checks = await checksOf(read, { accountId, ids: targets.map(({ id }) => id) })
  if (checks.length === 0) return null
  const jobs = checks.map((check): SessionJob => {
    const document = withVariables(openDocument(check, sealer), variables)
    return {
      checkKey: check.id,
      checkRunId: null,
      sourceFile: null,
      name: check.name,
      checkType: check.checkType,
      retry: retryOf(retry),
      work:
        document === null
          ? { cannotRun: 'its secrets cannot be read with the encryption key of this server' }
          : { kind: kindOf(check.checkType), document },
    }
  })
  const stored = await storeSession(deps, actor, {
    session,
    jobs,
    locationOf: (db) => sessionLocation(db, accountId, runLocation),
  })
  return { ...stored, checks }
}

/** Null when what is sealed cannot be opened. */
function openDocument(check: CheckRow, sealer: Sealer): CheckDocument | null {
  try {
    return documentOf(check, sealer)
  } catch {
    return null
  }
}

/** A variable that was secret once stays secret. */
function withVariables(
  document: CheckDocument | null,
  variables: readonly TestVariable[],
): CheckDocument | null {
  if (document === null || variables.length === 0) return document
  const own = document.environmentVariables ?? []
  const keys = new Set(variables.map(({ key }) => key))
  const secrets = new Set(own.filter(({ secret }) => secret).map(({ key }) => key))
  const given = variables.map(({ key, value, locked = false, secret = false }) => ({
    key,
    value: value ?? '',
    locked,
    secret: secret || secrets.has(key),
  }))
  return { ...document, environmentVariables: [...own.filter(({ key }) => !keys.has(key)), ...given] }
}
