// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { createNamespace, lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { someCredentials } from './support/api-client.ts'
import { installChecklyClient } from './support/checkly-client.ts'
import { inside } from './support/namespace-doors.ts'
import { startServiceInside } from './support/service-inside.ts'
import type { Service } from './support/service-under-test.ts'

/** Up to forty starts of a client that needs seconds for each where two cores are shared. */
const timeout = 1_800_000

const project = {
  'package.json': '{ "name": "shop", "private": true, "type": "module" }',
  'checkly.config.js': `
    import { defineConfig } from 'checkly'
    export default defineConfig({
      projectName: 'Shop',
      logicalId: 'shop',
      checks: { checkMatch: '**/*.check.{js,ts}', locations: ['eu-central-1'] },
    })`,
}

type Trial = {
  service: Service
  folder: string
  /** Runs a command that must end with this code; what it has printed. */
  checkly(code: number, ...args: readonly string[]): Promise<string>
}

/** What the command can do beside deploying and testing, which `monitoring-as-code.test.ts` tries every day. */
const scenarios: { name: string; run(trial: Trial): Promise<void> }[] = [
  {
    name: 'case 61: what was made by hand becomes code, and its first deploy changes nothing',
    async run({ service, folder, checkly }) {
      const { ids, resources } = await makeByHand(service)
      await service.expect(201, 'POST', '/next/projects', { name: 'Shop', logicalId: 'shop' })
      await checkly(0, 'import', 'plan', ...resources)
      await checkly(0, 'import', 'cancel', '--all', '--force')
      assert.deepEqual(await service.expect(200, 'GET', '/next/projects/shop/imports'), [])
      await checkly(0, 'import', 'plan', ...resources)
      assert.ok(existsSync(join(folder, '__checks__')), 'it has written code')
      const [plan] = (await service.expect(200, 'GET', '/next/projects/shop/imports')) as { id: string }[]
      const planId = plan?.id ?? ''
      await checkly(0, 'import', 'apply', '--plan-id', planId, '--no-commit')
      await checkly(0, 'import', 'commit', '--plan-id', planId, '--force')
      await checkly(0, 'deploy', '--force')
      const deployments = await service.expect(200, 'GET', '/v1/projects/shop/deployments')
      const [newest] = deployments as {
        result: { diff: { type: string; action: string; changed: boolean; physicalId: string }[] }
      }[]
      const diff = newest?.result.diff ?? []
      assert.deepEqual(
        diff.filter(({ action, changed }) => action !== 'UPDATE' || changed),
        [],
      )
      assert.deepEqual(
        diff.flatMap(({ type, physicalId }) => (type === 'check' ? [physicalId] : [])).toSorted(),
        ids.toSorted(),
      )
    },
  },
  {
    name: 'checks are listed, looked at, run and deleted, and what a run left behind is listed',
    async run({ service, checkly }) {
      const request = { method: 'GET', url: `${service.address}/health` }
      const place = { locations: ['eu-west-1'], tags: ['shop'] }
      const { id } = (await service.expect(201, 'POST', '/v1/checks/api', {
        name: 'Health',
        request,
        ...place,
      })) as {
        id: string
      }
      const closed = { hostname: '127.0.0.1', port: 9 }
      const refused = (await service.expect(201, 'POST', '/v1/checks/tcp', {
        name: 'Port',
        request: closed,
        ...place,
      })) as {
        id: string
      }
      assert.match(await checkly(0, 'checks', 'list', '--tag', 'shop'), /Health[^]*Port|Port[^]*Health/)
      assert.match(await checkly(0, 'checks', 'run', '--check-id', id), /passed/i)
      await checkly(1, 'checks', 'run', '--check-id', refused.id)
      await checkly(1, 'checks', 'run', '--tags', 'nobody')
      assert.match(await checkly(0, 'checks', 'list', '--status', 'passing'), /Health/)
      assert.match(await checkly(0, 'checks', 'get', id), /Health/)
      assert.match(await checkly(0, 'checks', 'stats', id), /100/)
      const [result] = await service.resultsOf(id)
      assert.match(await checkly(0, 'checks', 'get', id, '--result', result?.id ?? ''), /200/)
      await checkly(0, 'assets', 'list', '--check-id', id, '--result-id', result?.id ?? '')
      assert.match(await checkly(0, 'checks', 'delete', id, '--dry-run'), /Health/)
      await checkly(0, 'checks', 'delete', id, '--force')
      assert.match(await checkly(1, 'checks', 'get', id), /There is no such check/)
      assert.match(await checkly(0, 'api', '/v1/checks'), new RegExp(refused.id))
    },
  },
  {
    name: 'variables are added, changed, listed, pulled into a file and removed',
    async run({ folder, checkly }) {
      await checkly(0, 'env', 'add', 'COLOUR', 'teal')
      await checkly(1, 'env', 'add', 'COLOUR', 'teal')
      await checkly(0, 'env', 'update', 'COLOUR', 'crimson')
      await checkly(1, 'env', 'update', 'SHAPE', 'round')
      await checkly(0, 'env', 'add', 'PASSWORD', 'sesame-open', '--secret')
      const listed = await checkly(0, 'env', 'ls')
      assert.match(listed, /COLOUR=crimson/)
      assert.doesNotMatch(listed, /sesame-open/)
      await checkly(0, 'env', 'pull', 'pulled.env')
      assert.match(readFileSync(join(folder, 'pulled.env'), 'utf8'), /COLOUR=crimson/)
      await checkly(0, 'env', 'rm', 'COLOUR', '--force')
      assert.doesNotMatch(await checkly(0, 'env', 'ls'), /COLOUR/)
    },
  },
  {
    name: 'incidents of status pages are opened, told of and resolved; channels are listed with what they sent',
    async run({ service, checkly }) {
      const made = async (path: string, body: object) =>
        String(((await service.expect(201, 'POST', path, body)) as { id: string | number }).id)
      const serviceId = await made('/v1/status-pages/services', { name: 'Checkout' })
      const pageId = await made('/v1/status-pages', {
        name: 'Shop',
        url: 'shop-page',
        cards: [{ name: 'All', services: [{ id: serviceId }] }],
      })
      assert.match(await checkly(0, 'status-pages', 'list'), /shop-page/)
      assert.match(await checkly(0, 'status-pages', 'get', pageId), /Checkout/)
      const about = ['--status-page-id', pageId, '--services', serviceId, '--title', 'Slow']
      const said = ['--message', 'We look at it', '--severity', 'major', '--force']
      const opened = await checkly(0, 'incidents', 'create', ...about, ...said)
      assert.match(opened, /Slow/)
      const listed = await service.expect(200, 'GET', '/v1/status-pages/incidents')
      const [incident] = (listed as { entries: { id: string }[] }).entries
      const incidentId = incident?.id ?? ''
      const news = [
        '--message',
        'A disk was full',
        '--status',
        'identified',
        '--severity',
        'minor',
        '--force',
      ]
      await checkly(0, 'incidents', 'update', incidentId, ...news)
      assert.match(await checkly(0, 'incidents', 'list', '--status', 'open'), /Slow/)
      await checkly(0, 'incidents', 'resolve', incidentId, '--message', 'Over', '--force')
      const resolved = await service.expect(200, 'GET', `/v1/status-pages/incidents/${incidentId}`)
      const { severity, lastUpdateStatus } = resolved as { severity: string; lastUpdateStatus: string }
      assert.deepEqual([severity, lastUpdateStatus], ['MINOR', 'RESOLVED'], JSON.stringify(resolved))
      await checkly(1, 'incidents', 'resolve', '00000000-0000-4000-8000-000000000000', '--force')

      const channelId = await made('/v1/alert-channels', {
        type: 'EMAIL',
        config: { address: 'a@example.net' },
      })
      assert.match(await checkly(0, 'alert-channels', 'list'), /a@example\.net/)
      assert.match(await checkly(0, 'alert-channels', 'get', channelId), /a@example\.net/)
      await checkly(0, 'alert-channels', 'logs', channelId)
    },
  },
  {
    name: 'people, plan, runtimes and accounts are told; members change their role and leave',
    async run({ service, checkly }) {
      assert.match(await checkly(0, 'whoami'), /My account/)
      const email = 'second@example.net'
      const invite = await service.expect(201, 'POST', '/v1/accounts/me/invites', {
        email,
        role: 'READ_WRITE',
      })
      const { url } = invite as { url: string }
      const joined = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin },
        body: new URLSearchParams({ name: 'Second', password: 'a long enough password' }).toString(),
      })
      assert.equal(joined.status, 303, await joined.text())
      assert.match(await checkly(0, 'members'), /second@example\.net/)
      await checkly(0, 'members', 'update', email, '--role', 'read_only', '--force')
      assert.match(JSON.stringify(await service.expect(200, 'GET', '/v1/accounts/me/members')), /READ_ONLY/)
      await checkly(0, 'members', 'delete', email, '--force')
      assert.doesNotMatch(await checkly(0, 'members'), /second@example\.net/)
      await checkly(1, 'members', 'delete', email, '--force')
      const plan = await checkly(0, 'account', 'plan')
      assert.doesNotMatch(plan, /undefined|NaN/)
      assert.match(await checkly(0, 'runtimes'), /2026\.04/)
      await checkly(0, 'switch', '--account-id', someCredentials.accountId)
      assert.match(await checkly(0, 'init'), /already configured/)
      await checkly(0, 'skills')
      await checkly(0, 'rules')
      await checkly(0, 'logout', '--force')
    },
  },
]

/** With nothing said that need not be said, as people make them. */
async function makeByHand(service: Service): Promise<{ ids: string[]; resources: string[] }> {
  const script = `import { test } from '@playwright/test'\ntest('a', () => {})\n`
  const request = { url: `${service.address}/health`, method: 'GET' }
  const group = await service.expect(201, 'POST', '/v2/check-groups?autoAssignAlerts=false', {
    name: 'Group',
    locations: ['eu-west-1'],
  })
  const bodies = {
    url: { name: 'Front page', request: { url: request.url }, groupId: (group as { id: number }).id },
    api: { name: 'API', request, localSetupScript: `process.env.A = '1'\n` },
    tcp: { name: 'Port', request: { hostname: '127.0.0.1', port: 9 } },
    dns: { name: 'Name', request: { query: 'example.net', recordType: 'A' } },
    icmp: { name: 'Host', request: { hostname: '127.0.0.1' } },
    ssl: { name: 'Certificate', request: { sslConfig: { hostname: '127.0.0.1', port: 9 } } },
    grpc: { name: 'Calls', request: { url: '127.0.0.1', port: 9, grpcConfig: { mode: 'HEALTH' } } },
    traceroute: { name: 'Way', request: { url: '127.0.0.1' } },
    heartbeat: { name: 'Job', heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' } },
    multistep: { name: 'Steps', script },
    browser: { name: 'Browser', script },
  }
  const ids: string[] = []
  for (const [path, body] of Object.entries(bodies)) {
    const place = path === 'heartbeat' ? {} : { locations: ['eu-west-1'] }
    const check = await service.expect(201, 'POST', `/v1/checks/${path}`, {
      activated: false,
      ...place,
      ...body,
    })
    ids.push((check as { id: string }).id)
  }
  const groupId = (group as { id: number }).id
  return { ids, resources: [`check-group:${groupId}`, ...ids.map((id) => `check:${id}`)] }
}

test(
  'commands of the unmodified client of the reference',
  { skip: lacksNamespaces(), timeout },
  async (t) => {
    const network = createNamespace({ pingGroups: true })
    t.after(() => network.delete())
    const [service, client] = await Promise.all([startServiceInside(t, { network }), installChecklyClient(t)])
    client.connect(service.address)
    client.replaceProject(project)

    async function checkly(code: number, ...args: readonly string[]): Promise<string> {
      const { stdout, stderr, ...answer } = await client.run(args, { through: inside(network) })
      const printed = stdout + stderr
      assert.equal(answer.code, code, `${args.join(' ')}: ${printed}`)
      // A client that stumbles over an answer prints the request, with its key.
      assert.ok(!printed.includes(someCredentials.key), printed)
      return printed
    }

    for (const { name, run } of some('commands of the client', scenarios))
      await t.test(name, () => run({ service, folder: client.project, checkly }))
  },
)
