import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import type { ArtifactOrder, ArtifactOutcome } from '@sonde/schema/agents/artifact-protocol.ts'
import { type ArtifactOwner, trialRunKey } from '@sonde/store/artifacts/artifacts.ts'
import { latestStartMs } from '@sonde/store/results/results.ts'
import type { TicketedRun } from '../run.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'

/** How long after its result an agent may still bring a file, which it tries for a day. */
const latestMs = latestStartMs + dayMs + dayMs / 24
const longestName = 190

/** Takes a file of the run that its ticket names. */
export async function takeArtifact(
  { artifacts, now }: { artifacts: Pick<ArtifactStore, 'receive'>; now: number },
  run: TicketedRun | null,
  { runId, ticket: _ticket, ...file }: ArtifactOrder,
  body: Readable,
): Promise<ArtifactOutcome> {
  if (run === null || run.runId !== runId || now - run.scheduledAt > latestMs) {
    return { kind: 'refused', reason: 'no-run', message: 'There is no such run, or it is too long ago' }
  }
  return await artifacts.receive(ownerOf(run), { ...file, name: shownName(file.name) }, body)
}

function ownerOf(run: TicketedRun): ArtifactOwner {
  const { accountId, checkNo, scheduledAt, origin, attempt } = run
  if (isTrialRun(run)) return { accountId, ...trialRunKey({ id: run.checkId, scheduledAt, attempt }) }
  return { accountId, checkNo, scheduledAt, origin, attempt }
}

/** A script has chosen it: it is text for people, and no path of anybody. */
function shownName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const clean = name.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
  if (clean.length <= longestName) return clean
  const ending = extname(clean).slice(0, 20)
  return clean.slice(0, longestName - ending.length).toWellFormed() + ending
}
