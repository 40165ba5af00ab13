import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'

/** How a badge shows a status. The colours are dark enough for white text. */
export const statusLooks: Readonly<Record<CheckStatus, { word: string; color: string }>> = {
  failed: { word: 'failing', color: '#c0281f' },
  degraded: { word: 'degraded', color: '#9a6700' },
  'no-data': { word: 'unknown', color: '#5f666d' },
  passed: { word: 'passing', color: '#1a7f37' },
  paused: { word: 'inactive', color: '#5f666d' },
}
