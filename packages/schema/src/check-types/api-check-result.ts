import { Type, type Static } from 'typebox'
import { AssertionResult } from './assertion-result.ts'
import { Nullable, component } from '../validation/building-blocks.ts'
import { longestMeasuredMs, ProbeError } from '../runs/outcome.ts'

/** What probes keep, in characters. */
export const longestKeptBody = 4_096
export const longestStatusText = 500
/** Of an address that answered with a redirect. */
export const longestRedirectUrl = 1_000
export const mostRedirects = 10
/** Of a body that is kept whole beside its result, of a request or of a response. */
export const longestWholeBody = 262_144
/** Headers of an answer that are kept; all together are bounded too, by the probe. */
export const mostHeaders = 100
export const longestHeader = 4_096

/** Secrets are masked after that: of three characters become nine. */
const masked = (longest: number): number => 3 * longest

const milliseconds = Nullable(Type.Number({ minimum: 0, maximum: longestMeasuredMs }))
const shortText = Type.String({ maxLength: masked(500) })

export function TextMap(maxProperties: number, maxLength: number) {
  return Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties,
    additionalProperties: { type: 'string', maxLength: masked(maxLength) },
  })
}

const Timings = Type.Object(
  {
    socket: milliseconds,
    lookup: milliseconds,
    connect: milliseconds,
    secureConnect: Type.Optional(milliseconds),
    response: milliseconds,
    end: milliseconds,
  },
  { description: 'Milliseconds since the start of the attempt; null for phases that were not reached.' },
)
export type HttpTimings = Static<typeof Timings>

const TimingPhases = Type.Object(
  {
    wait: milliseconds,
    dns: milliseconds,
    tcp: milliseconds,
    tls: Type.Optional(milliseconds),
    firstByte: milliseconds,
    download: milliseconds,
    total: milliseconds,
  },
  {
    description:
      'Milliseconds, of the last hop; `total` covers all hops. Null for phases that were not reached; `tls` is absent on http.',
  },
)
export type HttpTimingPhases = Static<typeof TimingPhases>

const fingerprint = Type.String({
  maxLength: masked(64),
  description: 'SHA-256 of the certificate, in hexadecimal without colons.',
})

const TlsInfo = Type.Object({
  protocol: Nullable(shortText),
  cipher: Nullable(shortText),
  subject: Nullable(shortText),
  issuer: Nullable(shortText),
  validFrom: Nullable(shortText),
  validTo: Nullable(shortText),
  fingerprint: Nullable(fingerprint),
})
export type HttpTlsInfo = Static<typeof TlsInfo>

const FirstCertificate = Type.Object(
  {
    host: Type.String({ maxLength: masked(300), description: 'With its port if that is not 443.' }),
    fingerprint,
    validTo: shortText,
  },
  {
    description:
      'The certificate of the first server, before redirects, accepted or not; absent if none was received.',
  },
)
export type HttpFirstCertificate = Static<typeof FirstCertificate>

const Redirect = Type.Object({
  status: Type.Integer({ minimum: 100, maximum: 999 }),
  url: Type.String({
    maxLength: masked(longestRedirectUrl),
    description: 'The address that sent the redirect.',
  }),
})
export type HttpRedirect = Static<typeof Redirect>

const onlyAlone = 'Null in lists of results.'

export const JobAsset = Type.Object({
  name: Type.String(),
  url: Type.String({ description: 'Address; needs the same API key as the result.' }),
  type: Type.String({ description: 'Such as pcap or report.' }),
  size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes.' })),
  missing: Type.Optional(
    Type.String({ description: 'Why the file cannot be downloaded; absent if it can.' }),
  ),
})

/** What is known of the response of an HTTP request, with as much of its body as results of the type keep. */
function Response(longestBody: number) {
  return {
    status: Type.Integer({ minimum: 0, maximum: 999, description: '0 if no status was received.' }),
    statusText: Type.String({ maxLength: masked(longestStatusText) }),
    body: Type.String({
      maxLength: masked(longestBody),
      description:
        'The beginning of the body. Of URL monitors: of a text, when the attempt failed. Of API checks: up to 4,096 ' +
        'characters when a scheduled run passed and in lists, else up to 256 KiB.',
    }),
    headers: TextMap(mostHeaders, longestHeader),
    resolvedIp: Nullable(Type.String({ maxLength: 100 }), {
      description: 'Address of the last hop; null behind a proxy.',
    }),
    redirects: Type.Array(Redirect, { maxItems: mostRedirects }),
    tls: Type.Optional(TlsInfo),
    certificate: Type.Optional(FirstCertificate),
    timings: Nullable(Timings),
    timingPhases: Nullable(TimingPhases),
    error: Type.Optional(ProbeError),
  }
}

/** What only responses of API checks have. */
const apiBody = {
  bodyEncoding: Type.Optional(
    Type.Unsafe<'base64'>({
      type: 'string',
      enum: ['base64'],
      description: 'How `body` holds the bytes of a small image; absent for texts.',
    }),
  ),
  bodySize: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Bytes of the body, decoded, as far as they were read.' }),
  ),
  bodyTruncated: Type.Optional(
    Type.Boolean({ description: 'True when `body` is only the beginning of what was read.' }),
  ),
}

const assertions = Type.Array(AssertionResult, { maxItems: 200 })
const requestError = Nullable(Type.String({ maxLength: 10_000 }))
const sentUrl = Type.String({ maxLength: masked(8_192) })

/** Of URL monitors: they send nothing but an address. */
const urlMeasured = {
  assertions,
  request: Type.Object({
    method: Type.String({ maxLength: 20 }),
    url: sentUrl,
    data: Type.String({ maxLength: 0 }),
    headers: TextMap(0, 0),
    params: TextMap(0, 0),
  }),
  response: Type.Object(Response(longestKeptBody)),
  requestError,
}

export const LogEntry = Type.Object({
  time: Type.Integer({ minimum: 0, description: 'Milliseconds since 1970.' }),
  level: Type.String({ maxLength: 20 }),
  msg: Type.String({ maxLength: masked(10_000) }),
})
export type HttpLogEntry = Static<typeof LogEntry>

const logLines = Type.Array(LogEntry, { maxItems: 1_000 })

const JobLog = Type.Object(
  { setup: logLines, request: logLines, teardown: logLines },
  { description: 'What the scripts and the request itself had to say, line by line.' },
)

const apiMeasured = {
  assertions,
  request: Type.Object({
    method: Type.String({ maxLength: 20 }),
    url: sentUrl,
    data: Type.String({ maxLength: masked(longestWholeBody), description: 'The body that was sent.' }),
    headers: TextMap(mostHeaders + 20, longestHeader),
    params: TextMap(mostHeaders, longestHeader),
  }),
  response: Type.Object({ ...Response(longestWholeBody), ...apiBody }),
  requestError,
}

/** The part of a stored result that API checks and URL monitors have. */
export const ApiCheckResult = component(
  'ApiCheckResult',
  Type.Object({
    ...apiMeasured,
    jobLog: Nullable(JobLog, { description: `Null for URL monitors. ${onlyAlone}` }),
    jobAssets: Nullable(Type.Array(JobAsset), {
      description: `The files of the run; null if there are none. ${onlyAlone}`,
    }),
    pcapDataUrl: Nullable(Type.String(), {
      description: `Download address of its packet capture; null if there is none. ${onlyAlone}`,
    }),
  }),
)
export type ApiCheckResult = Static<typeof ApiCheckResult>

/** What agents send of a URL monitor: addresses of files are the service's to give. */
export const UrlRunDetail = Type.Object({
  ...urlMeasured,
  jobLog: Type.Null(),
  jobAssets: Type.Null(),
  pcapDataUrl: Type.Null(),
})
export type UrlRunDetail = Static<typeof UrlRunDetail>

/** What agents send of an API check. */
export const ApiRunDetail = Type.Object({
  ...apiMeasured,
  jobLog: Nullable(JobLog),
  jobAssets: Type.Null(),
  pcapDataUrl: Type.Null(),
})
export type ApiRunDetail = Static<typeof ApiRunDetail>
