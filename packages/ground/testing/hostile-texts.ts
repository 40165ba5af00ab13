import assert from 'node:assert/strict'
import { cpuMs } from './growth.ts'

/** Below this a measurement says more about the machine than about the work. */
const leastMs = 1

const firstLength = 4_096
const longestFirst = 32_768

/** Of the long text, which is measured in processor time: that comes in steps of several milliseconds on some systems. */
const timesLonger = 16

/** For twice the length 2.5 times the work at most; over four doublings noise weighs less. Its square would be at 256. */
const mostGrowth = 2.5 ** 4

/** Each look keeps the least of what was seen: a busy machine only ever adds. What really grows, grows in all of them. */
const mostLooks = 12

/** Fails when the work on a text grows faster than the text, whatever else the machine does meanwhile. */
export function assertLinearInText(work: (text: string) => unknown, shape: (length: number) => string): void {
  let length = firstLength
  while (length < longestFirst && elapsedMs(() => work(shape(length))) < leastMs) length *= 2
  const [short, long] = [shape(length), shape(timesLonger * length)]
  const least = { shortMs: Infinity, longMs: Infinity }
  for (let look = 0; look < mostLooks; look += 1) {
    least.shortMs = Math.min(
      least.shortMs,
      elapsedMs(() => work(short)),
    )
    least.longMs = Math.min(
      least.longMs,
      cpuMs(() => work(long)),
    )
    if (least.longMs <= mostGrowth * Math.max(least.shortMs, leastMs / 2)) return
    // Nobody waits for a dozen looks at what takes seconds.
    if (look >= 2 && least.longMs > 1_000) break
  }
  const { shortMs, longMs } = least
  assert.fail(
    `${length} characters took ${shortMs.toFixed(1)} ms, ${timesLonger * length} took ${longMs.toFixed(1)} ms: ${JSON.stringify(short.slice(0, 80))}`,
  )
}

/** By the clock, which is fine enough for a millisecond. */
function elapsedMs(work: () => unknown): number {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}

/** What the grammars that are scanned for are made of: one of them, without an end, is what makes patterns slow. */
export const hostilePieces: readonly string[] = [
  '\\',
  '\\"',
  '\\\\"x',
  '"',
  "'",
  '`',
  ' ',
  '\t',
  '\n',
  '\r\n',
  ':',
  '=',
  ',',
  '@',
  '/',
  '://',
  'http://a',
  'a:b@',
  '://a:b@c ',
  '[',
  ']',
  '{',
  '{{',
  '${',
  '}}',
  '<',
  '&',
  '&#',
  '&#x6',
  '&#104;',
  '&amp',
  '\\u',
  '\\u00',
  '\\u0068',
  '\\u{',
  '#',
  '%',
  '%5C',
  '…',
  '\uFFFD',
  '\uD83D',
  'é',
  'a',
  'aaaa…',
  '-',
  '_',
  '0',
  'authorization',
  'authorization:',
  'authorization ',
  'Authorization: Bearer ',
  'cookie',
  'cookie=',
  'cookie="',
  'cookie:\\"',
  'cookie : [',
  '{"cookie":[',
  'set-cookie: a\n',
  'x-api-key',
  'x-api-key,"value":"',
  '"authorization","value":"',
  'authorization,',
  '\\"value\\"',
  'token',
  'token=',
  'token="',
  '&token=',
  'api_key: ',
  'password',
  'secret_',
  'eyJ',
  'eyJaaaaaaaa.',
  'eyJaaaaaaaa.eyJaaaaaaaa.',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  'AKIA',
  'ghp_',
  'sk-',
  'bearer ',
]

/** Behind these a scanner is inside of something, and waits for its end. */
export const hostileBeginnings: readonly string[] = [
  '',
  'authorization',
  'authorization:',
  'authorization: "',
  'authorization:\\"',
  '{"authorization":"',
  '{\\"authorization\\":\\"',
  '"cookie: ',
  'set-cookie: [',
  'x-api-key=',
  '"cookie","value',
  'cookie ,',
  'http://',
  'http://a:',
  'token="',
  'token: bearer ',
  '?token=',
  'token={{',
  'eyJaaaaaaaa.eyJ',
  '-----BEGIN RSA PRIVATE KEY-----',
]
