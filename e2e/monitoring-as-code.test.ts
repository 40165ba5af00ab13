import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createNamespace, lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { installChecklyClient } from './support/checkly-client.ts'
import { inside } from './support/namespace-doors.ts'
import { startServiceInside } from './support/service-inside.ts'

suite('monitoring as code by the unmodified client of the reference', { skip: lacksNamespaces() }, () => {
  test('cases 1, 3 and 27: whoami, validate, preview, deploy, again, without a monitor, destroy', async (t) => {
    const network = createNamespace({ pingGroups: true })
    t.after(() => network.delete())
    const [service, client] = await Promise.all([startServiceInside(t, { network }), installChecklyClient(t)])
    client.connect(service.address)
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

    assert.match(await checkly(['whoami']), /My account/)
    await checkly(['validate'])
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

    const without = { WITHOUT_SECOND: '1' }
    assert.match(await checkly(['deploy', '--preview'], without), /Delete:\n\s+Check: second/)
    await checkly(['deploy', '--force'], without)
    assert.deepEqual(
      await names(),
      all.filter((name) => name !== 'Second port'),
    )
    assert.match(await checkly(['checks', 'list']), /Front page/)
    await checkly(['destroy', '--force'], without)
    assert.deepEqual(await names(), [])
  })
})
