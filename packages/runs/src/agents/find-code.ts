import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import { isReferred } from '@sonde/store/artifacts/golden-files.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { type CodeReader, findCode } from '@sonde/store/variables/code-files.ts'
import { isTooLateFor } from '../results/retry.ts'
import type { TicketedRun } from '../run.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'

/**
 * The code of this hash, as it was when the run was handed out; null when the run does not use it. A run may import any
 * snippet of its account, and beside them it has the scripts of its check and of its group, and its golden files.
 */
export async function codeOfRun(
  { store, artifacts }: { store: Store; artifacts: Pick<ArtifactStore, 'read'> },
  run: TicketedRun | null,
  { sha256, now }: { sha256: string; now: number },
): Promise<Buffer | null> {
  if (run === null || run.queue === 'uptime' || isTooLateFor(run, now)) return null
  const { accountId, checkId: id } = run
  const code = await findCode(store.read, { accountId, owners: await ownersOf(store, run) }, sha256)
  if (code !== null) return Buffer.from(code)
  const owner = { accountId, kind: isTrialRun(run) ? ('trial' as const) : ('check' as const), id }
  if (!(await isReferred(store.read, owner, sha256))) return null
  const bytes = await artifacts.read(sha256, null)
  return bytes === null ? null : Buffer.concat(await bytes.toArray())
}

async function ownersOf(store: Store, run: TicketedRun): Promise<CodeReader['owners']> {
  const { accountId, checkId: id } = run
  // A ticket that would have been too long does not tell the group.
  const groupId = (run.check ?? (await findCheck(store.read, { accountId, id })))?.groupId ?? null
  return [
    { kind: isTrialRun(run) ? 'trial' : 'check', id },
    ...(groupId === null ? [] : [{ kind: 'group' as const, id: groupId }]),
  ]
}
