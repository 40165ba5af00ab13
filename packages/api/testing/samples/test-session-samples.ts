import type { ApiUnderTest } from '../api-under-test.ts'
import { type Sample, unknownId } from './operation-sample.ts'
import { jobOf, sessionBody, sessionsUnderTest } from '../session-runs.ts'
import { storeTrialRunAsset } from '../store-asset.ts'
import { makeMonitor } from '../monitors/write-icmp.ts'

/** Good requests for test sessions. */
export function testSessionSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const sessions = sessionsUnderTest(api)
  const ended = async (): Promise<Sample> => {
    const { sessionId, runs } = await sessions.start([jobOf('front')])
    const resultId = runs['front'] ?? ''
    await sessions.end(resultId, 'failed')
    return {
      values: {
        testSessionId: sessionId,
        schedulingId: sessionId,
        testSessionResultId: resultId,
      },
      unknown: {
        testSessionId: unknownId,
        schedulingId: unknownId,
        testSessionResultId: unknownId,
        name: 'nothing.txt',
      },
    }
  }
  const limited = async (): Promise<Sample> => ({ ...(await ended()), hasOwnLimit: true })
  const triggered = async (body: object): Promise<Sample> => ({ body, hasOwnLimit: true })
  const checkId = async () => await makeMonitor(api)
  return {
    getV1Testsessions: ended,
    postV1TestsessionsRun: async () => ({ body: sessionBody([jobOf('front')]), hasOwnLimit: true }),
    postNextTestsessionsTrigger: async () =>
      triggered({ name: 'Triggered', runLocation: 'eu-west-1', checkId: [await checkId()] }),
    postV1TestsessionsTrigger: async () =>
      triggered({ name: 'Triggered', runLocation: 'eu-west-1', target: { checkId: [await checkId()] } }),
    getV1TestsessionsTestsessionid: ended,
    getV1TestsessionsTestsessionidCompletion: ended,
    getV1TestsessionsSchedulingSchedulingidCompletion: ended,
    getNextTestsessionsTestsessionidLink: limited,
    getNextTestsessionsTestsessionidResultsTestsessionresultidLinks: limited,
    getV1TestsessionsTestsessionidResultsTestsessionresultid: limited,
    getV1TestsessionsTestsessionidResultsTestsessionresultidAssets: limited,
    postV1TestsessionsTestsessionidCancel: limited,
    async getV1TestsessionsTestsessionidResultsTestsessionresultidAssetsName() {
      const sample = await limited()
      const id = sample.values?.['testSessionResultId'] ?? ''
      await storeTrialRunAsset(api, id, 'capture.pcap')
      return { ...sample, values: { ...sample.values, name: 'capture.pcap' } }
    },
  }
}
