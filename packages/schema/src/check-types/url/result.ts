import type {
  UrlRunDetail,
  HttpFirstCertificate,
  HttpRedirect,
  HttpTimingPhases,
  HttpTimings,
  HttpTlsInfo,
} from '../api-check-result.ts'
import type { Assertion } from '../assertion.ts'
import type { IpFamily } from '../ip-family.ts'

/** The fields of a check that its runs need. */
export type UrlRunConfig = {
  request: {
    url: string
    followRedirects: boolean
    skipSSL: boolean
    ipFamily: IpFamily
    assertions: readonly Assertion[]
  }
  shouldFail: boolean
  degradedResponseTime: number | null
  maxResponseTime: number | null
}

/** What became of the last hop. */
export type UrlDocument = {
  /** 0 when no final status came: then the target has sent nothing that could be evaluated. */
  status: number
  statusText: string
  headers: Readonly<Record<string, string>>
  resolvedIp: string | null
  redirects: readonly HttpRedirect[]
  tls: HttpTlsInfo | null
  /** Of the first hop; null when none was seen there. */
  certificate: HttpFirstCertificate | null
  timings: HttpTimings | null
  timingPhases: HttpTimingPhases | null
  /** The beginning of a text body. Decoded when asked for: most attempts pass, and nobody looks. */
  readBody(): string
}

/** An attempt has this long at least, from the first DNS query to the last byte, however many redirects. */
const attemptMs = 30_000

export function urlAttemptMs(maxResponseTime: number | null, leastMs = attemptMs): number {
  return Math.max(leastMs, maxResponseTime ?? 0)
}

/** And 5 s more before we give up on ourselves. */
export function longestUrlAttemptMs({ maxResponseTime }: Pick<UrlRunConfig, 'maxResponseTime'>): number {
  return urlAttemptMs(maxResponseTime) + 5_000
}

const credentials = /^(?<scheme>https?:[\\/]{2,})[^/?#\\]*@/i

/** An address as it may be shown: without the name and the password in it. */
export function showUrl(url: string): string {
  return url.replace(credentials, '$<scheme>*********@')
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function urlDetailOfError({ request }: UrlRunConfig, message: string): UrlRunDetail {
  return {
    assertions: [],
    request: { method: 'GET', url: showUrl(request.url), data: '', headers: {}, params: {} },
    response: {
      status: 0,
      statusText: '',
      body: '',
      headers: {},
      resolvedIp: null,
      redirects: [],
      timings: null,
      timingPhases: null,
    },
    requestError: message,
    jobLog: null,
    jobAssets: null,
    pcapDataUrl: null,
  }
}
