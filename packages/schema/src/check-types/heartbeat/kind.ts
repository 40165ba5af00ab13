import type { CheckKind } from '../check-kind.ts'
import {
  HeartbeatCheck,
  HeartbeatCheckCreate,
  HeartbeatCheckPatch,
  HeartbeatCheckUpdate,
  HeartbeatCheckV2,
  HeartbeatCheckV3,
  fillPingToken,
  shownHeartbeat,
} from './document.ts'

export const heartbeatKind = {
  checkType: 'HEARTBEAT',
  segment: 'heartbeat',
  title: 'heartbeat monitor',
  article: 'a',
  tag: 'Heartbeats',
  create: HeartbeatCheckCreate,
  update: HeartbeatCheckUpdate,
  patch: HeartbeatCheckPatch,
  fillDefaults: (check, before) => fillPingToken(check, before?.stored ?? null),
  answers: { v1: HeartbeatCheck, v2: HeartbeatCheckV2, v3: HeartbeatCheckV3 },
  subMinuteSeconds: [],
  analytics: { segment: 'heartbeat-checks', answer: 'AnalyticsHeartbeatCheckResponse', groupBy: [] },
  secrets: [],
  run: null,
  pings: { shown: (config, publicUrl) => ({ heartbeat: shownHeartbeat(config, publicUrl) }) },
} satisfies CheckKind
