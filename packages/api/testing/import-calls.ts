import assert from 'node:assert/strict'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import type { Answer } from './http-client.ts'

export const configurationPath = '/v1/accounts/me/configuration'
export const documentHead = { format: 'sonde-configuration', version: 1 } as const

export type Item = Record<string, unknown>

/** A URL monitor as a document has it, without its id. */
export function urlCheck(name: string, url = 'https://shop.example.net/') {
  return { checkType: 'URL', name, request: { url } }
}

export function countsOf(report: Answer): unknown[] {
  return ['created', 'updated', 'unchanged', 'skipped'].map((field) => report.at(field))
}

export function itemsIn(report: Answer): Item[] {
  const items = report.at('items')
  assert.ok(Array.isArray(items))
  return items
}

/** Exports and imports of one server, that must succeed unless it says otherwise. */
export function importCalls(api: ApiUnderTest) {
  async function send(account: string, method: string, path: string, body: object = {}): Promise<Answer> {
    const answer = await api.call(method, path, method === 'GET' ? { account } : { account, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text} ${api.logged.at(-1) ?? ''}`)
    return answer
  }
  return {
    send,
    newAccount: () => api.makeAccount(api.ownerId),
    importInto: (account: string, lists: object) =>
      send(account, 'POST', configurationPath, { ...documentHead, ...lists }),
    /** The paths of what is wrong with it. */
    async refusedPaths(account: string, lists: object): Promise<unknown> {
      const body = { ...documentHead, ...lists }
      const answer = await api.call('POST', configurationPath, { account, body })
      assert.equal(answer.status, 400, answer.text)
      return answer.at('validation.keys')
    },
    async exportOf(account: string, query = '?includeSecrets=true'): Promise<Record<string, Item[]>> {
      const { body } = await send(account, 'GET', configurationPath + query)
      assert.ok(isRecord(body))
      return listsIn(body)
    },
  }
}

/** The guarantee behind this cast: all that is asked for in it are the lists, which a configuration has as lists. */
function listsIn(document: Item): Record<string, Item[]> {
  return document as Record<string, Item[]>
}
