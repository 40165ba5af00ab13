import type { Readable } from 'node:stream'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import type { GoldenOrder } from '@sonde/schema/agents/agent-protocol.ts'
import { goldenKey, mostGoldenBytes } from '@sonde/schema/check-types/browser/golden-files.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { findTrialRun } from '@sonde/store/runs/trial-runs.ts'
import type { TicketedRun } from '../run.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'

export type GoldenOutcome = { kind: 'stored'; key: string } | { kind: 'refused'; message: string }

/** Takes a golden file of the run that its ticket names, if that was to make such and has not ended. */
export async function takeGolden(
  { store, artifacts }: { store: Store; artifacts: Pick<ArtifactStore, 'keepGolden'> },
  run: TicketedRun | null,
  { sha256, madeBy }: Pick<GoldenOrder, 'sha256' | 'madeBy'>,
  body: Readable,
): Promise<GoldenOutcome> {
  const trial = run !== null && isTrialRun(run) ? await findTrialRun(store.read, idOf(run)) : null
  if (trial === null || trial.endedAt !== null || trial.config['updateSnapshots'] !== true)
    return { kind: 'refused', message: 'There is no such run, or it makes no golden files' }
  const { accountId, id } = trial
  const outcome = await artifacts.keepGolden({
    accountId,
    body,
    mostBytes: mostGoldenBytes,
    sha256,
    madeBy,
    owner: { accountId, kind: 'trial', id },
  })
  return outcome.kind === 'refused'
    ? { kind: 'refused', message: outcome.message }
    : { kind: 'stored', key: goldenKey(accountId, sha256) }
}

/** A trial run has its own id where others have that of their check. */
function idOf({ accountId, checkId: id }: TicketedRun): { accountId: string; id: string } {
  return { accountId, id }
}
