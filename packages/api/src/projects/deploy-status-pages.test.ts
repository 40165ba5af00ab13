import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { componentPage, member, projectsOf, ref } from '../../testing/projects-under-test.ts'

forOneEngine('deploying status pages of version 3', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, post, deploy, actions, idOf } = projectsOf(api)

  test('cases 17 and 65: a page of version 3 with its parts in any order, changed, without them, and with a circle', async () => {
    const project = newProject()
    const resources = componentPage(`v3-${project.logicalId}`)
    const first = await deploy(project, resources)
    const path = `/v1/status-pages/${String(idOf(first, 'v3'))}`
    const page = await api.call('GET', path)
    assert.deepEqual([page.at('version'), page.at('cards')], [3, []])
    const components = await api.call('GET', `${path}/components`)
    assert.deepEqual(
      [components.at('0.id'), components.at('1.id'), components.at('1.parentId')],
      [idOf(first, 'top'), idOf(first, '10'), idOf(first, 'top')],
    )
    assert.equal(components.at('1.projectBindings.owner.binding.logicalId'), '10')
    const rule = await api.call('GET', `${path}/automation-rules/${String(idOf(first, 'rule'))}`)
    assert.deepEqual(rule.at('components.0.componentId'), idOf(first, '10'))

    const [v3, ten, top, ofRule] = resources
    assert.ok(v3 !== undefined && ten !== undefined && top !== undefined && ofRule !== undefined)
    const circle = [
      v3,
      member('status-page-component', 'a', {
        statusPageId: ref('v3'),
        parentId: ref('b'),
        type: 'GROUP',
        name: 'A',
        displayOrder: 0,
      }),
      member('status-page-component', 'b', {
        statusPageId: ref('v3'),
        parentId: ref('a'),
        type: 'GROUP',
        name: 'B',
        displayOrder: 0,
      }),
    ]
    const refused = await post(project, circle)
    assert.equal(refused.status, 400)
    for (const name of ['"a"', '"b"']) assert.ok(refused.textAt('message').includes(name), refused.text)

    // The group goes while what it contains stays.
    const orphan = member('status-page-component', '10', {
      statusPageId: ref('v3'),
      parentId: null,
      type: 'SERVICE',
      name: 'Cart',
      displayOrder: 1,
    })
    const moved = await deploy(project, [v3, orphan, ofRule])
    assert.deepEqual(actions(moved).toSorted(), [
      'DELETE top true',
      'UPDATE 10 true',
      'UPDATE rule false',
      'UPDATE v3 false',
    ])
    const none = await deploy(project, [v3])
    assert.deepEqual(actions(none).toSorted(), ['DELETE 10 true', 'DELETE rule true', 'UPDATE v3 false'])
    assert.deepEqual((await api.call('GET', `${path}/components`)).body, [])
  })

  test('case 65: groups and what they contain are deleted together, and one with a part of somebody else stays', async () => {
    const project = newProject()
    const resources = componentPage(`v3-${project.logicalId}`)
    const first = await deploy(project, resources)
    const page = resources.slice(0, 1)
    const path = `/v1/status-pages/${String(idOf(first, 'v3'))}/components`
    const body = { name: 'By hand', parentId: idOf(first, 'top') }
    const byHand = await api.call('POST', path, { body })
    const refused = await post(project, page)
    assert.equal(refused.status, 400)
    assert.match(refused.textAt('message'), /"top".*contains "By hand"/)
    await api.call('DELETE', `${path}/${byHand.textAt('id')}`)
    await deploy(project, page)
    assert.deepEqual((await api.call('GET', path)).body, [])
  })

  test('case 19: neither a page nor a component changes what it is', async () => {
    const project = newProject()
    const url = `v3-${project.logicalId}`
    const resources = componentPage(url)
    await deploy(project, [
      ...resources,
      member('status-page', 'other', { name: 'Other', url: `${url}-b`, version: 3 }),
    ])
    const cards = member('status-page', 'v3', { name: 'Page', url, cards: [] })
    const [, , top] = resources
    assert.ok(top !== undefined)
    const asCards = await post(project, [cards])
    assert.equal(asCards.status, 400)
    assert.match(asCards.textAt('message'), /status-page "v3": version cannot change/)
    const elsewhere = {
      ...top,
      payload: { statusPageId: ref('other'), type: 'GROUP', name: 'Shop', displayOrder: 0 },
    }
    const moved = await post(project, [
      ...resources.filter(({ logicalId }) => logicalId === 'v3'),
      member('status-page', 'other', { name: 'Other', url: `${url}-b`, version: 3 }),
      elsewhere,
    ])
    assert.equal(moved.status, 400)
    assert.match(moved.textAt('message'), /status-page-component "top": statusPageId cannot change/)
    const onCards = await post(newProject(), [
      member('status-page', 'old', { name: 'Old', url: `${url}-c`, cards: [] }),
      member('status-page-component', 'part', {
        statusPageId: ref('old'),
        type: 'SERVICE',
        name: 'x',
        displayOrder: 0,
      }),
    ])
    assert.equal(onCards.status, 400)
    assert.match(onCards.textAt('message'), /"part": statusPageId is a status page without version 3/)
  })
})
