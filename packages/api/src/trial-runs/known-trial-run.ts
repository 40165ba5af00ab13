import { notFound } from '@sonde/actions/refusal.ts'
import type { TrialRunRow } from '@sonde/store/runs/trial-run-rows.ts'
import { findTrialRun, trialRunLifeMs } from '@sonde/store/runs/trial-runs.ts'
import type { ApiDeps } from '../api-deps.ts'

/** A trial run of the account; refused when there is none, or no longer. */
export async function knownTrialRun(
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  key: { accountId: string; id: string },
): Promise<TrialRunRow> {
  const trialRun = await findTrialRun(store.read, key)
  // The next cleaning takes it away.
  const isOver = trialRun === null || clock.now() - trialRun.createdAt > trialRunLifeMs
  // Those of test sessions are asked for by their session.
  if (isOver || trialRun.session !== null) throw notFound('trial run')
  return trialRun
}
