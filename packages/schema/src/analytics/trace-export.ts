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
    sendTraceHeaders: Type.Boolean({
      description: 'Whether API checks send `traceparent` and `tracestate` with their requests.',
    }),
    endpoint: Nullable(Type.String({ description: 'Where spans are sent; null if nothing is set.' })),
    headers: Type.Array(
      Type.Object({
        key: Type.String(),
        value: Nullable(Type.String(), { description: 'Always null: values are never shown.' }),
      }),
    ),
    lastExportedAt: Nullable(Timestamp(), { description: 'When the receiver last accepted spans.' }),
    lastError: Nullable(Type.String({ description: 'The last error; null if there is none.' })),
    pendingRuns: Type.Integer({ description: 'Finished runs waiting to be sent.' }),
    skippedRuns: Type.Integer({
      description:
        'Runs that were dropped since the export was set up, because the receiver rejected them or was down longer than results are kept.',
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
    ? [{ path: 'endpoint', message: 'must not contain a user or a password: send them in headers' }]
    : []

function userOf({ username, password }: URL): string {
  return `${username}:${password}`
}

const isHeader: Rule = ({ key, value }) => [
  ...(typeof key === 'string' && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(key)
    ? [{ path: 'key', message: 'is not a valid header name' }]
    : []),
  ...(typeof key === 'string' && ownHeaders.has(key.toLowerCase())
    ? [{ path: 'key', message: 'is a header that the export sets itself' }]
    : []),
  ...(typeof value === 'string' && /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ? [
        {
          path: 'value',
          message: 'must be on one line and contain only characters that are allowed in a header',
        },
      ]
    : []),
]

const namesEachOnce: Rule = ({ headers }) => {
  const keys = (Array.isArray(headers) ? headers : []).map((header: unknown) =>
    typeof header === 'object' && header !== null && 'key' in header ? String(header.key).toLowerCase() : '',
  )
  const again = keys.findIndex((key, index) => keys.indexOf(key) !== index)
  return again === -1 ? [] : [{ path: `headers.${again}.key`, message: 'is listed twice' }]
}

export const TraceExportUpdate = component(
  'TraceExportUpdate',
  withRules(
    Type.Object(
      {
        enabled: Type.Boolean(),
        sendTraceHeaders: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'API checks send `traceparent` and `tracestate` with their requests, so that the spans of your services join the trace of the run.',
          }),
        ),
        endpoint: Type.String({
          maxLength: 2_048,
          description:
            'Address of an OTLP/HTTP receiver; `/v1/traces` is added unless the path ends with it.',
        }),
        headers: Type.Optional(
          Type.Array(
            withRules(
              Type.Object({
                key: Type.String({ minLength: 1, maxLength: 200 }),
                value: Type.Optional(
                  Nullable(Type.String({ maxLength: 4_000 }), {
                    description:
                      'Omitted or null: the stored value is kept, as long as the spans go to the same host.',
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
