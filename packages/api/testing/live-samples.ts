import type { ApiUnderTest } from './api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { smallestCreate } from './write-icmp.ts'

/** Good requests for what open pages need: events, and tries of checks. */
export function liveSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const body = { ...smallestCreate, checkType: 'ICMP', location: 'eu-west-1' }
  return {
    getV1AccountsAccountidEvents: async () => ({}),
    postV1ChecksTry: async () => ({ body }),
    getV1ChecktriesId: async () => {
      const made = await api.call('POST', '/v1/checks/try', { body })
      return { values: { id: made.textAt('id') }, query: '?maxWaitSeconds=1' }
    },
  }
}
