import { isRecord } from '@sonde/ground/is-record.ts'

const placeholder = /\{\{\{\s*(?<verbatim>[A-Za-z_]\w*)\s*\}\}\}|\{\{\s*(?<plain>[A-Za-z_]\w*)\s*\}\}/g

/** Whether there is something to fill in, in a configuration as JSON. */
export function hasPlaceholders(configText: string): boolean {
  return configText.includes('{{')
}

/** Of all that is filled into one run: nobody sends more, and a few names can stand for gigabytes. */
export const mostFilledCharacters = 2_000_000

/** The values of variables make more of a request than anybody could send. */
export class FilledTooLarge extends Error {
  override readonly name = 'FilledTooLarge'
}

export type Filling = {
  values: ReadonlyMap<string, string>
  /** Fields of the request that are addresses. */
  addresses: readonly string[]
  /** Told of each variable that was used. */
  onUse(name: string): void
  /** Characters that may still be filled in; shared by all texts of a run. */
  room: { left: number }
}

/**
 * The configuration of a run with the values of variables in the texts of its request. What was filled in is not
 * looked at again, and a name that nobody knows stays as it was written.
 */
export function fillConfig(config: unknown, filling: Filling): unknown {
  if (!isRecord(config)) return config
  return { ...config, request: fillRequest(config['request'], filling) }
}

function fillRequest(request: unknown, filling: Filling): unknown {
  if (!isRecord(request)) return request
  return Object.fromEntries(
    Object.entries(request).map(([field, value]) => {
      if (field === 'assertions') return [field, fillAssertions(value, filling)]
      const isAddress = filling.addresses.includes(field)
      return [field, fillValue(value, filling, isAddress)]
    }),
  )
}

/** Of an assertion only what it compares with: paths, patterns and names are the user's program. */
function fillAssertions(assertions: unknown, filling: Filling): unknown {
  if (!Array.isArray(assertions)) return assertions
  return assertions.map((assertion: unknown) =>
    isRecord(assertion)
      ? { ...assertion, target: fillValue(assertion['target'], filling, false) }
      : assertion,
  )
}

function fillValue(value: unknown, filling: Filling, isAddress: boolean): unknown {
  if (typeof value === 'string') return fillText(value, filling, isAddress)
  if (Array.isArray(value)) return value.map((item: unknown) => fillValue(item, filling, isAddress))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, fillValue(item, filling, isAddress)]),
  )
}

/** `{{{NAME}}}` gives the value as it is; `{{NAME}}` too, but percent-encoded inside an address. */
export function fillText(
  text: string,
  { values, onUse, room }: Omit<Filling, 'addresses'>,
  isAddress: boolean,
): string {
  if (!text.includes('{{')) return text
  return text.replaceAll(placeholder, (written, ...rest) => {
    const { verbatim, plain } = groupsOf(rest.at(-1))
    const name = verbatim ?? plain ?? ''
    const value = values.get(name)
    if (value === undefined) return written
    onUse(name)
    const filled = isAddress && verbatim === undefined ? encodeURI(value.toWellFormed()) : value
    room.left -= filled.length
    if (room.left < 0) throw new FilledTooLarge(`{{${name}}} makes the request too large`)
    return filled
  })
}

function groupsOf(last: unknown): { verbatim?: string; plain?: string } {
  return isRecord(last) ? last : {}
}
