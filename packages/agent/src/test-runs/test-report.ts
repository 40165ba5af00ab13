import { showUrl } from '@sonde/schema/check-types/url/result.ts'
import type {
  RecordedError,
  RecordedNode,
  RecordedTest,
} from '@sonde/verdict/playwright/test-run-evidence.ts'
import { spanBetween } from './message-fields.ts'
import { createPageReport } from './page-report.ts'
import type { TestReportLine } from './test-messages.ts'

const mostTests = 500
const mostErrors = 50
const mostMarks = 1_000

/** Puts together what a reporter says, line by line. */
export function createTestReport() {
  const nodes = new Map<number, RecordedNode>()
  const tests: RecordedTest[] = []
  const errors: RecordedError[] = []
  const marks: string[] = []
  let startedAt = 0
  let status: string | null = null

  function add(node: RecordedNode): boolean {
    // A node is known before what it holds, so that none is its own ancestor.
    if (nodes.has(node.id) || (node.parent !== null && node.parent >= node.id)) return false
    nodes.set(node.id, node)
    return true
  }

  function since(at: number): number {
    return spanBetween(startedAt, at)
  }

  const pages = createPageReport(since)

  return {
    observed: pages.observed,
    comparisons: pages.comparisons,
    golden: pages.golden,
    nodes: (): RecordedNode[] => [...nodes.values()],
    tests,
    errors,
    marks,
    /** What the runner has said last; null until then. */
    get status(): string | null {
      return status
    },
    /** When the runner began, by the clock of the sandbox. */
    begin(at: number): void {
      startedAt = at
    },
    /** False for what cannot be true, such as something after the end. */
    take(line: TestReportLine): boolean {
      if (status !== null) return false
      switch (line.type) {
        case 'node-begin': {
          const { id, parent, kind, title, at } = line
          const times = { startMs: since(at), durationMs: null }
          return add({ id, parent, kind, title, ...times, error: null, call: null })
        }
        case 'node-end': {
          const node = nodes.get(line.id)
          if (node === undefined) return false
          node.durationMs = line.durationMs
          node.error = line.error?.message ?? null
          return true
        }
        case 'request': {
          const { id, parent, at, durationMs, error, call } = line
          const { method, url } = call.request
          const times = { startMs: since(at), durationMs }
          return add({
            id,
            parent,
            kind: 'request',
            title: `${method} ${showUrl(url)}`,
            ...times,
            error,
            call,
          })
        }
        case 'test-end': {
          const { id, title, status: ended, isOk, durationMs, errors: failures } = line
          const node = id === null ? undefined : nodes.get(id)
          if (node !== undefined) {
            node.durationMs = durationMs
            node.error = failures[0]?.message ?? null
          }
          if (tests.length >= mostTests && isOk) return true
          tests.push({ title, status: ended, isOk, errors: failures })
          return true
        }
        case 'error':
          if (errors.length < mostErrors) errors.push(line.error)
          return true
        case 'degraded':
          if (marks.length < mostMarks) marks.push(line.reason)
          return true
        case 'end':
          status = line.status
          return true
        default:
          return pages.take(line)
      }
    },
  }
}

export type TestReport = ReturnType<typeof createTestReport>
