import { formatMs } from '../parts/format.ts'
import { Unreadable } from '../schema-form/form-schema.ts'
import { valueAt, type FormValue } from '../schema-form/value-at.ts'

/** Words for the folded sections of a check: each says what its fields say now. */

export function nameInWords(value: FormValue, proposal: string): string {
  const name = textOf(value['name']) || proposal
  return `${name === '' ? 'No name yet' : name}, ${tagWords(value)}`
}

/** Of a check without a schedule, where a pause has no other place. */
export function tagsInWords(value: FormValue): string {
  const words = `${tagWords(value)}, ${value['activated'] === false ? 'paused' : 'active'}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function tagWords(value: FormValue): string {
  const tags = listOf(value['tags']).filter((tag) => typeof tag === 'string')
  return tags.length === 0 ? 'no tags' : `${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`
}

/** `passing` is what passes without any. */
export function assertionsInWords(value: FormValue, path: string, passing: string): string {
  const count = listOf(valueAt(value, path)).length
  const words = count === 0 ? 'None' : counted(count, 'assertion')
  if (value['shouldFail'] === true) return `${words}; the target is expected to fail`
  return count === 0 ? `${words}: ${passing} passes` : words
}

/** Degraded above 3 s, failed above 5 s. */
export function limitsInWords(value: FormValue): string {
  return [
    limit('Degraded', value['degradedResponseTime'], value['degradedPacketLossThreshold']),
    limit('failed', value['maxResponseTime'], value['maxPacketLossThreshold']),
  ].join(', ')
}

function limit(word: string, time: unknown, loss: unknown): string {
  const parts = [
    ...(typeof time === 'number' ? [formatMs(time)] : []),
    ...(typeof loss === 'number' ? [`${loss} % packet loss`] : []),
  ]
  return parts.length === 0
    ? `never ${word.toLowerCase()} for being slow`
    : `${word} from ${parts.join(' or ')}`
}

export function scheduleInWords(value: FormValue, isParallel: boolean): string {
  const parts = [
    value['activated'] === false ? 'Paused' : 'Active',
    isParallel ? 'at all locations at once' : 'at one location after the other',
  ]
  return parts.join(', ')
}

/** After how much of failing somebody is notified. */
export function alertTimeInWords(settings: FormValue): string {
  if (settings['escalationType'] === 'TIME_BASED') {
    const minutes = valueAt(settings, 'timeBasedEscalation.minutesFailingThreshold')
    return `after ${typeof minutes === 'number' ? minutes : 5} minutes of failing`
  }
  const runs = valueAt(settings, 'runBasedEscalation.failedRunThreshold')
  return typeof runs === 'number' && runs > 1
    ? `after ${runs} failed runs in a row`
    : 'at the first failed run'
}

export function variablesInWords(value: FormValue, isStored: boolean): string {
  const variables = value['environmentVariables']
  const count = listOf(variables).length
  const isKept = isStored && (variables === undefined || variables === null)
  const parts = [
    isKept ? 'Variables as stored' : count === 0 ? 'No variables' : counted(count, 'variable'),
    ...(hasText(value['localSetupScript']) ? ['set-up script'] : []),
    ...(hasText(value['localTearDownScript']) ? ['tear-down script'] : []),
    ...(typeof value['setupSnippetId'] === 'number' ? ['set-up snippet'] : []),
    ...(typeof value['tearDownSnippetId'] === 'number' ? ['tear-down snippet'] : []),
  ]
  return parts.join(', ')
}

export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

function textOf(value: unknown): string {
  if (value instanceof Unreadable) return value.text
  return typeof value === 'string' ? value.trim() : ''
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
