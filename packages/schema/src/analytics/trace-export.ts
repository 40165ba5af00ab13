import { Type, type Static } from 'typebox'
import { type Rule, withRules } from '../validation/annotations.ts'
import { Nullable, Timestamp, component } from '../validation/building-blocks.ts'

const mostHeaders = 20
/** They say what is sent, which is not for the account to decide. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export const TraceExport = component(
  'TraceExport',
  Type.Object({
    enabled: Type.Boolean(),
    endpoint: Nullable(Type.String({ description: 'Where the spans go; null while nothing was set.' })),
    headers: Type.Array(
      Type.Object({
        key: Type.String(),
        value: Nullable(Type.String(), { description: 'Always null: values are written and never shown.' }),
      }),
    ),
    lastExportedAt: Nullable(Timestamp(), { description: 'When the receiver last took something.' }),
    lastError: Nullable(Type.String({ description: 'What went wrong last; null when all is well.' })),
    pendingRuns: Type.Integer({ description: 'Runs that have ended and are still to be sent.' }),
    skippedRuns: Type.Integer({
      description:
        'Runs that were given up since the export was set up, because the receiver refused them or was away for longer than results are kept.',
    }),
  }),
)
export type TraceExport = Static<typeof TraceExport>

const isEndpoint: Rule = ({ endpoint }) =>
  typeof endpoint !== 'string' || (/^https?:\/\//i.test(endpoint) && URL.canParse(endpoint))
    ? []
    : [{ path: 'endpoint', message: 'must be an http or https address' }]

/** The address is shown to all who read the settings; headers are sealed. */
const hasNoUser: Rule = ({ endpoint }) =>
  typeof endpoint === 'string' && URL.canParse(endpoint) && /[^:]/.test(userOf(new URL(endpoint)))
    ? [{ path: 'endpoint', message: 'must not hold a user or a password: send them in headers' }]
    : []

function userOf({ username, password }: URL): string {
  return `${username}:${password}`
}

const isHeader: Rule = ({ key, value }) => [
  ...(typeof key === 'string' && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(key)
    ? [{ path: 'key', message: 'is not the name of a header' }]
    : []),
  ...(typeof key === 'string' && ownHeaders.has(key.toLowerCase())
    ? [{ path: 'key', message: 'names a header that the export sets itself' }]
    : []),
  ...(typeof value === 'string' && /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ? [{ path: 'value', message: 'must be on one line, of characters that a header can hold' }]
    : []),
]

const namesEachOnce: Rule = ({ headers }) => {
  const keys = (Array.isArray(headers) ? headers : []).map((header: unknown) =>
    typeof header === 'object' && header !== null && 'key' in header ? String(header.key).toLowerCase() : '',
  )
  const again = keys.findIndex((key, index) => keys.indexOf(key) !== index)
  return again === -1 ? [] : [{ path: `headers.${again}.key`, message: 'is there twice' }]
}

export const TraceExportUpdate = component(
  'TraceExportUpdate',
  withRules(
    Type.Object(
      {
        enabled: Type.Boolean(),
        endpoint: Type.String({
          maxLength: 2_048,
          description: 'Of an OTLP/HTTP receiver; `/v1/traces` is added unless the path ends so.',
        }),
        headers: Type.Optional(
          Type.Array(
            withRules(
              Type.Object({
                key: Type.String({ minLength: 1, maxLength: 200 }),
                value: Type.Optional(
                  Nullable(Type.String({ maxLength: 4_000 }), {
                    description:
                      'Left out or null: the value that the header has stays, as long as the spans go to the same host.',
                  }),
                ),
              }),
              isHeader,
            ),
            { maxItems: mostHeaders },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    isEndpoint,
    hasNoUser,
    namesEachOnce,
  ),
)
export type TraceExportUpdate = Static<typeof TraceExportUpdate>

/** Receivers name themselves with or without the path that the protocol prescribes. */
export function tracesAddress(endpoint: string): string {
  const url = new URL(endpoint)
  if (!/\/v1\/traces\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`
  return url.href
}
