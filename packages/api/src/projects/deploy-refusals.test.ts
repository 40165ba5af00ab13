import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { deployBytes } from '@sonde/schema/projects/project-deploy.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { location, member, monitor, projectsOf } from '../../testing/projects-under-test.ts'
import { jobOf, sessionBody } from '../../testing/session-runs.ts'
import { everyMeans } from '../../testing/stand-in-sender.ts'

const mail = member('alert-channel', 'mail', { type: 'EMAIL', config: { address: 'ops@example.net' } })

forOneEngine('deploys that cannot be, and what is told of them', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, post, deploy, follow } = projectsOf(api)

  test('case 20: an address or slug that another project has is refused with its name, if it may be known', async () => {
    const owner = newProject()
    const taken = (name: string) => [
      member('status-page', 'page', { name, url: 'taken-page', cards: [] }),
      member('dashboard', 'board', { header: name, customUrl: 'taken-board', tags: [] }),
      location('lab', 'taken-lab'),
    ]
    await deploy(owner, taken('First'))
    const second = newProject()
    const refused = await post(second, taken('Second'))
    expectError(refused, 400)
    const advice = `rename it first: npx sonde rename project ${owner.logicalId} ${second.logicalId}`
    assert.ok(refused.textAt('message').endsWith(advice), refused.text)
    const of = `of the project "${owner.logicalId}"`
    for (const mistake of [
      `status-page "page": url is already used by another status page, ${of}`,
      `dashboard "board": customUrl is already used by another dashboard, ${of}`,
      `private-location "lab": slugName is already used by another private location, ${of}`,
    ])
      assert.ok(refused.textAt('message').includes(mistake), refused.text)
    const moved = await post(owner, [...taken('First').slice(0, 2), location('lab', 'other-lab')])
    expectError(moved, 400)
    assert.match(
      moved.textAt('message'),
      /^private-location "lab": slugName cannot be changed, because results are stored under it: create another private location$/,
    )
    const stranger = await api.makeUser()
    const hidden = await api.call('POST', '/v1/projects/deploy', {
      key: stranger.key,
      account: await api.makeAccount(stranger.id),
      body: { project: newProject(), resources: taken('Third').slice(0, 2) },
    })
    expectError(hidden, 400)
    assert.match(hidden.textAt('message'), /status-page "page": url is already used by another status page;/)
    assert.ok(!hidden.text.includes(owner.logicalId), hidden.text)
  })

  test('case 26: a body of more than 50 MB is refused with the limit, a small one that unpacks to 10 GB as soon as it does', async () => {
    const headers = { 'content-type': 'application/json' }
    const send = (payload: Buffer, packed: boolean) =>
      api.call('POST', '/v1/projects/deploy', {
        payload,
        headers: packed ? { ...headers, 'content-encoding': 'gzip' } : headers,
      })
    const large = await send(Buffer.alloc(deployBytes + 1, ' '), false)
    // 10 MB that would become 10 GB.
    const part = gzipSync(Buffer.alloc(10 * 1024 * 1024, ' '))
    const before = process.memoryUsage().rss
    const bomb = await send(Buffer.concat(Array.from({ length: 1_000 }, () => part)), true)
    const grown = (process.memoryUsage().rss - before) / 1024 / 1024
    for (const answer of [large, bomb]) expectError(answer, 413)
    assert.match(large.textAt('message'), /larger than 50 MB, maximum allowed: 52428800$/)
    assert.match(bomb.textAt('message'), /more than 100 times as large when decompressed/)
    assert.ok(grown < 300, `${grown} MB more`)
    await deploy(newProject(), [monitor('one')])
  })

  test('more than the largest document of an account at once is refused, and others are not held up', async () => {
    const body = { project: newProject(), resources: [] }
    const large = { ...body, repoInfo: { note: 'x'.repeat(30 * 1024 * 1024) } }
    const answers = await Promise.all(
      [large, large, large].map((each) =>
        api.call('POST', '/v1/projects/deploy?dryRun=true', { body: each }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.ok(statuses.includes(429) && statuses[0] === 200, statuses.join())
    const after = await api.call('POST', '/v1/projects/deploy?dryRun=true', { body: large })
    assert.equal(after.status, 200, after.text)
  })

  test('case 16: whoever may only read can preview, and not deploy; a key of a service that may write does all of it', async () => {
    const [reading, writing] = [
      await api.makeServiceKey(api.accountId, 'READ_ONLY'),
      await api.makeServiceKey(api.accountId, 'READ_WRITE'),
    ]
    const body = { project: newProject(), resources: [monitor('one')] }
    const path = '/v1/projects/deploy'
    const preview = await api.call('POST', `${path}?dryRun=true`, { key: reading, body })
    assert.equal(preview.status, 200, preview.text)
    assert.equal((await api.call('POST', path, { key: reading, body })).status, 403)
    const me = await api.call('GET', '/next/users/me', { key: writing })
    assert.deepEqual([me.status, typeof me.at('name')], [200, 'string'], me.text)
    const ended = await follow(await api.call('POST', path, { key: writing, body }))
    assert.equal(ended.at('status'), 'SUCCEEDED', ended.text)
    const session = { key: writing, body: sessionBody([jobOf('front')]) }
    assert.equal((await api.call('POST', '/v1/test-sessions/run', session)).status, 202)
  })

  test('cases 18 and 29: duplicates, types that are not there and unknown parameters are refused by name', async () => {
    const project = newProject()
    const twice = await post(project, [monitor('one'), monitor('one')])
    assert.match(String(twice.at('message')), /check "one": is in the project twice/)
    assert.equal((await post(project, [member('probe', 'one', {})])).status, 400)
    const agentic = (name: string) => monitor(name, { checkType: 'AGENTIC' })
    const unknown = await post(project, [agentic('one'), monitor('two'), agentic('three')])
    assert.match(
      String(unknown.at('message')),
      /^check "one": checkType must be one of .*; check "three": checkType must be one of /,
    )
    assert.equal((await post(project, [monitor('one')], '?force=true')).status, 400)
  })
})

forOneEngine('deploys to a server that sends no mail', (engine) => {
  const api = apiUnderTest(engine, { alerting: { ...everyMeans, smtp: null } })
  const { newProject, deploy, idOf } = projectsOf(api)

  test('case 22: a channel for mail is deployed with a warning, and says what it cannot do', async () => {
    const project = newProject()
    const first = await deploy(project, [mail])
    assert.match(String(first.at('result.warnings.0')), /^alert-channel "mail".*SMTP_URL/)
    const shown = await api.call('GET', `/v1/alert-channels/${String(idOf(first, 'mail'))}`)
    assert.equal(shown.at('deliverable'), false)
    assert.match(shown.textAt('deliverableReason'), /SMTP_URL/)
    // Nothing is told again of what was not deployed anew.
    assert.deepEqual((await deploy(project, [mail])).at('result.warnings'), [])
  })
})
