import { createHash } from 'node:crypto'
import { constants, open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Logger } from '@sonde/ground/logger.ts'
import {
  type ArtifactOrder,
  type ArtifactOutcome,
  type ArtifactType,
  mostArtifactBytes,
} from '@sonde/schema/agents/artifact-protocol.ts'
import type { Backoff } from '../service/backoff.ts'
import { pause } from '../service/pause.ts'
import { type AgentTransport, TransportFailure } from '../service/transport.ts'

/** A file that a run left behind, on a disk that nobody writes to any more. */
export type ArtifactFile = {
  path: string
  /** For people. */
  name: string
  kind: ArtifactType
  contentType: string
  /** Computed when it is not known. */
  sha256?: string
}

/** Where the service has it: by the number among the files of its attempt. */
export type ArtifactReference = { number: number; sha256: string; bytes: number }

export type Upload = { kind: 'stored'; reference: ArtifactReference } | { kind: 'left-out'; why: string }

export type UploadOrder = {
  run: { runId: string; ticket: string }
  /** 1 to 1,000: the same file again has the same number. */
  number: number
  file: ArtifactFile
}

/** So much that a slow line brings it within the time that a request may take. */
const partBytes = 4 * 1024 * 1024
const chunkBytes = 64 * 1024

/**
 * Brings one file to the service, part by part from the disk, and goes on where it was when the connection broke. Ends
 * when the service has it or does not want it, or when the signal aborts; that is no matter of the verdict.
 */
export async function uploadArtifact(
  deps: { transport: Pick<AgentTransport, 'sendArtifact'>; log: Logger; newBackoff(): Backoff },
  { run, number, file }: UploadOrder,
  signal: AbortSignal,
): Promise<Upload> {
  // A link would lead out of the folder of the run.
  const handle = await open(file.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const status = await handle.stat()
    if (!status.isFile()) return leftOut('it is not a regular file')
    const bytes = status.size
    if (bytes === 0) return leftOut('it is empty')
    const sha256 = file.sha256 ?? (await hashOf(handle, bytes))
    const { name, kind: type, contentType } = file
    const order = { ...run, number, name, type, contentType, sha256, bytes }
    return await send(deps, handle, order, signal)
  } finally {
    await handle.close()
  }
}

async function send(
  {
    transport,
    log,
    newBackoff,
  }: { transport: Pick<AgentTransport, 'sendArtifact'>; log: Logger; newBackoff(): Backoff },
  handle: FileHandle,
  order: Omit<ArtifactOrder, 'part'>,
  signal: AbortSignal,
): Promise<Upload> {
  const { runId, number, sha256, bytes } = order
  const backoff = newBackoff()
  // The service tells whoever looks at the result why a file is missing that is too large to be sent.
  let isAsking = bytes > mostArtifactBytes
  let start = 0
  while (!signal.aborted) {
    const part = isAsking ? null : { start, length: Math.min(partBytes, bytes - start) }
    const outcome = await transport
      .sendArtifact({ ...order, part }, () => readPart(handle, part), signal)
      .catch((error: unknown) => error)
    if (outcome instanceof TransportFailure) {
      if (outcome.kind !== 'unavailable') return leftOut(outcome.message)
      if ((await handle.stat()).size !== bytes) return leftOut('it has changed')
      log.debug({ runId, number }, `could not upload a file, retrying: ${outcome.message}`)
      await pause(backoff.nextMs(outcome.retryAfterMs), signal)
      isAsking = true
      continue
    }
    const answer = trusted(outcome)
    if (answer.kind === 'refused') {
      if (answer.reason !== 'not-yet' && answer.reason !== 'busy') return leftOut(answer.message)
      await pause(backoff.nextMs(null), signal)
      continue
    }
    if (answer.kind === 'taken' && answer.isStored) {
      return { kind: 'stored', reference: { number, sha256, bytes } }
    }
    if (answer.received > start) backoff.reset()
    else if (!isAsking) await pause(backoff.nextMs(null), signal)
    start = answer.received < bytes ? answer.received : 0
    isAsking = false
  }
  return leftOut('the agent is stopping, or has tried for a day')
}

/** Whatever else a transport throws is a bug. */
function trusted(outcome: unknown): ArtifactOutcome {
  if (outcome instanceof Error) throw outcome
  // Safe because nothing but the outcome and what was caught can be here, and that is an error.
  return outcome as ArtifactOutcome
}

function readPart(handle: FileHandle, part: ArtifactOrder['part']) {
  return Readable.from(chunksOf(handle, part ?? { start: 0, length: 0 }), { objectMode: false })
}

/** Not a stream of the handle, which would close that whenever a connection breaks. */
async function* chunksOf(
  handle: FileHandle,
  { start, length }: { start: number; length: number },
): AsyncGenerator<Buffer> {
  for (let position = start; position < start + length;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, start + length - position))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) throw new Error('the file has become shorter')
    yield chunk.subarray(0, bytesRead)
    position += bytesRead
  }
}

async function hashOf(handle: FileHandle, bytes: number): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of chunksOf(handle, { start: 0, length: bytes })) digest.update(chunk)
  return digest.digest('hex')
}

function leftOut(why: string): Upload {
  return { kind: 'left-out', why }
}
