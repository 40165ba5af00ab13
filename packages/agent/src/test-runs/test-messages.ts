import { isRecord } from '@sonde/ground/is-record.ts'
import { nodeKinds } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import type {
  RecordedCall,
  RecordedError,
  RecordedTest,
} from '@sonde/verdict/playwright/test-run-evidence.ts'
import {
  countIn,
  type Fields,
  listIn,
  NoMessage,
  numberIn,
  numberOrNull,
  oneOf,
  own,
  recordIn,
  spanIn,
  textIn,
  textOrNull,
  timeIn,
} from './message-fields.ts'
import { pageReportIn, type PageReportLine } from './page-messages.ts'

/** What comes out of the sandbox of a run of tests, read as far as we know it. */
export type TestMessage =
  | { type: 'ready' }
  /** `isTest`: the script is run by the test runner; otherwise it is a program that drives a browser by itself. */
  | {
      type: 'accepted'
      node: string
      playwright: string
      at: number
      warnings: string[]
      isTest: boolean
    }
  /** A value that became secret while the tests ran. */
  | { type: 'secret'; value: string }
  /** All that only the reporter can say. */
  | { type: 'report'; token: string; report: TestReportLine }

export type TestReportLine =
  | {
      type: 'node-begin'
      id: number
      parent: number | null
      kind: (typeof nodeKinds)[number]
      title: string
      at: number
    }
  | { type: 'node-end'; id: number; durationMs: number; error: RecordedError | null }
  | {
      type: 'request'
      id: number
      parent: number | null
      at: number
      durationMs: number
      error: string | null
      call: RecordedCall
    }
  | ({ type: 'test-end'; id: number | null; durationMs: number } & RecordedTest)
  | { type: 'error'; error: RecordedError }
  | { type: 'degraded'; reason: string }
  | { type: 'end'; status: string }
  | PageReportLine

/**
 * A message of the runner, or what the script has forged in its name; null for what is none. Known properties are picked,
 * and own ones only: whatever else is in there goes nowhere.
 */
export function readTestMessage(value: unknown): TestMessage | null {
  if (!isRecord(value)) return null
  try {
    const type = textIn(value, 'type')
    switch (type) {
      case 'ready':
        return { type }
      case 'accepted':
        return {
          type,
          node: textIn(value, 'node').slice(0, 50),
          playwright: textIn(value, 'playwright').slice(0, 50),
          at: timeIn(value, 'at'),
          warnings: listIn(value, 'warnings')
            .slice(0, 100)
            .map((text) => String(text).slice(0, 500)),
          isTest: own(value, 'isTest') !== false,
        }
      case 'secret':
        return { type, value: textIn(value, 'value') }
      default:
        return { type: 'report', token: textIn(value, 'token'), report: reportIn(type, value) }
    }
  } catch (error) {
    if (error instanceof NoMessage) return null
    throw error
  }
}

function reportIn(type: string, value: Fields): TestReportLine {
  switch (type) {
    case 'node-begin':
      return {
        type,
        id: numberIn(value, 'id'),
        parent: numberOrNull(value, 'parent'),
        kind: oneOf(nodeKinds, own(value, 'kind')),
        title: textIn(value, 'title'),
        at: timeIn(value, 'at'),
      }
    case 'node-end': {
      const error = own(value, 'error')
      return {
        type,
        id: numberIn(value, 'id'),
        durationMs: spanIn(value, 'durationMs'),
        error: error === null ? null : errorIn(error),
      }
    }
    case 'request': {
      const call = recordIn(value, 'call')
      return {
        type,
        id: numberIn(value, 'id'),
        parent: numberOrNull(value, 'parent'),
        at: timeIn(call, 'at'),
        durationMs: spanIn(call, 'durationMs'),
        error: textOrNull(call, 'error'),
        call: callIn(call),
      }
    }
    case 'test-end':
      return {
        type,
        id: numberOrNull(value, 'id'),
        title: textIn(value, 'title'),
        status: oneOf(testStatuses, own(value, 'status')),
        isOk: own(value, 'isOk') === true,
        durationMs: spanIn(value, 'durationMs'),
        errors: listIn(value, 'errors').map(errorIn),
      }
    case 'error':
      return { type, error: errorIn(own(value, 'error')) }
    case 'degraded':
      return { type, reason: textIn(value, 'reason') }
    case 'end':
      return { type, status: textIn(value, 'status').slice(0, 50) }
    default: {
      const line = pageReportIn(type, value)
      if (line === null) throw new NoMessage()
      return line
    }
  }
}

const testStatuses = ['passed', 'failed', 'timedOut', 'skipped', 'interrupted'] as const

function errorIn(value: unknown): RecordedError {
  if (!isRecord(value)) throw new NoMessage()
  return {
    message: textIn(value, 'message'),
    snippet: textOrNull(value, 'snippet'),
    location: textOrNull(value, 'location'),
    isSoft: own(value, 'isSoft') === true,
  }
}

function callIn(value: Fields): RecordedCall {
  const request = recordIn(value, 'request')
  const response = own(value, 'response')
  return {
    request: {
      method: textIn(request, 'method'),
      url: textIn(request, 'url'),
      headers: textsIn(request, 'headers'),
      body: textIn(request, 'body'),
    },
    response: isRecord(response) ? responseIn(response) : null,
  }
}

function responseIn(response: Fields): NonNullable<RecordedCall['response']> {
  const status = numberIn(response, 'status')
  return {
    status: Number.isInteger(status) && status < 1_000 ? status : 0,
    statusText: textIn(response, 'statusText'),
    url: textIn(response, 'url'),
    headers: textsIn(response, 'headers'),
    body: textIn(response, 'body'),
    bodySize: countIn(response, 'bodySize'),
    isCut: own(response, 'isCut') === true,
  }
}

function textsIn(value: Fields, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recordIn(value, name)).map(([key, text]) => {
      if (typeof text !== 'string') throw new NoMessage()
      return [key, text]
    }),
  )
}
