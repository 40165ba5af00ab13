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
/** Headers of an answer that are kept; all together are bounded too, by the probe. */
export const mostHeaders = 100
export const longestHeader = 4_096

/** Secrets are masked after that: of three characters become nine. */
const masked = (longest: number): number => 3 * longest

const milliseconds = Nullable(Type.Number({ minimum: 0, maximum: longestMeasuredMs }))
const shortText = Type.String({ maxLength: masked(500) })

function TextMap(maxProperties: number, maxLength: number) {
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

const notYet = 'Null: not recorded for this check type.'
const onlyAlone = 'Null in lists of results.'

const JobAsset = Type.Object({
  name: Type.String(),
  url: Type.String({ description: 'Address; needs the same API key as the result.' }),
  type: Type.String({ description: 'Such as pcap or report.' }),
})

const measured = {
  assertions: Type.Array(AssertionResult, { maxItems: 100 }),
  request: Type.Object({
    method: Type.String({ maxLength: 20 }),
    url: Type.String({ maxLength: masked(2_100) }),
    data: Type.String({ maxLength: 0 }),
    headers: TextMap(0, 0),
    params: TextMap(0, 0),
  }),
  response: Type.Object({
    status: Type.Integer({ minimum: 0, maximum: 999, description: '0 if no status was received.' }),
    statusText: Type.String({ maxLength: masked(longestStatusText) }),
    body: Type.String({
      maxLength: masked(longestKeptBody),
      description: 'The beginning of a text body, if the attempt failed.',
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
  }),
  requestError: Nullable(Type.String({ maxLength: 10_000 })),
}

/** The part of a stored result that API checks and URL monitors have. */
export const ApiCheckResult = component(
  'ApiCheckResult',
  Type.Object({
    ...measured,
    jobLog: Nullable(Type.Object({}), { description: notYet }),
    jobAssets: Nullable(Type.Array(JobAsset), {
      description: `The files of the run; null if there are none. ${onlyAlone}`,
    }),
    pcapDataUrl: Nullable(Type.String(), {
      description: `Download address of its packet capture; null if there is none. ${onlyAlone}`,
    }),
  }),
)
export type ApiCheckResult = Static<typeof ApiCheckResult>

/** The same as agents send it: addresses of files are the service's to give. */
export const ApiRunDetail = Type.Object({
  ...measured,
  jobLog: Type.Null(),
  jobAssets: Type.Null(),
  pcapDataUrl: Type.Null(),
})
export type ApiRunDetail = Static<typeof ApiRunDetail>
