import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { ofProject, olderClient, tooOld } from './support/older-client.ts'

/** Dozens of starts of a client that needs seconds for each. */
const timeout = 1_800_000

suite('all commands of clients of the reference of earlier versions', { skip: lacksNamespaces() }, () => {
  test('8.23.2', { timeout }, async (t) => {
    const { checkly, names } = await olderClient(t, 8)
    assert.match(await checkly(0, 'whoami'), /My account/)
    await checkly(0, 'validate')
    assert.match(await checkly(0, 'runtimes'), /2026\.04/)
    assert.match(await checkly(0, 'deploy', '--preview'), /Create:[^]*UrlMonitor: url/)
    assert.deepEqual(await names(), [])
    await checkly(0, 'deploy', '--force', '--output')
    assert.match(await checkly(0, 'deploy', '--preview'), /Update and Unchanged:/)
    assert.deepEqual(await names(), ofProject)

    for (const reporter of ['list', 'dot', 'ci', 'github', 'json'])
      await checkly(0, 'test', '--grep', 'Front page|Health', '--reporter', reporter)
    assert.match(await checkly(1, 'test', '--grep', 'Port'), /Connection to 127\.0\.0\.1:9 was refused/)
    await checkly(0, 'test', '--grep', 'Health', '--no-record')
    await checkly(0, 'test', '--grep', 'Health', '--detach')
    assert.match(await checkly(0, 'test-sessions', 'list'), /Shop/)
    assert.match(await checkly(0, 'trigger', '--tags', 'shop'), /2 passed, 2 total/)
    assert.match(await checkly(1, 'trigger', '--tags', 'nobody'), /No matching checks were found/)

    await checkly(0, 'env', 'add', 'COLOUR', 'teal')
    await checkly(0, 'env', 'update', 'COLOUR', 'crimson')
    assert.match(await checkly(0, 'env', 'ls'), /COLOUR=crimson/)
    await checkly(0, 'env', 'rm', 'COLOUR', '--force')
    for (const list of [
      ['checks', 'list'],
      ['checks', 'stats'],
      ['status-pages', 'list'],
      ['incidents', 'list'],
      ['alert-channels', 'list'],
      ['members'],
      ['account', 'plan'],
    ])
      await checkly(0, ...list)
    await checkly(0, 'destroy', '--force')
    assert.deepEqual(await names(), [])
  })

  test('7.15.0', { timeout }, async (t) => {
    const { checkly } = await olderClient(t, 7)
    assert.match(await checkly(0, 'whoami'), /My account/)
    await checkly(0, 'validate')
    assert.match(await checkly(0, 'runtimes'), /2026\.04/)
    for (const refused of [
      ['deploy', '--preview'],
      ['deploy', '--force'],
      ['destroy', '--force'],
    ])
      assert.match(await checkly(1, ...refused), tooOld)
    // Its live channel is at an address of its own, which is not reached here.
    await checkly(1, 'test')
    await checkly(1, 'trigger', '--tags', 'shop')
    await checkly(0, 'env', 'add', 'COLOUR', 'teal')
    assert.match(await checkly(0, 'env', 'ls'), /COLOUR=teal/)
    await checkly(0, 'env', 'rm', 'COLOUR', '--force')
    await checkly(0, 'checks', 'list')
    await checkly(0, 'status-pages', 'list')
    await checkly(0, 'incidents', 'list')
  })
})
