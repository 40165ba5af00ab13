import { comparisonStates, consoleTypes } from '@sonde/schema/check-types/browser/result.ts'
import { suiteVitalNames } from '@sonde/schema/check-types/browser/web-vitals.ts'
import type { RecordedComparison } from '@sonde/verdict/browser/page-evidence.ts'
import {
  countIn,
  countOrNull,
  type Fields,
  oneOf,
  own,
  recordIn,
  spanIn,
  spanOrNull,
  textIn,
  textOrNull,
  timeIn,
} from './message-fields.ts'

/** What the reporter of a run in a browser says of its pages; times as the clock of the sandbox has them. */
export type PageReportLine =
  | {
      type: 'page'
      url: string
      title: string
      at: number
      vitals: Partial<Record<string, number>>
      isSoft: boolean
    }
  | {
      type: 'console'
      level: (typeof consoleTypes)[number]
      text: string
      location: string | null
      at: number
      page: number | null
    }
  | {
      type: 'network'
      method: string
      url: string
      resourceType: string
      status: number | null
      failure: string | null
      at: number
      durationMs: number | null
      bytes: number | null
      page: number | null
    }
  | { type: 'page-error'; message: string; at: number; page: number | null }
  /** The browser of the location did not start, or was killed. */
  | { type: 'no-browser'; why: string; isKilled: boolean; test: string | null }
  /** What did not match its golden file; all paths are those in the folder of the run. */
  | { type: 'comparison'; comparison: RecordedComparison }
  /** A golden file that the run has made. */
  | { type: 'golden'; path: string }
  | { type: 'page-counts'; consoleErrors: number; networkErrors: number; documentErrors: number }

/** Null for what says nothing of pages. */
export function pageReportIn(type: string, value: Fields): PageReportLine | null {
  if (type === 'page-counts')
    return {
      type,
      consoleErrors: countIn(value, 'consoleErrors'),
      networkErrors: countIn(value, 'networkErrors'),
      documentErrors: countIn(value, 'documentErrors'),
    }
  if (type === 'golden') return { type, path: textIn(value, 'path') }
  if (type === 'comparison') {
    const entry = recordIn(value, 'entry')
    return {
      type,
      comparison: {
        path: textIn(entry, 'path'),
        state: oneOf(comparisonStates, own(entry, 'state')),
        expected: textOrNull(entry, 'expected'),
        actual: textOrNull(entry, 'actual'),
        diff: textOrNull(entry, 'diff'),
      },
    }
  }
  if (type === 'no-browser')
    return {
      type,
      why: textIn(value, 'why'),
      isKilled: own(value, 'isKilled') === true,
      test: textOrNull(value, 'test'),
    }
  if (type !== 'page' && type !== 'console' && type !== 'network' && type !== 'page-error') return null
  const entry = recordIn(value, 'entry')
  const at = timeIn(entry, 'at')
  if (type === 'page') {
    const vitals = recordIn(entry, 'vitals')
    return {
      type,
      url: textIn(entry, 'url'),
      title: textIn(entry, 'title'),
      at,
      vitals: Object.fromEntries(
        suiteVitalNames
          .filter((name) => Object.hasOwn(vitals, name))
          .map((name) => [name, spanIn(vitals, name)]),
      ),
      isSoft: own(entry, 'isSoft') === true,
    }
  }
  const page = countOrNull(entry, 'page')
  switch (type) {
    case 'console':
      return {
        type,
        level: oneOf(consoleTypes, own(entry, 'type')),
        text: textIn(entry, 'text'),
        location: textOrNull(entry, 'location'),
        at,
        page,
      }
    case 'network': {
      const status = countOrNull(entry, 'status')
      return {
        type,
        method: textIn(entry, 'method'),
        url: textIn(entry, 'url'),
        resourceType: textIn(entry, 'resourceType'),
        status: status === null || status > 999 ? null : status,
        failure: textOrNull(entry, 'failure'),
        at,
        durationMs: spanOrNull(entry, 'durationMs'),
        bytes: countOrNull(entry, 'bytes'),
        page,
      }
    }
    case 'page-error':
      return { type, message: textIn(entry, 'message'), at, page }
    default:
      return type satisfies never
  }
}
