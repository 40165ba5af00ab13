import { isRecord } from '@sonde/ground/is-record.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { channelKinds } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { secretMask } from '@sonde/schema/alerts/channels/secret-mask.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'

/**
 * What leaves the service of a channel's configuration. A secret is shown as three stars and, if it has eight
 * characters or more, its last four. An address keeps its scheme and host and loses the rest in the same way.
 * A value that is nothing but `{{NAME}}` is no secret: it says where the secret is. Neither is that of a header that
 * only describes the request, unless it is locked.
 */

type Config = Readonly<Record<string, unknown>>
type Pair = { key: string; value: string; locked: boolean }

const plainHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'content-type',
  'user-agent',
])

const shownCharacters = 4
const shortest = 2 * shownCharacters

function maskText(text: string): string {
  if (text === '' || /^\{\{\s*\w+\s*\}\}$/.test(text)) return text
  const characters = [...text]
  return characters.length < shortest
    ? secretMask
    : `${secretMask}${characters.slice(-shownCharacters).join('')}`
}

/** Only what is plainly a host is shown: everything else in front of the path may hold a password. */
const plainAddress = /^(https?:\/\/)([a-z0-9._{}-]+(?::\d+)?|\[[0-9a-f:.]+\](?::\d+)?)(\/.*)?$/is

function maskAddress(text: string): string {
  const [, scheme, host, path = ''] = plainAddress.exec(text) ?? []
  if (scheme === undefined || host === undefined) return maskText(text)
  return path.length < 2 ? text : `${scheme}${host}/${maskText(path.slice(1))}`
}

export function maskConfig(type: ChannelType, config: Config): Record<string, unknown> {
  const { texts, addresses, pairs } = channelKinds[type].secrets
  const maskedConfig: Record<string, unknown> = { ...config }
  for (const field of texts)
    if (typeof config[field] === 'string') maskedConfig[field] = maskText(config[field])
  for (const field of addresses)
    if (typeof config[field] === 'string') maskedConfig[field] = maskAddress(config[field])
  for (const { field, isOnlyLocked } of pairs) {
    maskedConfig[field] = pairsIn(config, field).map((pair) =>
      isShown(pair, { field, isOnlyLocked }) ? pair : { ...pair, value: maskText(pair.value) },
    )
  }
  return maskedConfig
}

function isShown(pair: Pair, { field, isOnlyLocked }: { field: string; isOnlyLocked: boolean }): boolean {
  if (pair.locked) return false
  return isOnlyLocked || (field === 'headers' && plainHeaders.has(pair.key.trim().toLowerCase()))
}

const masked = 'contains a masked value: send the value itself, or the whole text as it was shown'
const moved = 'contains a masked value, and the address has changed: send the value itself'

/**
 * Puts the stored secrets back where a request sends their masks. Not for another address: whoever may change
 * a channel could have them sent to himself.
 */
export function restoreSecrets(
  type: ChannelType,
  input: Config,
  stored: { type: ChannelType; config: Config } | null,
): { config: Record<string, unknown>; mistakes: Violation[] } {
  const before: Config = stored?.type === type ? stored.config : {}
  const { texts, addresses, pairs } = channelKinds[type].secrets
  const config: Record<string, unknown> = { ...input }
  const mistakes: Violation[] = []
  let hasMoved = false

  function restore(field: string, mask: (text: string) => string): void {
    const [text, storedText] = [input[field], before[field]]
    if (typeof text !== 'string' || !text.includes(secretMask) || text === storedText) return
    if (typeof storedText !== 'string' || text !== mask(storedText)) {
      mistakes.push({ path: `config.${field}`, message: masked })
    } else if (hasMoved) {
      mistakes.push({ path: `config.${field}`, message: moved })
    } else {
      config[field] = storedText
    }
  }

  for (const field of addresses) {
    restore(field, maskAddress)
    hasMoved ||= stored !== null && originOf(config[field]) !== originOf(before[field])
  }
  for (const field of texts) restore(field, maskText)
  for (const { field, isOnlyLocked } of pairs) {
    const storedPairs = pairsIn(before, field)
      .map((pair, index) => ({ ...pair, index }))
      .filter(({ locked }) => locked || !isOnlyLocked)
    config[field] = pairsIn(input, field).map((pair, index) => {
      if (!pair.value.includes(secretMask)) return pair
      const fits = (each: Pair | undefined) => each?.key === pair.key && maskText(each.value) === pair.value
      const staysSecret = pair.locked || !isOnlyLocked
      const match = storedPairs.filter(fits).find((each) => each.index === index) ?? storedPairs.find(fits)
      if (match === undefined && !staysSecret) return pair
      if (match !== undefined && staysSecret && !hasMoved) return { ...pair, value: match.value }
      const message = match === undefined || !staysSecret ? masked : moved
      mistakes.push({ path: `config.${field}.${index}.value`, message })
      return pair
    })
  }
  return { config, mistakes }
}

/** Scheme, host and port; all of what cannot be taken apart. */
function originOf(address: unknown): string {
  const text = typeof address === 'string' ? address : ''
  const [, scheme, host] = plainAddress.exec(text) ?? []
  return scheme === undefined || host === undefined ? text : `${scheme}${host}`.toLowerCase()
}

function pairsIn(config: Config, field: string): Pair[] {
  const list = config[field]
  return Array.isArray(list)
    ? list.filter(isRecord).map(({ key, value, locked }) => ({
        key: String(key),
        value: String(value),
        locked: locked === true,
      }))
    : []
}
