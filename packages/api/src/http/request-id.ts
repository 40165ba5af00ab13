import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const acceptable = /^[A-Za-z0-9_-]{1,64}$/
const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * The caller's own id when it has a harmless form, else one of ours: random for the process, then counted.
 * Letters only: error texts name the request, and a known client takes any error text with the digits of
 * "not found" in it for a deleted resource.
 */
export function createRequestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const prefix = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
  let count = 0
  return ({ headers }) => {
    const header = headers['x-request-id']
    if (typeof header === 'string' && acceptable.test(header)) return header
    count += 1
    return prefix + inLetters(count)
  }
}

function inLetters(count: number): string {
  let text = ''
  for (let rest = count; rest > 0; rest = Math.floor(rest / letters.length)) {
    text = (letters[rest % letters.length] ?? '') + text
  }
  return text
}
