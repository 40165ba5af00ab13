import { Type, type Static } from 'typebox'
import { OneOf, Uuid } from '../validation/building-blocks.ts'
import { ticket } from './agent-protocol.ts'

export const artifactTypes = ['log', 'trace', 'video', 'screenshot', 'pcap', 'report', 'file'] as const
export type ArtifactType = (typeof artifactTypes)[number]

/** Of one file. */
export const mostArtifactBytes = 150_000_000
/** Of one attempt. */
export const mostArtifacts = 1_000
/** A file name of the file systems that runs write to. */
const longestArtifactName = 255

const length = '(?:0|[1-9][0-9]{0,14})'

/** A file of a run is known by its number: whoever sends it again, or goes on with it, names the same one. */
export const ArtifactParams = Type.Object({
  runId: Uuid(),
  number: Type.String({ pattern: '^([1-9][0-9]{0,2}|1000)$' }),
})

/** What the file is; in headers, because the body is the file. */
export const ArtifactHeaders = Type.Object({
  'x-sonde-ticket': ticket,
  /** As in an address: encoded by percent signs. */
  'x-artifact-name': Type.String({ minLength: 1, maxLength: 3 * longestArtifactName }),
  'x-artifact-type': OneOf(artifactTypes),
  'x-artifact-content-type': Type.String({ maxLength: 100, pattern: '^[a-z]+/[a-z0-9.+-]+$' }),
  'x-artifact-sha256': Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** The part that the body is; absent: all of it. With an asterisk it asks how much is there. */
  'content-range': Type.Optional(
    Type.String({ pattern: `^bytes (?:${length}-${length}|\\*)/[1-9][0-9]{0,14}$` }),
  ),
})

/** How much of the file is there by now; `isStored` when that is all, and it is kept. */
export const ArtifactAnswer = Type.Object({
  isStored: Type.Boolean(),
  received: Type.Integer({ minimum: 0 }),
})
export type ArtifactAnswer = Static<typeof ArtifactAnswer>

/** In an answer that refuses a part: from where the service wants to go on. */
export const receivedHeader = 'x-artifact-received'

/** One file of a run on its way to the service, or a part of it. */
export type ArtifactOrder = {
  runId: string
  ticket: string
  number: number
  name: string
  type: ArtifactType
  contentType: string
  sha256: string
  /** Of the whole file. */
  bytes: number
  /** Null: only asks how much is there. */
  part: { start: number; length: number } | null
}

/** What became of it. Refusals are for good, but for `not-yet`, `busy` and `elsewhere`. */
export type ArtifactOutcome =
  | ({ kind: 'taken' } & ArtifactAnswer)
  /** The part does not follow what is there. */
  | { kind: 'elsewhere'; received: number }
  | {
      kind: 'refused'
      reason:
        | 'no-run'
        | 'not-yet'
        | 'busy'
        | 'too-large'
        | 'quota'
        | 'too-many'
        | 'wrong-hash'
        | 'other-content'
      message: string
    }
