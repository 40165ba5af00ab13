import { getSystemErrorName } from 'node:util'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { Ping, PingRun, SocketKind } from './ping-run.ts'

/** What the main thread and the worker say to each other: few messages, each with many runs in plain numbers. */
export type ToWorker = { begin: Int32Array<ArrayBuffer>; abort: Int32Array<ArrayBuffer> }

export type FromWorker =
  | { kind: 'ready'; wakeFd: number; sockets: SocketReport }
  | { kind: 'sockets'; sockets: SocketReport }
  | { kind: 'finished'; runs: Float64Array<ArrayBuffer> }
  | { kind: 'no-socket'; runIds: Int32Array<ArrayBuffer>; family: IpFamily; errno: number }

export type SocketReport = {
  kinds: Record<IpFamily, SocketKind>
  /** Why there is no socket: the errno of the last attempt. */
  errnos: Record<IpFamily, number>
  hasKernelTimes: boolean
}

/** The worker cannot be told by a message to stop while the main thread is exiting, so it looks here. */
export const sharedWords = { stop: 0, firstFd: 1, size: 1 + 256 } as const

/** id, family (4 or 6), count, then a sockaddr of 7 words. */
export const beginWords = 10

export const pingKinds = { lost: 0, reply: 1, error: 2, refused: 3 } as const

/** Head of a finished run: id, count, noise (-1: none), whether all times are the kernel's. Two numbers per ping. */
const headNumbers = 4

/** `value` is the round trip of a reply and the errno of a refusal. A TTL of -1 means that none was seen. */
export function packPing(kind: number, type: number, code: number, ttl: number): number {
  return kind + type * 4 + code * 1024 + (ttl + 1) * 262_144
}

export function appendRun(
  into: number[],
  run: { id: number; count: number; noiseMs: number; isKernelTimed: boolean; rows: Float64Array },
): void {
  into.push(run.id, run.count, run.noiseMs, run.isKernelTimed ? 1 : 0)
  for (const number of run.rows) into.push(number)
}

export function* readRuns(numbers: Float64Array): Generator<{ id: number; run: PingRun }> {
  for (let at = 0; at < numbers.length;) {
    const count = numbers[at + 1] ?? 0
    const noiseMs = numbers[at + 2] ?? -1
    const pings: Ping[] = []
    for (let sequence = 0; sequence < count; sequence += 1) {
      const row = at + headNumbers + sequence * 2
      pings.push(readPing(sequence, numbers[row] ?? 0, numbers[row + 1] ?? 0))
    }
    yield {
      id: numbers[at] ?? 0,
      run: { pings, noiseMs: noiseMs < 0 ? null : noiseMs, hasKernelTimes: numbers[at + 3] === 1 },
    }
    at += headNumbers + count * 2
  }
}

function readPing(sequence: number, packed: number, value: number): Ping {
  const type = (packed >>> 2) & 255
  const code = (packed >>> 10) & 255
  const ttl = (packed >>> 18) - 1
  switch (packed & 3) {
    case pingKinds.reply:
      return { sequence, kind: 'reply', rttMs: value, ttl: ttl < 0 ? null : ttl, type, code }
    case pingKinds.error:
      return { sequence, kind: 'error', type, code }
    case pingKinds.refused:
      return { sequence, kind: 'refused', errno: value, code: getSystemErrorName(-value) }
    default:
      return { sequence, kind: 'lost' }
  }
}
