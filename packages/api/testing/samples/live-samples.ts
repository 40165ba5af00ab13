import type { ApiUnderTest } from '../api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { storeTrialRunAsset } from '../store-asset.ts'
import { smallestCreate } from '../monitors/write-icmp.ts'

/** Good requests for what open pages need: events, and tries of checks. */
export function liveSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const body = { ...smallestCreate, checkType: 'ICMP', location: 'eu-west-1' }
  async function endedTrialRun(): Promise<string> {
    const id = (await api.call('POST', '/v1/checks/try', { body })).textAt('id')
    const endedAt = api.clock.now()
    await api.store.write((db) =>
      db.updateTable('check_tries').set({ ended_at: endedAt }).where('id', '=', id).execute(),
    )
    return id
  }
  return {
    getV1AccountsAccountidEvents: async () => ({}),
    postV1ChecksTry: async () => ({ body }),
    getV1ChecktriesId: async () => {
      const made = await api.call('POST', '/v1/checks/try', { body })
      return { values: { id: made.textAt('id') }, query: '?maxWaitSeconds=1' }
    },
    getV1ChecktriesIdAssets: async () => ({ values: { id: await endedTrialRun() }, hasOwnLimit: true }),
    getV1ChecktriesIdAssetsName: async () => {
      const id = await endedTrialRun()
      await storeTrialRunAsset(api, id, 'capture.pcap')
      return { values: { id, name: 'capture.pcap' }, hasOwnLimit: true }
    },
  }
}
