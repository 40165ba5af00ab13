import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { hourMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { sql } from 'kysely'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import type { Answer } from '../../testing/http-client.ts'
import { monitor, projectsOf } from '../../testing/projects-under-test.ts'

forOneEngine('deployments', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, post, follow, deploy, idOf, announced } = projectsOf(api)

  test('case 25: new and changed checks that are activated run once, and no others', async () => {
    const project = newProject()
    const resting = monitor('resting', { activated: false })
    const before = api.runs.started.length
    const startedSince = () =>
      api.runs.started.slice(before).map(({ checkId, source }) => `${source} ${checkId}`)
    const first = await deploy(project, [monitor('one'), monitor('two'), resting])
    await announced(first)
    const [one, two] = [String(idOf(first, 'one')), String(idOf(first, 'two'))]
    assert.deepEqual(startedSince().toSorted(), [`CLI_DEPLOY ${one}`, `CLI_DEPLOY ${two}`].toSorted())
    await announced(await deploy(project, [monitor('one'), monitor('two'), resting]))
    assert.equal(startedSince().length, 2)
    await announced(await deploy(project, [monitor('one', { name: 'Other' }), monitor('two'), resting]))
    assert.deepEqual(startedSince().slice(2), [`CLI_DEPLOY ${one}`])
    const query = '?scheduleOnDeploy=false'
    await announced(await deploy(project, [monitor('one', { name: 'Third' }), monitor('two')], query))
    assert.equal(startedSince().length, 3)
  })

  test('case 25: of thousands of new checks no more than 200 begin in a second', async () => {
    const count = rounds(5_000, 450)
    const before = api.runs.started.length
    const ended = await deploy(
      newProject(),
      Array.from({ length: count }, (_, number) => monitor(`m${number}`)),
    )
    const atOnce = api.runs.started.length - before
    const from = performance.now()
    await announced(ended)
    const seconds = (performance.now() - from) / 1000
    assert.equal(api.runs.started.length - before, count)
    assert.ok(count - atOnce <= 200 * (seconds + 1), `${count - atOnce} in ${seconds} s`)
  })

  test('one account has four at once, however quickly they come, and leaves room for others', async () => {
    const [holds, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = api.store.write(async (db) => {
      // SQLite has one who writes at a time.
      if (api.store.engine === 'postgres') await sql`lock table project_deployments`.execute(db)
      holds.resolve()
      await released.promise
    })
    await holds.promise
    const refused: Answer[] = []
    const posted = Array.from({ length: 7 }, async () => {
      const answer = await post(newProject(), [monitor('one')])
      if (answer.status === 429) refused.push(answer)
      return answer
    })
    while (refused.length < 3) await delay(5)
    released.resolve()
    await holding
    assert.match(refused[0]?.textAt('message') ?? '', /^4 deployments of this account are running/)
    const begun = (await Promise.all(posted)).filter(({ status }) => status !== 429)
    assert.equal(begun.length, 4)
    await Promise.all(begun.map(follow))
    await deploy(newProject(), [monitor('one')])
  })

  test('case 7: what a server has written and not announced before it died is announced once by another one', async () => {
    const project = newProject()
    const ended = await deploy(project, [monitor('one'), monitor('two')])
    await announced(ended)
    const [one, two] = [String(idOf(ended, 'one')), String(idOf(ended, 'two'))]
    const before = api.runs.started.length
    await api.store.write(async (db) => {
      // As if it had died after the first of them.
      await db.deleteFrom('check_sessions').where('check_id', '=', two).execute()
      await db
        .updateTable('project_deployments')
        .set({ announced_at: null, seen_at: 0 })
        .where('id', '=', String(ended.at('id')))
        .execute()
    })
    await announced(ended)
    const started = api.runs.started.slice(before).map(({ checkId }) => checkId)
    assert.deepEqual(started, [two], `and not ${one}`)
  })

  test('cases 8 and 28: while a deployment is not over, its project is previewed, and neither deployed nor destroyed', async () => {
    const [project, other] = [newProject(), newProject()]
    const ended = await deploy(project, [monitor('one')])
    await announced(ended)
    const id = String(ended.at('id'))
    // As if a server were still working on it.
    const setEnd = (endedAt: number | null) =>
      api.store.write(async (db) =>
        db
          .updateTable('project_deployments')
          .set({ ended_at: endedAt, seen_at: await api.store.now(db) })
          .where('id', '=', id)
          .execute(),
      )
    await setEnd(null)
    const changed = [monitor('one', { name: 'Other' })]
    assert.equal((await post(project, changed, '?dryRun=true')).status, 200)
    const path = `/v1/projects/${project.logicalId}`
    for (const refused of [await post(project, changed), await api.call('DELETE', path)])
      assert.deepEqual([refused.status, refused.at('deploymentId')], [409, id], refused.text)
    await deploy(other, [monitor('one')])
    // A server whose own clock is wrong gives up nothing that another one works on.
    const { now } = api.store
    api.store.now = async () => api.clock.now() - hourMs
    await setEnd(null)
    assert.equal((await api.call('GET', `${path}/deployments/${id}`)).at('endedAt'), null)
    api.store.now = now
    await setEnd(Date.now())
    await deploy(project, changed)
    const unknown = await api.call('DELETE', '/v1/projects/nobody-has-this')
    assert.deepEqual([unknown.status, unknown.at('project'), unknown.at('diff')], [200, null, []])
  })

  test('case 8: one that is cancelled while it is prepared leaves nothing but itself and its audit entry', async () => {
    const project = newProject()
    const many = Array.from({ length: 2_000 }, (_, number) => monitor(`cancelled-${number}`))
    const started = await post(project, many)
    const path = `/v1/projects/${project.logicalId}/deployments/${started.textAt('id')}`
    assert.equal((await api.call('POST', `${path}/cancel`)).status, 202)
    const ended = await follow(started)
    assert.deepEqual([ended.at('status'), ended.at('result')], ['CANCELLED', null], ended.text)
    const checks = await api.call('GET', '/v1/checks?search=cancelled-1')
    assert.deepEqual([checks.status, checks.body], [200, []], checks.text)
    const log = await api.call('GET', '/v1/audit-log?limit=1')
    assert.deepEqual(
      [log.at('entries.0.entityType'), log.at('entries.0.deploymentId')],
      ['PROJECT', started.at('id')],
      log.text,
    )
    const destroyed = await api.call('DELETE', `/v1/projects/${project.logicalId}`)
    assert.deepEqual([destroyed.status, destroyed.at('project')], [200, null], 'not even a new project')
    await deploy(project, [monitor('one')])
  })

  test('where a deployment came from is told with it, and its audit entries name it', async () => {
    const project = newProject()
    const answer = await api.call('POST', '/v1/projects/deploy', {
      headers: {
        'x-checkly-source': 'CLI',
        'x-checkly-cli-version': '9.5.0',
        'x-checkly-operator': 'github-actions',
        'x-checkly-ci-name': 'GitHub Actions',
      },
      body: {
        project,
        resources: [monitor('one')],
        repoInfo: { commitId: 'abc123', branchName: 'main', commitOwner: 'Ada', commitMessage: 'Add one' },
      },
    })
    const ended = await follow(answer)
    const origin = ended.at('origin')
    assert.ok(isRecord(origin), ended.text)
    const { userId: _user, keyName: _key, ...rest } = origin
    assert.deepEqual(rest, {
      source: 'CLI',
      clientVersion: '9.5.0',
      operator: 'github-actions',
      ciName: 'GitHub Actions',
      commitId: 'abc123',
      branchName: 'main',
      commitOwner: 'Ada',
      commitMessage: 'Add one',
    })
    const log = await api.call('GET', `/v1/audit-log?entityId=${String(idOf(ended, 'one'))}`)
    assert.equal(log.at('entries.0.deploymentId'), ended.at('id'))
  })

  test('a deployment that has ended is told at once by its stream, and stays as it is when it is cancelled', async () => {
    const project = newProject()
    const ended = await deploy(project, [monitor('one')])
    const path = `/v1/projects/${project.logicalId}/deployments/${String(ended.at('id'))}`
    const stream = await api.call('GET', `${path}/events`)
    assert.match(stream.text, /^: a deployment\n\nevent: complete\ndata: \{.*"status":"SUCCEEDED".*\}\n\n$/)
    const cancelled = await api.call('POST', `${path}/cancel`)
    assert.deepEqual([cancelled.status, cancelled.at('status')], [202, 'SUCCEEDED'])
    const unknown = await api.call('GET', `/v1/projects/other/deployments/${String(ended.at('id'))}`)
    assert.equal(unknown.status, 404)
  })
})

forOneEngine('deployments where silence is not waited for', (engine) => {
  // Whatever was said of a deployment counts as too long ago.
  const api = apiUnderTest(engine, { deploySilenceMs: -1 })
  const { newProject, post, follow, deploy, announced } = projectsOf(api)

  test('case 7: a server gives up what others have left, and never what it works on itself', async () => {
    const [large, other] = [newProject(), newProject()]
    // So many that another one begins long before they are written.
    const many = Array.from({ length: 1_000 }, (_, number) => monitor(`m${number}`))
    const started = await post(large, many, '?scheduleOnDeploy=false')
    await deploy(other, [monitor('one')])
    const ended = await follow(started)
    assert.equal(ended.at('status'), 'SUCCEEDED', ended.text)
    await announced(ended)
    const left = started.textAt('id')
    await api.store.write((db) =>
      // As if another server had died over it.
      db
        .updateTable('project_deployments')
        .set({ status: 'RUNNING', ended_at: null, announced_at: null, seen_at: 0 })
        .where('id', '=', left)
        .execute(),
    )
    await deploy(other, [monitor('two')])
    const path = `/v1/projects/${large.logicalId}/deployments/${left}`
    assert.equal((await api.call('GET', path)).at('error.code'), 'ABANDONED')
  })
})
