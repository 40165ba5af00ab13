import { isRecord } from '@sonde/ground/is-record.ts'

/** What a set-up script has made of the request. Absent: as it was. */
export type RequestChanges = {
  method?: string
  url?: string
  body?: string
  headers?: ReadonlyMap<string, string>
  queryParameters?: ReadonlyMap<string, string>
}

/** What comes out of a sandbox, read as far as we know it. */
export type ScriptMessage =
  | { type: 'ready' | 'accepted' }
  | { type: 'log'; level: LogLevel; text: string }
  /** A value that was made secret while the script ran. */
  | { type: 'secret'; value: string }
  | {
      type: 'done'
      token: string
      request: RequestChanges
      /** All that differ from the beginning; null: deleted. */
      variables: ReadonlyMap<string, string | null>
      /** What the body of the response was replaced by. */
      body: string | null
    }
  | { type: 'error'; token: string; message: string }

const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * A message of the harness, or what the script has forged in its name; null for what is none. Known properties are
 * picked, and own ones only: whatever else is in there goes nowhere.
 */
export function readScriptMessage(value: unknown): ScriptMessage | null {
  if (!isRecord(value)) return null
  const type = own(value, 'type')
  switch (type) {
    case 'ready':
    case 'accepted':
      return { type }
    case 'log': {
      const level = logLevels.find((name) => name === own(value, 'level'))
      const text = own(value, 'text')
      return level === undefined || typeof text !== 'string' ? null : { type, level, text }
    }
    case 'secret': {
      const secret = own(value, 'value')
      return typeof secret === 'string' ? { type, value: secret } : null
    }
    case 'done':
      return readDone(value)
    case 'error': {
      const [token, message] = [own(value, 'token'), own(value, 'message')]
      return typeof token === 'string' && typeof message === 'string' ? { type, token, message } : null
    }
    default:
      return null
  }
}

type Fields = Readonly<Record<string, unknown>>

function readDone(value: Fields): ScriptMessage | null {
  const token = own(value, 'token')
  const body = own(value, 'body') ?? null
  const request = readChanges(own(value, 'request') ?? {})
  const variables = readTexts(own(value, 'variables') ?? {}, isTextOrNull)
  if (typeof token !== 'string' || !isTextOrNull(body) || request === null || variables === null) return null
  return { type: 'done', token, request, variables, body }
}

function readChanges(value: unknown): RequestChanges | null {
  if (!isRecord(value)) return null
  const changes: RequestChanges = {}
  for (const name of ['method', 'url', 'body'] as const) {
    const text = own(value, name)
    if (text === undefined) continue
    if (typeof text !== 'string') return null
    changes[name] = text
  }
  for (const name of ['headers', 'queryParameters'] as const) {
    const pairs = own(value, name)
    if (pairs === undefined) continue
    const texts = readTexts(pairs, isText)
    if (texts === null) return null
    changes[name] = texts
  }
  return changes
}

function readTexts<Value>(
  value: unknown,
  isValue: (item: unknown) => item is Value,
): Map<string, Value> | null {
  if (!isRecord(value)) return null
  const texts = new Map<string, Value>()
  for (const [name, item] of Object.entries(value)) {
    if (!isValue(item)) return null
    texts.set(name, item)
  }
  return texts
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function own(value: Fields, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}
