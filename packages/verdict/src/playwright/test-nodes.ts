import { beginningOf } from '@sonde/ground/beginning-of.ts'
import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import {
  longestHeader,
  longestKeptBody,
  longestWholeBody,
  mostHeaders,
} from '@sonde/schema/check-types/api-check-result.ts'
import {
  deepestNode,
  keptBodies,
  longestTestError,
  longestTitle,
  mostTestNodes,
  type TestNode,
} from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { showUrl } from '@sonde/schema/check-types/url/result.ts'
import { hiddenValue } from '../hidden-value.ts'
import type { RecordedCall, RecordedNode } from './test-run-evidence.ts'

const longestUrl = 8_192

/** Tests and what happened in them, each before what it holds, in the order of their start. */
export function listNodes(nodes: readonly RecordedNode[], { isWhole }: { isWhole: boolean }): TestNode[] {
  const room = { left: isWhole ? keptBodies.whole : keptBodies.brief }
  const longestBody = isWhole ? longestWholeBody : longestKeptBody
  const known = new Set(nodes.map(({ id }) => id))
  const children = Map.groupBy(nodes, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const list: TestNode[] = []

  function add(parent: number | null, depth: number): void {
    // Numbers are given in the order of the beginning: whoever is its own ancestor never gets here.
    const sorted = (children.get(parent) ?? []).toSorted((a, b) => a.startMs - b.startMs || a.id - b.id)
    for (const node of sorted) {
      if (list.length >= mostTestNodes) return
      if (isEmptyHook(node)) continue
      list.push(shown(node, depth))
      add(node.id, Math.min(depth + 1, deepestNode))
    }
  }

  /** The runner wraps every test in some; they tell something when something happened in them. */
  function isEmptyHook({ id, kind, error }: RecordedNode): boolean {
    return kind === 'hook' && error === null && (children.get(id) ?? []).every(isEmptyHook)
  }

  function shown({ kind, title, startMs, durationMs, error, call }: RecordedNode, depth: number): TestNode {
    return {
      kind,
      title: beginningOf(title, longestTitle),
      depth,
      startMs,
      durationMs,
      error: error === null ? null : beginningOf(error, longestTestError),
      ...(call === null ? {} : shownCall(call)),
    }
  }

  function shownCall({ request, response }: RecordedCall): Pick<TestNode, 'request' | 'response'> {
    return {
      request: {
        method: beginningOf(request.method, 50),
        url: beginningOf(showUrl(request.url), longestUrl),
        headers: shownHeaders(request.headers),
        body: keep(request.body),
      },
      response: response === null ? null : shownResponse(response),
    }
  }

  function shownResponse(response: NonNullable<RecordedCall['response']>): NonNullable<TestNode['response']> {
    const body = keep(response.body)
    const isCut = response.isCut || body.length < response.body.length
    return {
      status: response.status,
      statusText: beginningOf(response.statusText, 500),
      url: beginningOf(showUrl(response.url), longestUrl),
      headers: shownHeaders(response.headers),
      body,
      bodySize: response.bodySize,
      ...(isCut ? { bodyTruncated: true } : {}),
    }
  }

  function keep(body: string): string {
    const kept = beginningOf(body, Math.min(longestBody, room.left))
    room.left -= kept.length
    return kept
  }

  add(null, 0)
  return list
}

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, mostHeaders)
      .map(([name, value]) => [
        beginningOf(name, 200),
        credentialHeaders.has(name.toLowerCase()) ? hiddenValue : beginningOf(value, longestHeader),
      ]),
  )
}
