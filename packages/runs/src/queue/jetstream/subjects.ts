import { createHash } from 'node:crypto'
import { type QueueLine, queueLines } from '@sonde/schema/agents/agent-protocol.ts'
import { type CheckType, isCheckType } from '@sonde/schema/check-types/check-type.ts'

/** The leader of a stream is one core of one node, and with a node that is lost a third of the places wait. */
export const streamCount = 3

/** Where the runs of a place wait: all of a line, or those of a type that not every agent of the place takes. */
export type Lane = { place: string; line: QueueLine; checkType: CheckType | null }

export type LaneNames = Lane & { subject: string; stream: string; consumer: string }

export function streamName(installation: string, index: number): string {
  return `SONDE_${installation}_RUNS_${index}`
}

export function subjectsOfStream(installation: string, index: number): string {
  return `sonde.${installation}.run.${index}.>`
}

export function namesOf(installation: string, lane: Lane): LaneNames {
  const token = tokenOf(lane.place)
  const index = streamOf(lane.place)
  const words = [token, lane.line, ...(lane.checkType === null ? [] : [lane.checkType])]
  return {
    ...lane,
    subject: `sonde.${installation}.run.${index}.${words.join('.')}`,
    stream: streamName(installation, index),
    consumer: words.join('_'),
  }
}

/** Asked for with every parcel, of few places. */
const streams = new Map<string, number>()
const mostPlaces = 10_000

export function streamOf(place: string): number {
  const known = streams.get(place)
  if (known !== undefined) return known
  if (streams.size >= mostPlaces) streams.clear()
  const index = createHash('sha256').update(place).digest().readUInt32BE(0) % streamCount
  streams.set(place, index)
  return index
}

/** Null: not a subject of runs, or of a line or a type that a newer program knows. */
export function laneOfSubject(subject: string): Lane | null {
  const [, , , , token = '', line = '', type = null, ...more] = subject.split('.')
  const place = placeOfToken(token)
  const knownLine = queueLines.find((known) => known === line)
  if (place === null || knownLine === undefined || more.length > 0) return null
  if (type !== null && !isCheckType(type)) return null
  return { place, line: knownLine, checkType: type }
}

const privatePrefix = 'private/'

/** No dots, which would make two words of it. */
function tokenOf(place: string): string {
  return place.startsWith(privatePrefix)
    ? `p${place.slice(privatePrefix.length).replaceAll('-', '')}`
    : place.replaceAll('.', '-')
}

function placeOfToken(token: string): string | null {
  const [, ...parts] =
    /^p([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(token) ?? []
  if (parts.length > 0) return `${privatePrefix}${parts.join('-')}`
  return token === '' ? null : token
}
