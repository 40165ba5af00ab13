import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { member, monitor, projectsOf, ref } from '../../testing/projects-under-test.ts'

forEachEngine('changes and deletions of every kind by one deploy', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, deploy, follow, idOf, actions } = projectsOf(api)

  /** Two of each, so that each kind is written as a batch. */
  const resourcesOf = (suffix: string, { name, day }: { name: string; day: number }) =>
    ['a', 'b'].flatMap((each) => {
      const at = (hour: number) => `2040-01-0${day}T0${hour}:00:00.000Z`
      return [
        member('private-location', `lab-${each}`, { name, slugName: `lab-${each}-${suffix}` }),
        member('alert-channel', `hook-${each}`, {
          type: 'WEBHOOK',
          config: { name, url: 'https://example.net/hook', method: 'POST' },
        }),
        member('check-group', `group-${each}`, { name, activated: true, v: 2 }),
        monitor(`check-${each}`, { name }),
        member('status-page-service', `service-${each}`, { name }),
        member('status-page', `cards-${each}`, {
          name,
          url: `cards-${each}-${suffix}`,
          cards: [{ name, services: [ref(`service-${each}`)] }],
        }),
        member('status-page', `page-${each}`, { name, url: `page-${each}-${suffix}`, version: 3 }),
        ...['top', 'part'].map((part) =>
          member('status-page-component', `${part}-${each}`, {
            statusPageId: ref(`page-${each}`),
            parentId: part === 'top' ? null : ref(`top-${each}`),
            type: part === 'top' ? 'GROUP' : 'SERVICE',
            name,
            displayOrder: day,
          }),
        ),
        member('status-page-automation-rule', `rule-${each}`, {
          statusPageId: ref(`page-${each}`),
          name,
          firstUpdate: 'It began.',
          lastUpdate: 'It is over.',
          tags: [name],
          components: [{ componentId: ref(`part-${each}`), targetImpact: 'MAJOR_OUTAGE' }],
        }),
        member('maintenance-window', `window-${each}`, {
          name,
          tags: ['a'],
          startsAt: at(1),
          endsAt: at(2),
        }),
        member('dashboard', `board-${each}`, {
          header: name,
          customUrl: `board-${each}-${suffix}`,
          tags: [],
        }),
      ]
    })

  const expectedTypes = [
    'ALERT_CHANNEL',
    'CHECK',
    'CHECK_GROUP',
    'DASHBOARD',
    'MAINTENANCE_WINDOW',
    'PRIVATE_LOCATION',
    'STATUS_PAGE',
    'STATUS_PAGE',
    'STATUS_PAGE_AUTOMATION_RULE',
    'STATUS_PAGE_COMPONENT',
    'STATUS_PAGE_COMPONENT',
    'STATUS_PAGE_SERVICE',
  ]

  /** What the audit log tells of a deployment beside the project. */
  async function entriesOf(deploymentId: unknown) {
    const log = await api.call('GET', '/v1/audit-log?limit=100')
    const entries = log.at('entries')
    assert.ok(Array.isArray(entries), log.text)
    return entries
      .filter(isRecord)
      .filter((entry) => entry['deploymentId'] === deploymentId && entry['entityType'] !== 'PROJECT')
  }

  test('are there, each with its audit entry, and so is what follows from them', async () => {
    const project = newProject()
    const suffix = project.logicalId
    const first = await deploy(project, resourcesOf(suffix, { name: 'First', day: 1 }))
    const second = await deploy(project, resourcesOf(suffix, { name: 'Second', day: 2 }))
    assert.deepEqual(
      actions(second).filter((line) => !/^UPDATE .* true$/.test(line)),
      [],
    )
    const id = (logicalId: string) => String(idOf(first, logicalId))
    const names = ['cards', 'page'].map((kind) => [kind, '/v1/status-pages'] as const)
    for (const each of ['a', 'b']) {
      for (const [kind, path] of [
        ['lab', '/v1/private-locations'],
        ['group', '/v1/check-groups'],
        ['check', '/v1/checks'],
        ['service', '/v1/status-pages/services'],
        ['window', '/v1/maintenance-windows'],
        ...names,
      ] as const) {
        const shown = await api.call('GET', `${path}/${id(`${kind}-${each}`)}`)
        assert.deepEqual([shown.at('name'), shown.at('updated_at') === null], ['Second', false], shown.text)
      }
      const hook = await api.call('GET', `/v1/alert-channels/${id(`hook-${each}`)}`)
      assert.equal(hook.at('config.name'), 'Second')
      const cards = await api.call('GET', `/v1/status-pages/${id(`cards-${each}`)}`)
      assert.deepEqual(
        [cards.at('cards.0.name'), cards.at('cards.0.services.0.id')],
        ['Second', id(`service-${each}`)],
      )
      const page = `/v1/status-pages/${id(`page-${each}`)}`
      const part = await api.call('GET', `${page}/components/${id(`part-${each}`)}`)
      assert.deepEqual([part.at('name'), part.at('parentId')], ['Second', id(`top-${each}`)])
      const rule = await api.call('GET', `${page}/automation-rules/${id(`rule-${each}`)}`)
      assert.deepEqual(
        [rule.at('name'), rule.at('tags'), rule.at('components')],
        ['Second', ['Second'], [{ componentId: id(`part-${each}`), targetImpact: 'MAJOR_OUTAGE' }]],
      )
      // The occurrence follows its window.
      const maintenances = await api.call(
        'GET',
        `/v1/maintenance-windows/${id(`window-${each}`)}/maintenances`,
      )
      assert.match(maintenances.text, /"startsAt":"2040-01-02T01:00:00/)
      assert.doesNotMatch(maintenances.text, /2040-01-01/)
    }
    const changed = await entriesOf(second.at('id'))
    const typesOf = (entries: readonly Record<string, unknown>[]) =>
      entries.map((entry) => entry['entityType']).toSorted()
    const twice = expectedTypes.flatMap((type) => [type, type])
    assert.deepEqual(typesOf(changed), twice)
    assert.deepEqual(new Set(changed.map(({ action }) => action)), new Set(['UPDATE']))
    const boards = await api.call('GET', '/v1/dashboards?limit=100')
    const board = (boards.body as { header: string; dashboardId: string }[]).find(
      ({ header }) => header === 'Second',
    )

    const gone = await follow(await api.call('DELETE', `/v1/projects/${suffix}`))
    assert.equal(gone.at('status'), 'SUCCEEDED', gone.text)
    const deleted = await entriesOf(gone.at('id'))
    assert.deepEqual(typesOf(deleted), twice)
    assert.deepEqual(new Set(deleted.map(({ action }) => action)), new Set(['DELETE']))
    assert.deepEqual(new Set(deleted.map(({ entityName }) => entityName)), new Set(['Second']))
    // By the name that its own operations have for it.
    const ofBoard = await api.call('GET', `/v1/audit-log?entityId=${board?.dashboardId}`)
    assert.deepEqual(
      (ofBoard.at('entries') as { action: string }[]).map(({ action }) => action),
      ['DELETE', 'UPDATE', 'CREATE'],
      ofBoard.text,
    )
    for (const path of [
      `/v1/private-locations/${id('lab-a')}`,
      `/v1/alert-channels/${id('hook-a')}`,
      `/v1/check-groups/${id('group-b')}`,
      `/v1/status-pages/services/${id('service-a')}`,
      `/v1/status-pages/${id('cards-b')}`,
      `/v1/status-pages/${id('page-a')}`,
      `/v1/maintenance-windows/${id('window-a')}`,
      `/v1/dashboards/${board?.dashboardId}`,
    ])
      assert.equal((await api.call('GET', path)).status, 404, path)
  })
})
