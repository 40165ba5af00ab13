import type { Readable } from 'node:stream'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import { bundleOf } from '@sonde/store/artifacts/code-bundles.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { isTooLateFor } from '../results/retry.ts'
import type { TicketedRun } from '../run.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'

/** An archive on its way to an agent. Whoever does not read to its end destroys the stream. */
export type SentBundle = { bytes: number; body: Readable }

/** The bundle of this hash; null when the run does not use it. */
export async function bundleOfRun(
  { store, artifacts }: { store: Store; artifacts: Pick<ArtifactStore, 'read'> },
  run: TicketedRun | null,
  { sha256, now }: { sha256: string; now: number },
): Promise<SentBundle | null> {
  if (run === null || run.queue === 'uptime' || isTooLateFor(run, now)) return null
  const { accountId, checkId: id } = run
  const owner = { accountId, kind: isTrialRun(run) ? 'trial' : 'check', id } as const
  const bundle = await bundleOf(store.read, owner, sha256)
  const body = bundle === null ? null : await artifacts.read(sha256, null)
  return bundle === null || body === null ? null : { bytes: bundle.bytes, body }
}
