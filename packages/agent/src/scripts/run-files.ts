import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { UnreadableJob } from '../runs/execution.ts'
import { TransportFailure } from '../service/transport.ts'
import { type CodeCache, WrongCode } from './code-cache.ts'

export type RunFiles =
  | { kind: 'fetched'; files: { path: string; bytes: Buffer }[] }
  /** For people. */
  | { kind: 'missing'; why: string }

export type FetchCode = (file: { sha256: string; ticket: string; signal: AbortSignal }) => Promise<Uint8Array>

/** The files of a run with scripts: from the cache, or from the service. */
export async function readRunFiles(
  { script, ticket }: RunAssignment,
  { code, fetchCode, signal }: { code: CodeCache; fetchCode: FetchCode; signal: AbortSignal },
): Promise<RunFiles> {
  const fetch = async (sha256: string) => Buffer.from(await fetchCode({ sha256, ticket, signal }))
  try {
    const files = await Promise.all(
      (script?.files ?? []).map(async (file) => ({
        path: safePath(file.path),
        bytes: await code.read(file, fetch),
      })),
    )
    return { kind: 'fetched', files }
  } catch (error) {
    if (!(error instanceof TransportFailure) && !(error instanceof WrongCode)) throw error
    return {
      kind: 'missing',
      why: `The agent could not fetch the scripts of this run: ${error.message}`,
    }
  }
}

/** The service says where files lie; one that leaves the folder of the run would lie in somebody else's. */
function safePath(path: string): string {
  const isSafe = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isSafe || path.includes('\0') || path.includes('\\'))
    throw new UnreadableJob('one of its files does not lie in its folder')
  return path
}
