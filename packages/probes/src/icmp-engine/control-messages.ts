import {
  IPV6_HOPLIMIT,
  IPV6_RECVERR,
  IP_RECVERR,
  IP_TTL,
  SOL_IP,
  SOL_IPV6,
  SOL_SOCKET,
  SO_TIMESTAMPING,
} from './linux-abi.ts'
import type { WallClock } from './wall-clock.ts'

/** What the kernel tells beside a packet. One object for all packets: read it before the next call. */
export type ControlMessages = {
  /** Milliseconds on the stamps' clock; NaN when the kernel took no time. */
  stampMs: number
  /** -1 when not told. */
  ttl: number
  /** struct sock_extended_err: origin 0 when there is none. */
  errorOrigin: number
  errorType: number
  errorCode: number
  errorDetail: number
  /** Where in the view the address begins that sent the error; -1 when not told. */
  offenderAt: number
}

const headerBytes = 16

export function createControlReader(clock: WallClock) {
  const messages: ControlMessages = {
    stampMs: Number.NaN,
    ttl: -1,
    errorOrigin: 0,
    errorType: 0,
    errorCode: 0,
    errorDetail: 0,
    offenderAt: -1,
  }

  return (view: DataView, start: number, length: number): Readonly<ControlMessages> => {
    messages.stampMs = Number.NaN
    messages.ttl = -1
    messages.errorOrigin = 0
    messages.offenderAt = -1
    const end = start + length
    for (let at = start; at + headerBytes <= end;) {
      const size = view.getUint32(at, true)
      if (size < headerBytes || at + size > end) break
      readOne(view, at, size - headerBytes)
      at += (size + 7) & ~7
    }
    return messages
  }

  function readOne(view: DataView, at: number, size: number): void {
    const level = view.getInt32(at + 8, true)
    const type = view.getInt32(at + 12, true)
    const body = at + headerBytes
    if (level === SOL_SOCKET && type === SO_TIMESTAMPING && size >= 16) {
      // The first of three is the software stamp; all zero means that it was not taken.
      if (view.getUint32(body, true) !== 0) messages.stampMs = clock.stampAt(view, body)
    } else if (level === SOL_IP && type === IP_TTL && size >= 4) {
      messages.ttl = view.getInt32(body, true) & 255
    } else if (level === SOL_IPV6 && type === IPV6_HOPLIMIT && size >= 4) {
      messages.ttl = view.getInt32(body, true) & 255
    } else if (
      ((level === SOL_IP && type === IP_RECVERR) || (level === SOL_IPV6 && type === IPV6_RECVERR)) &&
      size >= 16
    ) {
      messages.errorOrigin = view.getUint8(body + 4)
      messages.errorType = view.getUint8(body + 5)
      messages.errorCode = view.getUint8(body + 6)
      messages.errorDetail = view.getUint32(body + 8, true)
      if (size >= 32) messages.offenderAt = body + 16
    }
  }
}
