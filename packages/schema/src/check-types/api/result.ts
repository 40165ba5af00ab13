import type {
  ApiRunDetail,
  HttpFirstCertificate,
  HttpLogEntry,
  HttpRedirect,
  HttpTimingPhases,
  HttpTimings,
  HttpTlsInfo,
} from '../api-check-result.ts'
import type { Assertion } from '../assertion.ts'
import type { IpFamily } from '../ip-family.ts'
import { showUrl, urlAttemptMs } from '../url/result.ts'
import type { ApiBodyType, ApiKeyValue, ApiMethod } from './document.ts'

/** The fields of a check that its runs need. */
export type ApiRunConfig = {
  request: {
    method: ApiMethod
    url: string
    followRedirects: boolean
    skipSSL: boolean
    ipFamily: IpFamily
    body: string
    bodyType: ApiBodyType
    headers: readonly ApiKeyValue[]
    queryParameters: readonly ApiKeyValue[]
    basicAuth: { username: string; password: string } | null
    assertions: readonly Assertion[]
  }
  shouldFail: boolean
  degradedResponseTime: number | null
  maxResponseTime: number | null
}

/** What became of the last hop. Plain data: a large body is evaluated in a thread of its own. */
export type ApiDocument = {
  /** 0 when no final status came: then the target has sent nothing that could be evaluated. */
  status: number
  statusText: string
  /** As many as a result keeps. */
  headers: Readonly<Record<string, string>>
  /** All of them, for assertions. */
  allHeaders: Readonly<Record<string, string>>
  resolvedIp: string | null
  redirects: readonly HttpRedirect[]
  tls: HttpTlsInfo | null
  /** Of the first hop; null when none was seen there. */
  certificate: HttpFirstCertificate | null
  timings: HttpTimings | null
  timingPhases: HttpTimingPhases | null
  /** As it came over the wire, packed or not. */
  body: Uint8Array
  /** Whether reading it stopped at our limit. */
  isBodyCut: boolean
  /** What whoever looks into the run should know of its request. */
  log: readonly HttpLogEntry[]
}

/** An attempt has 30 s, or as long as its check allows, and 5 s more before we give up on ourselves. */
export function longestApiAttemptMs({ maxResponseTime }: Pick<ApiRunConfig, 'maxResponseTime'>): number {
  return urlAttemptMs(maxResponseTime) + 5_000
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function apiDetailOfError({ request }: ApiRunConfig, message: string): ApiRunDetail {
  return {
    assertions: [],
    request: { method: request.method, url: showUrl(request.url), data: '', headers: {}, params: {} },
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
