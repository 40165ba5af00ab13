import { isRecord } from '@sonde/ground/is-record.ts'
import { callHelpers } from './template-helpers.ts'

const placeholder = /\{\{\{\s*(?<verbatim>[A-Za-z_]\w*)\s*\}\}\}|\{\{\s*(?<plain>[A-Za-z_]\w*)\s*\}\}/g

/** Whether there is something to fill in, in a configuration as JSON. */
export function hasPlaceholders(configText: string): boolean {
  return configText.includes('{{')
}

/** The values of variables make more of a request than anybody could send. */
export class RequestTooLarge extends Error {
  override readonly name = 'RequestTooLarge'
}

export type Substitution = {
  values: ReadonlyMap<string, string>
  /** Fields of the request that are addresses. */
  addresses: readonly string[]
  /** Told of each variable that was used. */
  onUse(name: string): void
  /** Characters that may still be filled in; shared by all texts of a run. */
  room: { left: number }
  /** When helpers such as `{{moment "YYYY"}}` are called; absent where they mean nothing. */
  helpersAt?: number
}

/**
 * The configuration of a run with the values of variables in the texts of its request. What was filled in is not
 * looked at again, and a name that nobody knows stays as it was written.
 */
export function substituteConfig(config: unknown, substitution: Substitution): unknown {
  if (!isRecord(config)) return config
  return { ...config, request: substituteRequest(config['request'], substitution) }
}

function substituteRequest(request: unknown, substitution: Substitution): unknown {
  if (!isRecord(request)) return request
  return Object.fromEntries(
    Object.entries(request).map(([field, value]) => {
      if (field === 'assertions') return [field, substituteAssertions(value, substitution)]
      const isAddress = substitution.addresses.includes(field)
      return [field, substituteValue(value, substitution, isAddress)]
    }),
  )
}

/** Of an assertion only what it compares with: paths, patterns and names are the user's program. */
function substituteAssertions(assertions: unknown, substitution: Substitution): unknown {
  if (!Array.isArray(assertions)) return assertions
  return assertions.map((assertion: unknown) =>
    isRecord(assertion)
      ? { ...assertion, target: substituteValue(assertion['target'], substitution, false) }
      : assertion,
  )
}

function substituteValue(value: unknown, substitution: Substitution, isAddress: boolean): unknown {
  if (typeof value === 'string') return substituteText(value, substitution, isAddress)
  if (Array.isArray(value))
    return value.map((item: unknown) => substituteValue(item, substitution, isAddress))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, substituteValue(item, substitution, isAddress)]),
  )
}

/** `{{{NAME}}}` gives the value as it is; `{{NAME}}` too, but percent-encoded inside an address. */
export function substituteText(
  text: string,
  { values, onUse, room, helpersAt }: Omit<Substitution, 'addresses'>,
  isAddress: boolean,
): string {
  if (!text.includes('{{')) return text
  // Before the values: what they hold is not looked at again.
  const written = helpersAt === undefined ? text : callHelpers(text, helpersAt)
  return written.replaceAll(placeholder, (reference, ...rest) => {
    const { verbatim, plain } = groupsOf(rest.at(-1))
    const name = verbatim ?? plain ?? ''
    const value = values.get(name)
    if (value === undefined) return reference
    onUse(name)
    const replacement = isAddress && verbatim === undefined ? encodeURI(value.toWellFormed()) : value
    room.left -= replacement.length
    if (room.left < 0) throw new RequestTooLarge(`{{${name}}} makes the request too large`)
    return replacement
  })
}

function groupsOf(last: unknown): { verbatim?: string; plain?: string } {
  return isRecord(last) ? last : {}
}
