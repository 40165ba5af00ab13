import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { member, monitor, projectsOf, ref } from '../../testing/projects-under-test.ts'
import { storeResult } from '../../testing/store-result.ts'

forOneEngine('the preview of changed alert settings', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, post, deploy, diffIn, idOf } = projectsOf(api)

  const settings = (failedRunThreshold: number) => ({
    useGlobalAlertSettings: false,
    alertSettings: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold } },
  })
  const group = (fields: Record<string, unknown> = {}) =>
    member('check-group', 'shop', { v: 2, name: 'Shop', activated: true, ...fields })

  async function runs(id: unknown, letters: string): Promise<void> {
    const from = Math.floor(api.clock.now() / minuteMs) * minuteMs - 60 * minuteMs
    for (const [index, letter] of [...letters].entries()) {
      const verdict = letter === 'F' ? 'failed' : 'passed'
      await storeResult(api, String(id), { scheduledAt: from + index * minuteMs, verdict })
    }
  }

  test('says which alerts of the last week would have been later, or none at all, and changes nothing', async () => {
    const project = newProject()
    const code = [group(), monitor('own'), monitor('in-group', { groupId: ref('shop') }), monitor('new')]
    const first = await deploy(project, code)
    await runs(idOf(first, 'own'), 'PFPPFFFP')
    await runs(idOf(first, 'in-group'), 'PFP')
    const preview = await post(
      project,
      [
        group(settings(2)),
        monitor('own', settings(3)),
        monitor('in-group', { groupId: ref('shop') }),
        monitor('new', settings(2)),
      ],
      '?dryRun=true',
    )
    const backtestOf = (name: string) =>
      diffIn(preview, 'diff').find(({ logicalId }) => logicalId === name)?.['alertBacktest']
    const { from, to, ...own } = backtestOf('own') as Record<string, unknown>
    assert.deepEqual(own, {
      results: 8,
      current: 4,
      proposed: 2,
      summary: { same: 1, earlier: 0, later: 1, never: 2, new: 0 },
    })
    assert.equal(Date.parse(String(to)) - Date.parse(String(from)), 7 * 24 * 60 * minuteMs)
    // The code of this one is the same, and its group decides.
    const { results, current, proposed } = backtestOf('in-group') as Record<string, unknown>
    assert.deepEqual([results, current, proposed], [3, 2, 0])
    // What has no results, or no other settings, has nothing to show.
    assert.deepEqual([backtestOf('new'), backtestOf('shop')], [undefined, undefined])
    const same = await post(project, [...code.slice(0, 3), monitor('new', { name: 'Other' })], '?dryRun=true')
    assert.deepEqual(
      diffIn(same, 'diff').filter((each) => 'alertBacktest' in each),
      [],
    )
  })
})
