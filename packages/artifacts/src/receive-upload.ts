import type { Readable } from 'node:stream'
import {
  type ArtifactOrder,
  type ArtifactOutcome,
  mostArtifactBytes,
  mostArtifacts,
} from '@sonde/schema/agents/artifact-protocol.ts'
import {
  type Artifact,
  type ArtifactOwner,
  artifactsToAddTo,
  insertArtifact,
  type MissingReason,
  presentArtifacts,
} from '@sonde/store/artifacts/artifacts.ts'
import { mostBytesOf } from './artifact-limits.ts'
import { type Artifacts, type ArtifactsDeps, type CheckedFile, freeName } from './artifacts.ts'
import type { IncomingBudget } from './incoming-budget.ts'
import { hashFile } from './incoming-files.ts'
import type { SharedParts } from './shared-parts.ts'

export type UploadedFile = Omit<ArtifactOrder, 'runId' | 'ticket'>

/** Takes files of runs from agents, whole or part by part, over any number of connections. */
export function createUploads({
  store,
  clock,
  incoming,
  limits,
  artifacts,
  budget,
  parts,
}: ArtifactsDeps & {
  artifacts: Artifacts
  budget: IncomingBudget
  /** Null where one server receives all parts of a file. */
  parts: SharedParts | null
}) {
  async function receive(owner: ArtifactOwner, file: UploadedFile, body: Readable): Promise<ArtifactOutcome> {
    const tooMuch = await refuseSize(owner, file)
    if (tooMuch !== null) return tooMuch
    const known = judge(file, await presentArtifacts(store.read, owner))
    if (known !== null) return known
    const key = keyOf(owner, file)
    const outcome = await budget.within(owner.accountId, { key, bytes: file.bytes }, () =>
      incoming.alone(key, (signal) => take(owner, file, key, { body, signal })),
    )
    return outcome ?? busy
  }

  async function take(
    owner: ArtifactOwner,
    file: UploadedFile,
    key: string,
    connection: { body: Readable; signal: AbortSignal },
  ): Promise<ArtifactOutcome> {
    const { isElsewhere, received, isShared } = await arrived(file, key, connection)
    if (isElsewhere) return { kind: 'elsewhere', received }
    if (received < file.bytes) return { kind: 'taken', isStored: false, received }
    if (!isShared) return await finish(owner, file, key)
    if (!(await parts?.assemble(key, connection.signal))) return { kind: 'elsewhere', received: 0 }
    const outcome = await finish(owner, file, key)
    await parts?.forget(key)
    return outcome
  }

  /** `isShared`: its parts are where every server finds them. What comes in one piece is with the server that has it. */
  async function arrived(
    file: UploadedFile,
    key: string,
    connection: { body: Readable; signal: AbortSignal },
  ): Promise<{ isElsewhere: boolean; received: number; isShared: boolean }> {
    const { part, bytes } = file
    if (part === null) {
      const here = await incoming.received(key)
      const isShared = parts !== null && here < bytes
      return { isElsewhere: false, received: isShared ? await parts.received(key) : here, isShared }
    }
    const isShared = parts !== null && part.length < bytes
    return { ...(await (isShared ? parts : incoming).append(key, part, connection)), isShared }
  }

  /** While the artifact store is away the file stays: whoever asks for it again has it stored then. */
  async function finish(owner: ArtifactOwner, file: UploadedFile, key: string): Promise<ArtifactOutcome> {
    const path = incoming.pathOf(key)
    if ((await hashFile(path)) !== file.sha256) {
      await incoming.discard(key)
      return refused('wrong-hash', 'The bytes that arrived do not have the hash that was announced')
    }
    const { name, number, type, contentType, sha256, bytes } = file
    const checked: CheckedFile = { path, name, number, type, contentType, sha256, bytes }
    // The same file may have been stored meanwhile.
    await artifacts.keep(owner, [checked], {
      admit: (files, present) => (judge(file, present) === null ? files : []),
    })
    return judge(file, await presentArtifacts(store.read, owner)) ?? notYet
  }

  /** Why the file is not there is told with the files that are. */
  async function refuseSize(owner: ArtifactOwner, file: UploadedFile): Promise<ArtifactOutcome | null> {
    if (file.bytes > mostArtifactBytes) {
      await noteMissing(owner, file, 'too-large')
      return refused('too-large', `The file is larger than ${mostArtifactBytes} bytes`)
    }
    const most = mostBytesOf(limits, file.type)
    if (file.bytes <= most) return null
    await noteMissing(owner, file, 'quota')
    return refused('quota', `The file is larger than the ${most} bytes that the account can hold of its type`)
  }

  async function noteMissing(
    owner: ArtifactOwner,
    file: UploadedFile,
    missing: MissingReason,
  ): Promise<void> {
    await store.write(async (db) => {
      const present = await artifactsToAddTo(db, owner)
      if (present === null || present.length >= mostArtifacts) return
      if (present.some(({ number }) => number === file.number)) return
      const { number, type, contentType, bytes } = file
      const name = freeName(file.name, new Set(present.map((one) => one.name)))
      const artifact: Artifact = { name, number, type, contentType, bytes, sha256: null, missing }
      await insertArtifact(db, owner, artifact, clock.now())
    })
  }

  return { receive }
}

/** What can be said of a file by those that are there; null when it is welcome. */
function judge(file: UploadedFile, present: readonly Artifact[] | null): ArtifactOutcome | null {
  if (present === null) return notYet
  const known = present.find(({ number }) => number === file.number)
  if (known === undefined) {
    if (present.length < mostArtifacts) return null
    return refused('too-many', `A run keeps ${mostArtifacts} files at most`)
  }
  // Also when it has made room for others since.
  if (known.sha256 === file.sha256 || (known.sha256 === null && known.bytes === file.bytes))
    return { kind: 'taken', isStored: true, received: file.bytes }
  return refused('other-content', 'The run has another file of this number')
}

const notYet = refused('not-yet', 'The run has no result yet: files come after it')
const busy = refused('busy', 'Too many files of this account are being uploaded')

type Refused = Extract<ArtifactOutcome, { kind: 'refused' }>

function refused(reason: Refused['reason'], message: string): Refused {
  return { kind: 'refused', reason, message }
}

/** Other content under the same number is another file. */
function keyOf(owner: ArtifactOwner, { number, sha256, bytes }: UploadedFile): string {
  const { checkNo, scheduledAt, origin, attempt } = owner
  return [checkNo, scheduledAt, origin, attempt, number, sha256, bytes].join('/')
}
