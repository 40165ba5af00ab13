import { notFound } from '@sonde/actions/refusal.ts'
import { findTrialRun, trialRunLifeMs, type TrialRunRow } from '@sonde/store/runs/trial-runs.ts'
import type { ApiDeps } from '../api-deps.ts'

type Key = { accountId: string; id: string }

/** A trial run of the account; refused when there is none, or no longer. */
export async function knownTrialRun(deps: Pick<ApiDeps, 'store' | 'clock'>, key: Key): Promise<TrialRunRow> {
  const trialRun = await trialOrSessionRun(deps, key)
  // Those of test sessions are asked for by their session.
  if (trialRun.session !== null) throw notFound('trial run')
  return trialRun
}

/** Also a run of a test session, which is there as long as its session. */
export async function trialOrSessionRun(
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  key: Key,
): Promise<TrialRunRow> {
  const run = await findTrialRun(store.read, key)
  // The next cleaning takes it away.
  const isOver = run === null || (run.session === null && clock.now() - run.createdAt > trialRunLifeMs)
  if (isOver) throw notFound('trial run')
  return run
}
