/**
 * What two failures of the same kind have in common: the message without everything that differs from one to the
 * next. Every pattern looks at each character a bounded number of times: a target chooses the text.
 */
export function cleanErrorMessage(message: string): string {
  const withoutPlaces = message
    .slice(0, longestRead)
    .replaceAll(terminalCode, '')
    .replaceAll(word, withoutQuery)
    .replaceAll(temporaryPath, '<path>')
  const cleaned = withoutPlaces
    .replaceAll(moment, '<time>')
    .replaceAll(uuid, '<id>')
    .replaceAll(hexadecimal, withoutIds)
    .replaceAll(duration, '<duration>')
    .replaceAll(number, withoutNumbers)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return cleaned.slice(0, longestKept).toWellFormed().trimEnd()
}

/** The kept characters, and as much as cleaning is likely to take away. */
const longestRead = 20_000
const longestKept = 2_000

const terminalCode = new RegExp(
  [
    '\\u001B\\[[0-9;:?]{0,64}[ -/]{0,8}[@-~]',
    '\\u001B\\][^\\u0007\\u001B]{0,1000}(?:\\u0007|\\u001B\\\\)',
    '\\u001B[@-Z\\\\^_]',
  ].join('|'),
  'g',
)

const word = /[^\s"'<>]+/g

function withoutQuery(text: string): string {
  const address = text.indexOf('://')
  const query = address === -1 ? -1 : text.indexOf('?', address)
  return query === -1 || query === text.length - 1 ? text : `${text.slice(0, query)}?<query>`
}

const temporaryPath = new RegExp(
  [
    '(?:/private)?/(?:tmp|var/tmp|var/folders)/[^\\s"\'<>():,;]*',
    '\\b[A-Za-z]:\\\\(?:Users\\\\[^\\s\\\\]{1,64}\\\\AppData\\\\Local\\\\Temp|Windows\\\\Temp)\\\\[^\\s"\'<>():,;]*',
  ].join('|'),
  'gi',
)

const clock = '\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?'
const zone = '(?:Z\\b|[+-]\\d{2}:?\\d{2}\\b)?'
const moment = new RegExp(
  [
    `\\b\\d{4}-\\d{2}-\\d{2}(?:[T ]${clock}${zone})?\\b`,
    // As our own reasons have it.
    `\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{1,2}, \\d{4}(?:, ${clock} UTC)?\\b`,
    `\\b\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?${zone}`,
  ].join('|'),
  'g',
)

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

const hexadecimal = /\b(?:0x[0-9a-f]+|[0-9a-f]{8,})\b/gi

/** A run of digits alone is a number, and one of letters alone a word. */
function withoutIds(text: string): string {
  const isId = /^0x/i.test(text) || (/\d/.test(text) && /[a-f]/i.test(text))
  return isId ? '<id>' : text
}

const duration =
  /\b\d+(?:[.,]\d+)?\s?(?:ns|µs|us|ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b/gi

const number = /\d+(?:[.,]\d+)*/g

/** What the server of the target said is not noise: 404 and 500 are two failures. */
const beforeStatus = /(?:http(?:\/(?:\d(?:\.\d)?|<number>))?|status|code)[\s:=(#"']{0,4}$/i
const longestBeforeStatus = 20

function withoutNumbers(digits: string, offset: number, text: string): string {
  const isStatus =
    /^[1-5]\d\d$/.test(digits) &&
    beforeStatus.test(text.slice(Math.max(0, offset - longestBeforeStatus), offset))
  return isStatus ? digits : '<number>'
}
