import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { insertClientCertificate, sealCertificateKey } from '@sonde/store/variables/client-certificates.ts'
import { insertVariable, variableSealContext } from '@sonde/store/variables/variables.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { findSession } from '@sonde/store/runs/check-sessions.ts'
import type { RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { type RunsUnderTest, runsUnderTest } from '../../testing/runs-under-test.ts'

function urlIn(config: unknown): unknown {
  const request = isRecord(config) ? config['request'] : null
  return isRecord(request) ? request['url'] : null
}

async function setVariable(
  { store, accountId }: Pick<RunsUnderTest, 'store' | 'accountId'>,
  { key, value, ...flags }: { key: string; value: string; secret?: boolean; locked?: boolean },
): Promise<void> {
  await store.write(async (db) => {
    const valueSealed = store.sealer.seal(value, variableSealContext({ accountId, key }))
    const defaults = { locked: false, secret: false, createdAt: 1, updatedAt: null }
    await insertVariable(db, { ...defaults, ...flags, accountId, key, valueSealed })
    await bumpRunContext(db)
  })
}

forOneEngine('runs that look at a deployment', (engine) => {
  async function underTest(t: TestContext) {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1', { checkTypes: ['URL'] })
    const environment: RunEnvironment = {
      url: 'https://pr-7.example.test',
      name: 'preview',
      deploymentId: '7',
      replacesHost: true,
      usesCertificates: true,
      allowedHosts: ['*.example.test'],
    }
    return {
      under,
      agent,
      environment,
      async start(
        url: string,
        options: { environment?: RunEnvironment; source?: 'LEGACY_TRIGGER' | 'DEPLOYMENT' } = {},
      ) {
        const request = {
          method: 'GET',
          url,
          followRedirects: true,
          skipSSL: false,
          ipFamily: 'IPv4',
          assertions: [],
        }
        const check = await under.addCheck({ request }, { checkType: 'URL', activated: false })
        const { sessionId } = await under.runs.startSession({
          accountId: under.accountId,
          checkId: check.id,
          source: options.source ?? 'LEGACY_TRIGGER',
          onlyAt: 'eu-west-1',
          environment: options.environment,
        })
        return { check, sessionId }
      },
      /** Which host the run of a session took no secrets to. */
      async withheldFrom(sessionId: string) {
        const session = await findSession(under.store.read, { accountId: under.accountId, id: sessionId })
        return session?.runs.map(({ secretsWithheldFrom }) => secretsWithheldFrom)
      },
    }
  }

  test('SA 51: the request goes to the host of the deployment, with the path and query of the check', async (t) => {
    const { agent, start, environment } = await underTest(t)
    await start('https://api.acme.test/v1/x?page=1', { environment })
    assert.equal(urlIn((await agent.leaseOne()).config), 'https://pr-7.example.test/v1/x?page=1')
    await start('https://api.acme.test/v1/x?page=1')
    assert.equal(urlIn((await agent.leaseOne()).config), 'https://api.acme.test/v1/x?page=1')
    await start('https://api.acme.test/v1/x', { environment: { ...environment, replacesHost: false } })
    assert.equal(urlIn((await agent.leaseOne()).config), 'https://api.acme.test/v1/x')
  })

  test('a check can name what was deployed, and its own run never sees that of another', async (t) => {
    const { agent, start, environment } = await underTest(t)
    const url = 'https://api.acme.test/{{DEPLOYMENT_ID}}/{{ENVIRONMENT_NAME}}?at={{ENVIRONMENT_URL}}'
    await start(url, { environment: { ...environment, replacesHost: false } })
    const told = 'https://api.acme.test/7/preview?at=https://pr-7.example.test'
    assert.equal(urlIn((await agent.leaseOne()).config), told)
    await start(url)
    assert.equal(urlIn((await agent.leaseOne()).config), url)
  })

  test('a target that neither check nor trigger names is sent no secret, no locked variable and no login', async (t) => {
    const { under, agent, start, environment } = await underTest(t)
    await setVariable(under, { key: 'TOKEN', value: 'tok-3f9a', secret: true })
    await setVariable(under, { key: 'LOCKED', value: 'locked-value', locked: true })
    await setVariable(under, { key: 'PLAIN', value: 'plain' })
    const url = 'https://me:{{TOKEN}}@api.acme.test/{{PLAIN}}?t={{TOKEN}}&l={{LOCKED}}'
    const filled = (host: string) => `https://me:tok-3f9a@${host}/plain?t=tok-3f9a&l=locked-value`
    const open = (host: string) => `https://${host}/plain?t={{TOKEN}}&l={{LOCKED}}`
    for (const [target, allowedHosts, expected] of [
      ['https://pr-7.example.test', ['*.example.test'], filled('pr-7.example.test')],
      ['https://api.acme.test', [], filled('api.acme.test')],
      ['https://pr-7.example.test', [], open('pr-7.example.test')],
      ['https://api.acme.test:8443', [], open('api.acme.test:8443')],
      ['https://api.acme.test@evil.test', [], open('evil.test')],
    ] as const) {
      for (const source of ['LEGACY_TRIGGER', 'DEPLOYMENT'] as const) {
        await start(url, {
          environment: { ...environment, url: target, allowedHosts: [...allowedHosts] },
          source,
        })
        const run = await agent.leaseOne()
        assert.equal(urlIn(run.config), expected)
        const sent = JSON.stringify({ config: run.config, context: run.context })
        assert.equal(sent.includes('tok-3f9a'), expected.includes('tok-3f9a'))
      }
    }
  })

  test('whoever started the run can see which host got no secrets, and only if there were any', async (t) => {
    const { under, agent, start, environment, withheldFrom } = await underTest(t)
    await setVariable(under, { key: 'TOKEN', value: 'tok-3f9a', secret: true })
    await setVariable(under, { key: 'LOCKED', value: 'locked-value', locked: true })
    await setVariable(under, { key: 'PLAIN', value: 'plain' })
    for (const [path, allowedHosts, expected] of [
      ['api.acme.test/?t={{TOKEN}}', [], 'pr-7.example.test'],
      ['api.acme.test/?t={{LOCKED}}', [], 'pr-7.example.test'],
      ['me:hunter2@api.acme.test/', [], 'pr-7.example.test'],
      ['api.acme.test/?t={{TOKEN}}', ['*.example.test'], null],
      ['api.acme.test/{{PLAIN}}?unknown={{NOBODY_SET_IT}}', [], null],
    ] as const) {
      const { sessionId } = await start(`https://${path}`, {
        environment: { ...environment, allowedHosts: [...allowedHosts] },
      })
      await agent.leaseOne()
      assert.deepEqual(await withheldFrom(sessionId), [expected], path)
    }
    const otherPort = { ...environment, url: 'https://api.acme.test:8443', allowedHosts: [] }
    const { sessionId } = await start('https://api.acme.test/?t={{TOKEN}}', { environment: otherPort })
    await agent.leaseOne()
    assert.deepEqual(await withheldFrom(sessionId), ['api.acme.test:8443'])
  })

  test('nor is one that a check names by what the caller says', async (t) => {
    const { under, agent, start } = await underTest(t)
    await setVariable(under, { key: 'TOKEN', value: 'tok-3f9a', secret: true })
    for (const url of [
      'https://{{ENVIRONMENT_NAME}}/?t={{TOKEN}}',
      'https://{{DEPLOYMENT_ID}}.acme.test/?t={{TOKEN}}',
      '{{{ENVIRONMENT_URL}}}/?t={{TOKEN}}',
    ]) {
      await start(url, {
        environment: {
          url: 'https://evil.test',
          name: 'evil.test',
          deploymentId: 'evil.test/',
          replacesHost: false,
          usesCertificates: true,
          allowedHosts: [],
        },
      })
      const run = await agent.leaseOne()
      assert.ok(!JSON.stringify([run.config, run.context]).includes('tok-3f9a'), url)
    }
  })

  test('a restart in between changes nothing of it', async (t) => {
    const { under, agent, start, environment } = await underTest(t)
    await start('https://api.acme.test/', { environment })
    await under.restart()
    await agent.register()
    await under.advance(secondMs)
    assert.equal(urlIn((await agent.leaseOne()).config), 'https://pr-7.example.test/')
  })

  test('a deployment trigger shows no client certificates, a trigger address may where its hosts are allowed', async (t) => {
    const { under, agent, start, environment, withheldFrom } = await underTest(t)
    const { accountId, store } = under
    const id = randomUUID()
    const keySealed = sealCertificateKey(id, { key: 'key', passphrase: null }, store.sealer)
    const certificate = {
      id,
      accountId,
      host: '*.example.test',
      cert: 'cert',
      ca: null,
      keySealed,
      createdAt: 1,
    }
    await store.write(async (db) => {
      await insertClientCertificate(db, certificate)
      await bumpRunContext(db)
    })
    await start('https://api.acme.test/', { environment })
    const shown = (await agent.leaseOne()).context?.clientCertificates ?? []
    assert.deepEqual(
      shown.map((each) => each.host),
      ['*.example.test'],
    )
    const foreign = await start('https://api.acme.test/', {
      environment: { ...environment, allowedHosts: [] },
    })
    assert.deepEqual((await agent.leaseOne()).context?.clientCertificates ?? [], [])
    assert.deepEqual(await withheldFrom(foreign.sessionId), ['pr-7.example.test'])
    await start('https://api.acme.test/', {
      environment: { ...environment, usesCertificates: false },
      source: 'DEPLOYMENT',
    })
    assert.deepEqual((await agent.leaseOne()).context?.clientCertificates ?? [], [])
  })
})
