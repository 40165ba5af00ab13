// @ts-check
const { appendFileSync } = require('node:fs')
const { join } = require('node:path')

const longestReason = 100

/**
 * The check counts as degraded, unless it fails. The reason is shown with its result.
 *
 * @param {unknown} [reason]
 */
function markCheckAsDegraded(reason) {
  const text = reason === undefined ? '' : String(reason)
  if (Buffer.byteLength(text) >= longestReason)
    throw new RangeError(`The reason of a degraded check must be shorter than ${longestReason} bytes`)
  // A line for each call: workers that write side by side lose none.
  appendFileSync(join(process.cwd(), 'degraded.jsonl'), `${JSON.stringify(text)}\n`)
}

/**
 * How long the request took, in milliseconds, to the last byte of its response; null when that is not known.
 *
 * @param {any} response
 * @returns {number | null}
 */
function getAPIResponseTime(response) {
  const time = response?.[Symbol.for('sonde.responseTime')]
  return typeof time === 'number' ? time : null
}

module.exports = { markCheckAsDegraded, getAPIResponseTime }
