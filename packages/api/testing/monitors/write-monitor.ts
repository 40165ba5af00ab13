import type { ApiUnderTest } from '../api-under-test.ts'
import type { Operation } from './field-case.ts'
import type { Answer } from '../http-client.ts'

type Body = Readonly<Record<string, unknown>>

/** Writes fields of a monitor in one of the four ways; a new one has those of `smallest` beside them. */
export type WriteMonitor = (
  api: ApiUnderTest,
  operation: Operation,
  id: string,
  body: Body,
) => Promise<Answer>

/** For the monitors of one type, by the segment of their path. */
export function createMonitorWriter(segment: string, smallest: Body): WriteMonitor {
  const path = `/v1/checks/${segment}`
  return (api, operation, id, body) => {
    switch (operation) {
      case 'create':
        return api.call('POST', path, { body: { ...smallest, ...body } })
      case 'strict put':
        return api.call('PUT', `${path}/${id}`, { body })
      case 'merging put':
        return api.call('PUT', `${path}/${id}`, { body, headers: { 'x-checkly-source': 'go-sdk' } })
      case 'patch':
        return api.call('PATCH', `${path}/${id}`, { body })
      default:
        return operation satisfies never
    }
  }
}
