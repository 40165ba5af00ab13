// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { createNamespace, lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { someCredentials } from './support/api-client.ts'
import { installChecklyClient } from './support/checkly-client.ts'
import { inside } from './support/namespace-doors.ts'
import { startServiceInside } from './support/service-inside.ts'

/** A dozen starts of a client that needs seconds for each where two cores are shared. */
const timeout = 580_000

suite('monitoring as code by the unmodified client of the reference', { skip: lacksNamespaces() }, () => {
  test(
    'cases 1, 3, 12, 27, 32, 43, 44, 46, 50, 51, 65 and 68: whoami, validate, preview, deploy, test, trigger, without a monitor, destroy',
    { timeout },
    async (t) => {
      const network = createNamespace({ pingGroups: true })
      t.after(() => network.delete())
      const [service, client] = await Promise.all([
        startServiceInside(t, { network }),
        installChecklyClient(t),
      ])
      client.connect(service.address)
      const secret = 'f5b1c0de-not-to-be-told'
      const variables = Array.from({ length: 250 }, (_, number) => ({ key: `VALUE_${number}`, value: 'v' }))
      for (const body of [{ key: 'TOKEN', value: secret, secret: true }, ...variables])
        await service.expect(201, 'POST', '/v1/variables', body)
      await service.createLocation('attic')
      const checkly = async (args: readonly string[], env: Record<string, string> = {}) => {
        const answer = await client.run(args, {
          through: inside(network),
          env: { TARGET: service.address, ...env },
        })
        assert.equal(answer.code, 0, `${args.join(' ')}: ${answer.stdout} ${answer.stderr}`)
        return answer.stdout
      }
      const names = async () => {
        const body = await service.expect(200, 'GET', '/v1/checks?limit=100')
        return (body as { name: string }[]).map(({ name }) => name).toSorted()
      }
      const all = ['Front page', 'Health', 'Host', 'Name', 'Nightly job', 'Port', 'Second port']

      const beforeDeploy = {
        whoami: async () => assert.match(await checkly(['whoami']), /My account/),
        variables: async () =>
          assert.equal((await checkly(['env', 'ls'])).match(/^VALUE_\d+=/gm)?.length, variables.length),
        validate: () => checkly(['validate']),
      }
      for (const ask of some('commands before a deploy', Object.values(beforeDeploy), 1)) await ask()
      const preview = await checkly(['deploy', '--preview'])
      for (const name of ['UrlMonitor: url', 'CheckGroupV1: old', 'StatusPage: page', 'Dashboard: board'])
        assert.ok(preview.includes(name), preview)
      assert.deepEqual(await names(), [])

      const first = await checkly(['deploy', '--force'])
      const pingUrl = /Ping URL of heartbeat check Nightly job is (\S+?)\.\n/.exec(first)?.[1]
      assert.ok(pingUrl !== undefined, first)
      assert.equal((await fetch(pingUrl)).status, 200)
      assert.deepEqual(await names(), all)
      const again = await checkly(['deploy', '--force'])
      assert.ok(again.includes(`${pingUrl}.`), again)
      const deployments = await service.expect(
        200,
        'GET',
        `/v1/projects/${encodeURIComponent('team/shop#1')}/deployments`,
      )
      const [newest] = deployments as { result: { diff: { action: string; changed: boolean }[] } }[]
      assert.deepEqual(new Set(newest?.result.diff.map(({ action }) => action)), new Set(['UPDATE']))
      assert.deepEqual(
        newest?.result.diff.filter(({ changed }) => changed),
        [],
      )

      const failing = async (args: readonly string[], more: Record<string, string> = {}) => {
        const env = { TARGET: service.address, ...more }
        const { code, stdout, stderr } = await client.run(args, { through: inside(network), env })
        assert.equal(code, 1, `${stdout} ${stderr}`)
        // A client that stumbles over an answer prints the request, with its key.
        assert.ok(!`${stdout}${stderr}`.includes(someCredentials.key), stderr)
        return `${stdout}${stderr}`
      }
      const [second] = (await service.expect(200, 'GET', '/v1/checks?search=Second')) as {
        privateLocations: unknown[]
      }[]
      assert.equal(second?.privateLocations.length, 1)
      assert.match(await failing(['deploy', '--preview'], { PLACE: 'nowhere' }), /nowhere/)
      const tested = await checkly(['test', '--grep', 'Front page|Health', '--verbose'])
      assert.match(tested, /Status Code: 200 OK/)
      assert.match(tested, /2 passed, 2 total/)
      const sessionPage = `${service.address}/accounts/${someCredentials.accountId}/test-sessions/`
      const sessionId = tested.split(`Detailed session summary at: ${sessionPage}`)[1]?.trim() ?? ''
      const session = await service.expect(200, 'GET', `/v1/test-sessions/${sessionId}`)
      const { status, results } = session as { status: string; results: { testSessionResultId: string }[] }
      assert.equal(status, 'PASSED')
      assert.match(tested, /X-Token: Token \*+/i)
      const messages = await service.request('GET', `/v1/test-sessions/${sessionId}/events`)
      const details = await Promise.all(
        results.map(({ testSessionResultId }) =>
          service.expect(200, 'GET', `/v1/test-sessions/${sessionId}/results/${testSessionResultId}`),
        ),
      )
      const assets = await Promise.all(
        results
          .flatMap(({ testSessionResultId: id }) => ['API', 'URL'].map((type) => `${type}.${id}.1`))
          .flatMap((key) => ['log', 'check-run-data'].map((kind) => `/next/assets/${kind}/local/${key}`))
          .map((path) => service.expect(200, 'GET', path)),
      )
      assert.match(JSON.stringify(assets), /Token \*+/i, 'the header itself is in the assets')
      const everything = [tested, session, messages, details, assets]
        .map((part) => JSON.stringify(part))
        .join()
      for (const form of encodedForms(secret)) assert.ok(!everything.includes(form), everything)

      // Case 46: a session that does not wait comes to the verdicts of one that does.
      await checkly(['test', '--detach', '--grep', 'Front page|Second port'])
      const sessions = await service.expect(200, 'GET', '/v1/test-sessions?limit=1')
      const [detached] = (sessions as { entries: { id: string }[] }).entries
      const watched = await checkly([
        'test-sessions',
        'get',
        detached?.id ?? '',
        '--watch',
        '--output',
        'json',
      ])
      const verdicts = (JSON.parse(watched) as { results: { name: string; status: string }[] }).results
      assert.deepEqual(verdicts.map(({ name, status: verdict }) => `${name} ${verdict}`).toSorted(), [
        'Front page PASSED',
        'Second port FAILED',
      ])
      // Its scheduling never ends as FAILED here: all runs are stored with the session before its start is answered. What
      // cannot be scheduled is refused with that answer, and the command ends in the same way.
      assert.match(
        await failing(['test', '--detach', '--grep', 'Front page'], { RUN_AT: 'nowhere-1' }),
        /Unable to run checks: runLocation\.region must be a private location/,
      )
      const failed = await failing(['test', '--grep', 'Second port', '--retries', '1', '--no-record'])
      assert.match(failed, /Connection to 127\.0\.0\.1:9 was refused/)
      assert.match(failed, /1 failed, 1 total/)
      await failing(['test', '--grep', 'Second port'], { REPORTERS: 'json,github,dot,ci' })
      for (const name of ['checkly-json-report.json', 'checkly-github-report.md'])
        assert.match(readFileSync(join(client.project, name), 'utf8'), /Second port/)
      assert.match(await checkly(['trigger', '--tags', 'shop']), /2 passed, 2 total/)

      const without = { WITHOUT_SECOND: '1' }
      assert.match(await checkly(['deploy', '--preview'], without), /Delete:\n\s+Check: second/)
      await checkly(['deploy', '--force'], without)
      assert.deepEqual(
        await names(),
        all.filter((name) => name !== 'Second port'),
      )
      const lists = {
        checks: async () => assert.match(await checkly(['checks', 'list']), /Front page/),
        pages: async () => assert.match(await checkly(['status-pages', 'list']), /shop-status/),
        async page() {
          const listed = await service.expect(200, 'GET', '/v1/status-pages')
          const { entries } = listed as { entries: { id: string; version: number; name: string }[] }
          const v3 = entries.find(({ version }) => version === 3)
          assert.equal(v3?.name, 'Shop status')
          assert.match(await checkly(['status-pages', 'get', v3?.id ?? '']), /Shop status/)
        },
      }
      for (const list of some('commands that show something', Object.values(lists), 1)) await list()
      await checkly(['destroy', '--force'], without)
      assert.deepEqual(await names(), [])
    },
  )
})

/** As whoever wants to get it past a mask would write it: the three forms of base64 depend on what stands before it. */
function encodedForms(secret: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.from(' '.repeat(before) + secret).toString('base64')
    return text.slice(before === 0 ? 0 : 4, -4)
  })
  return [secret, encodeURIComponent(secret), ...base64, Buffer.from(secret).toString('hex')]
}
