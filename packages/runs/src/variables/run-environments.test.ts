import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { insertClientCertificate, sealCertificateKey } from '@sonde/store/variables/client-certificates.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'

function urlIn(config: unknown): unknown {
  const request = isRecord(config) ? config['request'] : null
  return isRecord(request) ? request['url'] : null
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
        await under.runs.startSession({
          accountId: under.accountId,
          checkId: check.id,
          source: options.source ?? 'LEGACY_TRIGGER',
          onlyAt: 'eu-west-1',
          environment: options.environment,
        })
        return check
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

  test('a restart in between changes nothing of it', async (t) => {
    const { under, agent, start, environment } = await underTest(t)
    await start('https://api.acme.test/', { environment })
    await under.restart()
    await agent.register()
    await under.advance(secondMs)
    assert.equal(urlIn((await agent.leaseOne()).config), 'https://pr-7.example.test/')
  })

  test('a deployment trigger shows no client certificates, a trigger address may', async (t) => {
    const { under, agent, start, environment } = await underTest(t)
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
    await start('https://api.acme.test/', {
      environment: { ...environment, usesCertificates: false },
      source: 'DEPLOYMENT',
    })
    assert.deepEqual((await agent.leaseOne()).context?.clientCertificates ?? [], [])
  })
})
