import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckTypeEntry } from '../check-type.ts'
import { heartbeatRhythm } from './rhythm.ts'

export const heartbeatType: CheckTypeEntry = {
  name: 'Heartbeat',
  sentence: 'Did your job report in on time? It calls us; nothing is run.',
  noun: 'heartbeat',
  construct: {
    name: 'HeartbeatMonitor',
    ownProps: ({ heartbeat }) => (isRecord(heartbeat) ? heartbeat : {}),
  },
  first: null,
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'events',
    rhythmOf: (check) => ('heartbeat' in check ? heartbeatRhythm(check.heartbeat) : ''),
    loadOverview: () => import('./overview.tsx'),
    strip: {
      title: 'Pings',
      shares: ['passed', 'failed'],
      words: { failed: 'missed', degraded: 'degraded', withheld: 'not judged', passed: 'came' },
    },
  },
}
