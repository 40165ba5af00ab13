import type { ApiUnderTest } from '../api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { rich } from './rich-bodies.ts'
import { storeResult } from '../store-result.ts'
import { makeMonitor } from '../monitors/write-icmp.ts'

/** For the list of checks that people see, and for changes to many of them. */
export function overviewSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const check = async (): Promise<string> => {
    const id = await makeMonitor(api, rich)
    await storeResult(api, id)
    return id
  }
  const view = async (): Promise<string> => {
    await api.call('PUT', '/v1/check-views/Shop', { body: { query: '?tag=shop&by=group' } })
    return 'Shop'
  }
  return {
    getV1Checkoverview: async () => {
      await check()
      return { query: '?sort=p95&order=desc&tag=a&limit=5&status=NO_DATA&status=PASSING' }
    },
    getV1CheckoverviewGroups: async () => {
      await check()
      return { query: '?by=tag&sort=name&status=PASSING&limit=5' }
    },
    getV1CheckoverviewSummary: async () => {
      await check()
      return {}
    },
    getV1Checktags: async () => {
      await check()
      return { query: '?search=A&limit=5' }
    },
    getV1Checkviews: async () => {
      await view()
      return {}
    },
    putV1CheckviewsName: async () => ({ values: { name: 'Europe' }, body: { query: '?tag=eu' } }),
    deleteV1CheckviewsName: async () => ({ values: { name: await view() } }),
    getV1ChecksIdRuns: async () => ({ values: { id: await check() }, query: '?limit=10' }),
    getV1ChecksIdSteptimes: async () => ({ values: { id: await check() }, query: '?limit=10' }),
    getV1ChecksIdExtent: async () => ({ values: { id: await check() } }),
    getV1ChecksIdAnnotations: async () => ({ values: { id: await check() } }),
    getV1ChecksIdDistribution: async () => ({
      values: { id: await check() },
      query: '?location=eu-west-1',
    }),
    getV1ChecksIdDays: async () => ({ values: { id: await check() }, query: '?days=3&timezone=Asia/Tokyo' }),
    postV1ChecksBulkedit: async () => ({
      body: { checkIds: [await check()], set: { muted: true }, addTags: ['x'] },
    }),
  }
}
