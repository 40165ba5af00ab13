import { isRecord } from '@sonde/ground/is-record.ts'

/**
 * Details of an attempt in the form that the printer of the client insists on. Where something is missing that it would
 * stumble over, a sentence stands for all of it: the client would end with a stack that holds the API key.
 */

type Fields = Readonly<Record<string, unknown>>

export const unreadableDetails = {
  requestError: 'The details of this run cannot be read at the moment.',
} as const

/** What a log looks like when there is none. */
export function emptyLog(checkType: string): unknown {
  return checkType === 'API' || checkType === 'URL' ? { setup: [], request: [], teardown: [] } : []
}

export function clientLog(checkType: string, detail: unknown): unknown {
  const jobLog = isRecord(detail) ? detail['jobLog'] : null
  if (checkType === 'API' || checkType === 'URL') {
    const parts = isRecord(jobLog) ? jobLog : {}
    return {
      setup: lines(parts['setup']),
      request: lines(parts['request']),
      teardown: lines(parts['teardown']),
    }
  }
  return lines(jobLog)
}

/** `reason`: why the attempt did not pass, in a sentence. */
export function clientRunData(checkType: string, detail: unknown, reason: string | null): Fields {
  if (!isRecord(detail)) return { requestError: reason ?? unreadableDetails.requestError }
  const { requestError } = detail
  const assertions = Array.isArray(detail['assertions']) ? detail['assertions'].filter(isRecord) : []
  if (typeof requestError === 'string' && requestError !== '') return { requestError, assertions }
  const request = isRecord(detail['request']) ? detail['request'] : {}
  const response = printable(checkType, detail['response'], detail)
  if (response === null && !isTold(checkType, assertions))
    return { requestError: reason ?? 'No response', assertions }
  return {
    requestError: null,
    request: checkType === 'API' || checkType === 'URL' ? httpRequest(request) : request,
    ...(isRecord(detail['nameServerInfo']) ? { nameServerInfo: detail['nameServerInfo'] } : {}),
    ...(response === null ? {} : { response }),
    assertions,
  }
}

/** Whether the printer has something to say without a response. */
function isTold(checkType: string, assertions: readonly Fields[]): boolean {
  return checkType !== 'ICMP' && checkType !== 'DNS' && assertions.some(({ error }) => Boolean(error))
}

/** Null when the printer could not print it. */
function printable(checkType: string, response: unknown, detail: Fields): Fields | null {
  if (!isRecord(response)) return null
  switch (checkType) {
    case 'API':
    case 'URL':
      return response['status'] === 0 ? null : httpResponse(response)
    case 'DNS':
      return typeof response['returnCode'] === 'string' && typeof response['responseTime'] === 'number'
        ? { ...response, answer: textIn(response['answer']) }
        : null
    case 'ICMP':
      return icmpResponse(response)
    case 'GRPC':
      return isRecord(detail['timingPhases'])
        ? { timingPhases: detail['timingPhases'], ...response }
        : response
    default:
      return response
  }
}

function httpRequest(request: Fields): Fields {
  return {
    method: textIn(request['method']),
    url: textIn(request['url']),
    headers: isRecord(request['headers']) ? request['headers'] : {},
    data: textIn(request['data']),
  }
}

function httpResponse(response: Fields): Fields {
  return {
    status: response['status'],
    statusText: textIn(response['statusText']),
    headers: isRecord(response['headers']) ? response['headers'] : {},
    body: textIn(response['body']),
  }
}

/** The printer knows no latency that was not measured: 0 stands for it here, and nowhere else. */
function icmpResponse(response: Fields): Fields | null {
  const { packetsSent, packetsReceived, latency, pingResults } = response
  if (typeof packetsSent !== 'number' || packetsSent === 0) return null
  const measured: Fields = isRecord(latency) ? latency : {}
  const pings = Array.isArray(pingResults) ? pingResults.filter(isRecord) : []
  return {
    ...(typeof response['resolvedIp'] === 'string' ? { resolvedIp: response['resolvedIp'] } : {}),
    packetsSent,
    packetsReceived: numberIn(packetsReceived),
    latency: Object.fromEntries(
      ['min', 'max', 'avg', 'stdDev'].map((name) => [name, numberIn(measured[name])]),
    ),
    pingResults: pings.map(({ sequence, success, ttl, rtt }) => ({
      sequence,
      success: success === true && typeof rtt === 'number',
      ttl: numberIn(ttl),
      rtt: numberIn(rtt),
    })),
    ...(isRecord(response['error']) ? { error: response['error'] } : {}),
  }
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const levels = new Set(['INFO', 'WARN', 'ERROR', 'DEBUG'])

function lines(list: unknown): { time: number; level: string; msg: string }[] {
  return (Array.isArray(list) ? list : []).filter(isRecord).map(({ time, level, msg }) => {
    const shown = textIn(level).toUpperCase()
    return { time: numberIn(time), level: levels.has(shown) ? shown : 'INFO', msg: textIn(msg) }
  })
}
