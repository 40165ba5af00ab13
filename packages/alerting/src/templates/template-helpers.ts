import { createHash } from 'node:crypto'
import { cut } from '../bound-text.ts'
import { CannotSend } from '../cannot-send.ts'
import { comparisonHelpers } from './comparison-helpers.ts'
import { formatDate } from '@sonde/ground/format-date.ts'
import type { Helper, HelperScope } from './helper.ts'
import type { BlockHelper, Value } from './template-tree.ts'
import { propertyOf, textOf } from './value.ts'

export const mostOutputBytes = 256 * 1024

const blockHelpers: ReadonlySet<string> = new Set<BlockHelper>(['if', 'unless', 'each', 'with'])

const helpers: ReadonlyMap<string, Helper> = new Map(
  Object.entries<Helper>({
    ...comparisonHelpers,
    $UUID: (_params, _named, scope) => uuidFrom(scope.nextSeed()),
    $RANDOM_NUMBER: (_params, _named, scope) => numberFrom(scope.nextSeed()),
    lookup: ([collection, name]) => propertyOf(collection, textOf(name)),
    default: (params) => params.find((value) => textOf(value) !== '') ?? '',
    tagValue: ([tags, name, fallback]) => tagValue(tags, textOf(name)) ?? fallback,
    startsWith: ([prefix, text]) => textOf(text).startsWith(textOf(prefix)),
    replace: ([text, from, to]) => replaceAll(textOf(text), textOf(from), textOf(to)),
    split: ([text, separator]) => textOf(text).split(separator === undefined ? ',' : textOf(separator)),
    markdown: ([text]) => escapeMarkdown(textOf(text)),
    truncate: ([text, length]) => cut(textOf(text), Number(textOf(length)) || 200),
    year: (_params, _named, scope) => new Date(scope.raisedAt).getUTCFullYear(),
    date: (params, _named, scope) => dateText(params, scope),
    moment: (params, _named, scope) => dateText(params, scope),
  }),
)

export function isBlockHelper(name: string): name is BlockHelper {
  return blockHelpers.has(name)
}

export function isHelper(name: string): boolean {
  return helpers.has(name) || blockHelpers.has(name)
}

export function findHelper(name: string): Helper | undefined {
  return helpers.get(name)
}

/** `team:checkout` and `team=checkout` both say that the team is checkout. */
function tagValue(tags: Value, name: string): string | undefined {
  if (!Array.isArray(tags)) return undefined
  return tags
    .map((tag: Value) => textOf(tag))
    .find((tag) => tag.startsWith(`${name}:`) || tag.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

function replaceAll(text: string, from: string, to: string): string {
  if (from === '') return text
  const parts = text.split(from)
  const length = text.length + (parts.length - 1) * (to.length - from.length)
  if (length > mostOutputBytes) throw new CannotSend('the template writes more than 256 KB')
  return parts.join(to)
}

/**
 * So that a name or an error is shown as it is, and makes no link of its own. An underscore within a word means
 * nothing in Markdown and stays: a backslash would be part of an address.
 */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*~[\]<>|]/g, '\\$&')
    .replaceAll(/_+/g, (run, at: number, all: string) => {
      const isWithin = isWordEnd(all[at - 1]) && isWordEnd(all[at + run.length])
      return isWithin ? run : run.replaceAll('_', '\\_')
    })
    .replaceAll(/^([ \t]*)([#+-]|\d{1,9}(?=[.)]))/gm, escapeLineStart)
}

function isWordEnd(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

/** A list or a heading begins with these. Of a number it is the sign behind it that does. */
function escapeLineStart(start: string, space: string, sign: string): string {
  return /\d/.test(sign) ? `${start}\\` : `${space}\\${sign}`
}

const defaultDateFormat = 'MMMM DD, YYYY'

/** `{{date}}`, `{{date "YYYY"}}`, `{{date STARTED_AT}}` and `{{date STARTED_AT "YYYY"}}`, all in UTC. */
function dateText([first, second]: readonly Value[], scope: HelperScope): string {
  if (second !== undefined) {
    const at = timeOf(first)
    return at === null ? '' : formatDate(at, textOf(second))
  }
  const at = first === undefined ? scope.raisedAt : timeOf(first)
  return at === null ? formatDate(scope.raisedAt, textOf(first)) : formatDate(at, defaultDateFormat)
}

function timeOf(value: Value): number | null {
  const at = typeof value === 'number' ? value : Date.parse(textOf(value))
  return Number.isNaN(at) || Math.abs(at) > 8.64e15 ? null : at
}

function uuidFrom(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
  return [...groups, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

function numberFrom(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) % 10_001
}
