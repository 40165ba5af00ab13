import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { Ping } from '../icmp-engine/ping-run.ts'

const wordings: Record<IpFamily, readonly { text: RegExp; type: number; code: number }[]> = {
  IPv4: [
    { text: /destination host unreachable/i, type: 3, code: 1 },
    { text: /destination net unreachable/i, type: 3, code: 0 },
    { text: /packet filtered|communication prohibited/i, type: 3, code: 13 },
    { text: /time to live exceeded/i, type: 11, code: 0 },
  ],
  IPv6: [
    { text: /address unreachable/i, type: 1, code: 3 },
    { text: /no route/i, type: 1, code: 0 },
    { text: /administratively prohibited/i, type: 1, code: 1 },
    { text: /hop limit|time exceeded/i, type: 3, code: 0 },
  ],
}

const reply = /\bicmp_seq=(\d+) (?:ttl|hlim)=(\d+) time=([\d.]+) ms/
const numberedError = /^From .*\bicmp_seq=(\d+) (.+)$/

/**
 * Understands the `ping` of Linux (iputils), which numbers from 1, and of macOS, which numbers from 0. The latter
 * gives its ICMP errors no number, so such a ping counts as lost.
 */
export function parsePingOutput(
  output: string,
  {
    family,
    count,
    firstNumber,
    windowMs,
  }: { family: IpFamily; count: number; firstNumber: number; windowMs: number },
): Ping[] {
  const pings = Array.from({ length: count }, (_, sequence): Ping => ({ sequence, kind: 'lost' }))
  for (const line of output.split('\n')) {
    const ping = readReply(line, family, windowMs) ?? readError(line, family)
    if (ping === null) continue
    const sequence = ping.sequence - firstNumber
    // The first of duplicates counts.
    if (pings[sequence]?.kind === 'lost') pings[sequence] = { ...ping, sequence }
  }
  return pings
}

function readReply(line: string, family: IpFamily, windowMs: number): Ping | null {
  const [, number, ttl, time] = reply.exec(line) ?? []
  const rttMs = Number(time)
  if (number === undefined || !(rttMs <= windowMs)) return null
  const type = family === 'IPv4' ? 0 : 129
  return { sequence: Number(number), kind: 'reply', rttMs, ttl: Number(ttl), type, code: 0 }
}

function readError(line: string, family: IpFamily): Ping | null {
  const [, number, text = ''] = numberedError.exec(line) ?? []
  const wording = wordings[family].find((one) => one.text.test(text))
  if (number === undefined || !wording) return null
  return { sequence: Number(number), kind: 'error', type: wording.type, code: wording.code }
}
