import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScrubber } from '@sonde/scrub/scrubber.ts'
import { scrubEntries } from '../scripts/scrub-log.ts'
import { notRun } from './execution.ts'
import { asAgentOffline } from './offline-result.ts'

test('what became secret while a run went on is masked in it, also when its agent had lost its network', () => {
  const jobLog = [{ time: 1, level: 'INFO', msg: 'token-of-this-run' }] as const
  const measured = {
    ...notRun('internal', ''),
    detail: { jobLog },
    secrets: ['token-of-this-run'],
    maskDetail: () => ({ jobLog: scrubEntries(jobLog, createScrubber(['token-of-this-run'])) }),
  }
  const { detail, secrets, maskDetail } = asAgentOffline(measured)
  assert.deepEqual(secrets, ['token-of-this-run'])
  const shown = JSON.stringify(maskDetail?.(createScrubber(secrets ?? [])) ?? detail)
  assert.doesNotMatch(shown, /token-of-this-run/)
  assert.match(shown, /ERR_AGENT_OFFLINE/)
})
