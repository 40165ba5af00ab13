import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import type { CheckedFile } from '@sonde/artifacts/artifacts.ts'
import type { DiagnosticsRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { type Artifact, presentArtifacts } from '@sonde/store/artifacts/artifacts.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { TicketedRun } from '../run.ts'

/** Of one attempt, over all messages about it: a ticket is good for as many as an agent likes. */
const mostFiles = 4
const mostBytes = 3_000_000

/**
 * What helps to find out why a run failed is kept with its result: without one it is of no use to anybody. A file
 * that there is no room for is left out; a smaller one after it may still fit.
 */
export async function takeDiagnostics(
  { store, artifacts }: { store: Store; artifacts: Pick<ArtifactStore, 'keepSmall'> },
  run: TicketedRun,
  { assets }: DiagnosticsRequest,
): Promise<void> {
  const { checkNo, scheduledAt, origin, attempt, accountId } = run
  const owner = { checkNo, scheduledAt, origin, attempt, accountId }
  const present = await presentArtifacts(store.read, owner)
  if (present === null) return
  const files = assets.map(({ name, type, contentType, content }) => ({
    name,
    type,
    contentType,
    content: Buffer.from(content, 'base64'),
  }))
  const sizes = files.map(({ name, content }) => ({ name, bytes: content.length }))
  const fitting = new Set(filesThatFit(sizes, present).map(({ name }) => name))
  // What does not fit is not even written; who came at the same time is looked for again with the write.
  await artifacts.keepSmall(
    owner,
    files.filter(({ name }) => fitting.has(name)),
    filesThatFit<CheckedFile>,
  )
}

function filesThatFit<File extends { name: string; bytes: number }>(
  files: readonly File[],
  present: readonly Artifact[],
): File[] {
  const diagnostics = present.filter(({ number }) => number === null)
  const names = new Set(diagnostics.map(({ name }) => name))
  let bytes = diagnostics.reduce((sum, file) => sum + file.bytes, 0)
  return files.filter((file) => {
    if (names.has(file.name) || names.size >= mostFiles || bytes + file.bytes > mostBytes) return false
    names.add(file.name)
    bytes += file.bytes
    return true
  })
}
