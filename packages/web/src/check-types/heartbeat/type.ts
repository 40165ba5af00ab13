import { isRecord } from '@sonde/ground/is-record.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { verdictWord } from '../../parts/status/verdict-looks.ts'
import type { CheckTypeEntry } from '../check-type.ts'
import { heartbeatRhythm } from './rhythm.ts'

/** What a verdict says of a ping. */
const pingWords: Readonly<Partial<Record<Verdict, string>>> = { failed: 'missed', passed: 'came' }

export const heartbeatType: CheckTypeEntry = {
  name: 'Heartbeat',
  sentence: 'Did your job report in on time? It calls us; nothing is run.',
  noun: 'heartbeat',
  help: 'monitors/heartbeat',
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
      wordOf: (verdict) => pingWords[verdict] ?? verdictWord(verdict),
    },
  },
}
