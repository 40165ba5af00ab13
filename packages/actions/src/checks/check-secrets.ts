import { isRecord } from '@sonde/ground/is-record.ts'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import { secretMask } from '@sonde/schema/alerts/channels/secret-mask.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'

/** These tell where a secret is, and not what it is. */
const onlyPlaceholder = /^\s*(?:(?:bearer|basic)\s+)?\{\{\{?[^{}]*\}\}\}?\s*$/i

/** The login of an address, as parsers of addresses find it: they take backslashes for slashes. */
const login = /^(\s*[a-z][a-z0-9+.-]*:[\\/]{2,})([^/?#\\]*)@/i

type Config = Readonly<Record<string, unknown>>

/**
 * The settings of a check for somebody with this role. Who may change the check sees all of it; others see neither
 * the address of its pings nor the passwords in its address and in its metadata.
 */
export function shownConfig(config: Config, role: Role): Config {
  if (mayActAs(role, 'READ_WRITE')) return config
  const { request, heartbeat } = config
  return {
    ...config,
    ...(isRecord(request) ? { request: mapSecrets(request, { text: maskAddress, value: maskValue }) } : {}),
    ...(isRecord(heartbeat) ? { heartbeat: { ...heartbeat, pingToken: undefined, pingUrl: undefined } } : {}),
  }
}

/**
 * Puts what is stored back where a document has only its mask, as whoever copied it from an answer to a reader would
 * send it. A mask that stands for nothing stored is a mistake: nobody's password is `***`. Changes the document.
 */
export function restoreMasked(document: Record<string, unknown>, stored: Config | null): Violation[] {
  const { request } = document
  if (!isRecord(request)) return []
  const storedRequest = isRecord(stored?.['request']) ? stored['request'] : {}
  const mistakes: Violation[] = []
  const message = 'holds a masked value: send the value itself, or all of it as it was shown'
  document['request'] = mapSecrets(request, {
    text(text, field) {
      if (!hasMask(text)) return text
      const before = storedRequest[field]
      if (typeof before === 'string' && maskAddress(before) === text) return before
      mistakes.push({ path: `request.${field}`, message })
      return text
    },
    value(value, { field, index, key }) {
      if (value !== secretMask) return value
      const before = metadataIn(storedRequest[field]).filter((item) => item.key === key)
      const position = metadataIn(request[field])
        .slice(0, index)
        .filter((item) => item.key === key).length
      const known = before[position]
      if (known !== undefined) return known.value
      mistakes.push({ path: `request.${field}.metadata.${index}.value`, message })
      return value
    },
  })
  return mistakes
}

type Metadata = { key: string; value: string }

/** Goes through all that may be secret in a request: its texts, and the values of metadata. */
function mapSecrets(
  request: Config,
  change: {
    text(text: string, field: string): string
    value(value: string, at: { field: string; index: number; key: string }): string
  },
): Config {
  return Object.fromEntries(
    Object.entries(request).map(([field, value]) => {
      if (typeof value === 'string') return [field, change.text(value, field)]
      if (!isRecord(value) || !Array.isArray(value['metadata'])) return [field, value]
      const metadata = metadataIn(value).map((item, index) => ({
        ...item,
        value: change.value(item.value, { field, index, key: item.key }),
      }))
      return [field, { ...value, metadata }]
    }),
  )
}

function metadataIn(value: unknown): Metadata[] {
  const list = isRecord(value) ? value['metadata'] : null
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown) =>
    isRecord(item) && typeof item['key'] === 'string' && typeof item['value'] === 'string'
      ? [{ ...item, key: item['key'], value: item['value'] }]
      : [],
  )
}

function maskValue(value: string): string {
  return value === '' || onlyPlaceholder.test(value) ? value : secretMask
}

/** A user name without a password is a token. */
function maskAddress(text: string): string {
  return text.replace(login, (_whole, scheme: string, userPart: string) => {
    const colon = userPart.indexOf(':')
    if (colon === -1) return `${scheme}${maskValue(userPart)}@`
    return `${scheme}${userPart.slice(0, colon)}:${maskValue(userPart.slice(colon + 1))}@`
  })
}

function hasMask(text: string): boolean {
  const userPart = login.exec(text)?.[2]
  return userPart === secretMask || userPart?.endsWith(`:${secretMask}`) === true
}
