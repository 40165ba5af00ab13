import assert from 'node:assert/strict'
import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { githubEvent } from '../../testing/github-events.ts'
import type { Answer } from '../../testing/http-client.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const path = '/v1/deployment-triggers'

forOneEngine('the webhook of GitHub', (engine) => {
  const api = apiUnderTest(engine)
  let account: string
  let secret: string
  beforeEach(async () => {
    account = await api.makeAccount(api.ownerId)
    const made = await api.call('POST', `${path}/webhook-secret`, { account })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.at('url'), `${publicUrl}${path}/github/${account}`)
    secret = made.textAt('secret')
  })

  function send(
    event: object | string,
    {
      headers = {},
      by = secret,
      delivery = randomUUID(),
    }: { headers?: object; by?: string; delivery?: string } = {},
  ): Promise<Answer> {
    const payload = typeof event === 'string' ? event : JSON.stringify(event)
    const signature = createHmac('sha256', by).update(payload).digest('hex')
    return api.call('POST', `${path}/github/${account}`, {
      key: null,
      account: null,
      payload,
      headers: {
        'x-github-event': 'deployment_status',
        'x-github-delivery': delivery,
        'x-hub-signature-256': `sha256=${signature}`,
        ...headers,
      },
    })
  }

  async function makeTrigger(fields: object = {}): Promise<string> {
    const checkId = await makeMonitor(api, { locations: ['eu-west-1'] }, { account })
    const body = { checkId, repoId: 7, repoName: 'acme/shop', ...fields }
    const made = await api.call('POST', path, { body, account })
    assert.equal(made.status, 201, made.text)
    return checkId
  }

  /** The checks that an event has started. */
  async function startedBy(event: object, options = {}): Promise<string[]> {
    const before = api.runs.started.length
    const answer = await send(event, options)
    assert.ok(answer.status < 300, answer.text)
    return api.runs.started.slice(before).map(({ checkId }) => checkId)
  }

  test('a deployment that succeeded runs the check at the place of its trigger, looking at the deployment', async () => {
    const checkId = await makeTrigger({ runLocation: 'eu-west-2', allowedHosts: ['*.example.test'] })
    const answer = await send(githubEvent())
    assert.equal(answer.status, 202, answer.text)
    assert.deepEqual(answer.body, { triggered: 1, notStarted: [], ignored: null })
    assert.deepEqual(api.runs.started.at(-1), {
      accountId: account,
      checkId,
      source: 'DEPLOYMENT',
      onlyAt: 'eu-west-2',
      environment: {
        url: 'https://pr-7.example.test',
        name: 'production',
        deploymentId: '4711',
        replacesHost: true,
        usesCertificates: false,
        allowedHosts: ['*.example.test'],
      },
    })
    const deployments = await api.call('GET', `${path}/deployments`, { account })
    assert.deepEqual(deployments.body, [
      {
        id: deployments.at('0.id'),
        repository: 'acme/shop',
        sha: 'abc123',
        environmentName: 'production',
        environmentUrl: 'https://pr-7.example.test',
        deploymentId: '4711',
        createdAt: new Date(api.clock.now() - 150).toISOString(),
      },
    ])
  })

  test('without the address of the environment, checks look where they always do', async () => {
    await makeTrigger({ useEnvironmentUrl: false })
    await send(githubEvent())
    assert.equal(api.runs.started.at(-1)?.environment?.replacesHost, false)
    assert.equal(api.runs.started.at(-1)?.environment?.url, 'https://pr-7.example.test')
    await send(githubEvent({ sha: 'def', environmentUrl: 'javascript:alert(1)' }))
    assert.equal(api.runs.started.at(-1)?.environment?.url, null)
  })

  test('SA 52: a state other than success runs nothing', async () => {
    await makeTrigger()
    for (const state of ['failure', 'error', 'pending', 'in_progress', 'queued', 'inactive']) {
      assert.deepEqual(await startedBy(githubEvent({ state })), [])
    }
    const answer = await send(githubEvent({ state: 'failure' }))
    assert.equal(answer.at('ignored'), 'the state of the deployment is failure')
  })

  test('only the signature of the account counts', async () => {
    await makeTrigger()
    const before = api.runs.started.length
    const expected = createHmac('sha256', secret).update(JSON.stringify(githubEvent())).digest('hex')
    for (const headers of [
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': 'sha256=' },
      { 'x-hub-signature-256': expected },
      { 'x-hub-signature-256': `sha1=${expected}` },
      { 'x-hub-signature-256': `sha256=${expected.slice(0, -2)}` },
      { 'x-hub-signature-256': `sha256=${expected.replaceAll(/[0-8]/g, '9')}` },
    ]) {
      expectError(await send(githubEvent(), { headers }), 401)
    }
    expectError(await send(githubEvent(), { by: 'another secret' }), 401)
    const old = secret
    secret = (await api.call('POST', `${path}/webhook-secret`, { account })).textAt('secret')
    expectError(await send(githubEvent(), { by: old }), 401)
    account = await api.makeAccount(api.ownerId)
    expectError(await send(githubEvent()), 401)
    assert.equal(api.runs.started.length, before)
  })

  test('the secret is sealed, and neither shown again nor logged', async () => {
    const row = await api.store.read
      .selectFrom('deployment_webhooks')
      .selectAll()
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    const entries = await api.store.read
      .selectFrom('audit_log')
      .selectAll()
      .where('account_id', '=', account)
      .execute()
    assert.ok(entries.some(({ entity_name: name }) => name === 'webhook secret'))
    assert.ok(!JSON.stringify([row, entries]).includes(secret))
    const writer = { key: await api.makeServiceKey(account, 'READ_WRITE'), account }
    expectError(await api.call('POST', `${path}/webhook-secret`, writer), 403)
  })

  test('a message that comes again, and a deployment that is told again, runs nothing twice', async () => {
    const checkId = await makeTrigger()
    const delivery = randomUUID()
    assert.deepEqual(await startedBy(githubEvent(), { delivery }), [checkId])
    assert.deepEqual(await startedBy(githubEvent(), { delivery }), [])
    assert.deepEqual(await startedBy(githubEvent({ sha: 'other' }), { delivery }), [])
    assert.deepEqual(await startedBy(githubEvent()), [])
    assert.deepEqual(await startedBy(githubEvent({ sha: 'next' })), [checkId])
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => send(githubEvent({ sha: 'at-once' }))))
    assert.equal(
      atOnce.reduce((sum, answer) => sum + Number(answer.at('triggered')), 0),
      1,
    )
  })

  test('one sha in two environments is two deployments for those who look at one of them', async () => {
    const checkId = await makeTrigger({ environmentRegexFilter: '^production$' })
    assert.deepEqual(await startedBy(githubEvent({ environment: 'preview' })), [])
    assert.deepEqual(await startedBy(githubEvent({ environment: 'production' })), [checkId])
    const recorded = await api.call('GET', `${path}/deployments`, { account })
    assert.deepEqual([recorded.at('0.sha'), recorded.at('1')], ['abc123', undefined])
  })

  test('a repository is known by its number or by its name', async () => {
    const checkId = await makeTrigger({ repoId: '7', repoName: 'Acme/Shop' })
    assert.deepEqual(await startedBy(githubEvent({ repoId: 9, repoName: 'acme/shop' })), [checkId])
    assert.deepEqual(await startedBy(githubEvent({ repoId: 7, repoName: 'acme/renamed' })), [checkId])
    const answer = await send(githubEvent({ repoId: 9, repoName: 'acme/other' }))
    assert.equal(answer.at('ignored'), 'no deployment trigger matches it')
  })

  test('SA 52: filters must match, and a hostile one is answered', async () => {
    const url = await makeTrigger({ environmentUrlRegexFilter: '^https://pr-\\d+\\.' })
    const hostile = await makeTrigger({ environmentRegexFilter: '(a+)+$' })
    assert.deepEqual(await startedBy(githubEvent({ sha: '1' })), [url])
    assert.deepEqual(await startedBy(githubEvent({ sha: '2', environmentUrl: null })), [])
    // An engine that goes back would not come to an end with it.
    const environment = `${'a'.repeat(999)}!`
    assert.deepEqual(await startedBy(githubEvent({ sha: '3', environment })), [url])
    const both = await startedBy(githubEvent({ sha: '4', environment: 'aaa' }))
    assert.deepEqual(both.toSorted(), [url, hostile].toSorted())
  })

  test('a rollback runs again: the same sha and environment, and another deployment', async () => {
    const checkId = await makeTrigger()
    assert.deepEqual(await startedBy(githubEvent({ sha: 'good', deploymentId: 1 })), [checkId])
    assert.deepEqual(await startedBy(githubEvent({ sha: 'bad', deploymentId: 2 })), [checkId])
    assert.deepEqual(await startedBy(githubEvent({ sha: 'good', deploymentId: 3 })), [checkId])
    assert.deepEqual(await startedBy(githubEvent({ sha: 'good', deploymentId: 3 })), [])
    assert.deepEqual(await startedBy(githubEvent({ sha: 'good', deploymentId: 1 })), [])
  })

  test('what no database could keep is refused by its field, and leaves nothing behind', async () => {
    await makeTrigger()
    const wrong: [Parameters<typeof githubEvent>[0], string][] = [
      [{ sha: 'a\u0000' }, 'deployment.sha'],
      [{ sha: '\ud800' }, 'deployment.sha'],
      [{ sha: 'x'.repeat(201) }, 'deployment.sha'],
      [{ environment: 'a\u0000' }, 'deployment_status.environment'],
      [{ environment: 'a'.repeat(50_000) }, 'deployment_status.environment'],
      [{ repoName: 'acme/\u0000' }, 'repository.full_name'],
      [{ repoName: `acme/${'x'.repeat(300)}` }, 'repository.full_name'],
      [{ environmentUrl: 'https://a.example/\u0000' }, 'deployment_status.environment_url'],
      [{ environmentUrl: `https://a.example/${'x'.repeat(2_048)}` }, 'deployment_status.environment_url'],
    ]
    const before = api.runs.started.length
    for (const [fields, field] of wrong) {
      expectInvalid(await send(githubEvent(fields)), 'payload', [field])
    }
    assert.equal(api.runs.started.length, before)
    assert.deepEqual((await api.call('GET', `${path}/deployments`, { account })).body, [])
  })

  test('the longest texts are kept, whatever characters they are of', async () => {
    const checkId = await makeTrigger()
    // Noise of four bytes each, which no database makes shorter.
    const noise = (length: number) =>
      String.fromCodePoint(...Array.from({ length: length / 2 }, () => randomInt(0x20000, 0x2a6df)))
    const longest = { sha: noise(200), environment: noise(1_000) }
    assert.deepEqual(await startedBy(githubEvent(longest)), [checkId])
    assert.deepEqual(await startedBy(githubEvent(longest)), [])
    await send(githubEvent({ sha: noise(200), repoName: noise(300) }))
    const recorded = await api.call('GET', `${path}/deployments`, { account })
    assert.equal(recorded.at('1.sha'), longest.sha)
  })

  test('a group runs its checks, and what cannot be run is told', async () => {
    const group = await api.call('POST', '/v2/check-groups', { body: { name: 'Shop' }, account })
    const groupId = Number(group.at('id'))
    const made = await api.call('POST', path, {
      body: { groupId, repoId: 7, repoName: 'acme/shop' },
      account,
    })
    const empty = await send(githubEvent())
    assert.deepEqual(empty.body, {
      triggered: 0,
      notStarted: [{ triggerId: made.at('id'), reason: 'the check group has no activated checks' }],
      ignored: null,
    })
    const checkId = await makeMonitor(api, { locations: ['eu-west-1'], groupId }, { account })
    assert.deepEqual(await startedBy(githubEvent({ sha: 'next' })), [checkId])
    assert.equal(api.runs.started.at(-1)?.onlyAt, 'us-east-1')
  })

  test('other events, and what is no JSON, run nothing', async () => {
    await makeTrigger()
    const ping = await send({ zen: 'Keep it logically awesome.' }, { headers: { 'x-github-event': 'ping' } })
    assert.deepEqual([ping.status, ping.at('triggered')], [200, 0])
    assert.deepEqual(await startedBy({}), [])
    expectInvalid(await send('payload=%7B%7D'), 'payload', ['body'])
    expectInvalid(
      await api.call('POST', `${path}/github/abc`, { key: null, account: null, body: {} }),
      'params',
      ['accountId'],
    )
  })
})
