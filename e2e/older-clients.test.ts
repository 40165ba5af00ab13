// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { ofProject, olderClient, tooOld } from './support/older-client.ts'

const timeout = 580_000
/** Each has three hundred packages to install: one of them by day. */
const majors = some('older clients', [8, 7], 1)

suite('clients of the reference of earlier versions', { skip: lacksNamespaces() }, () => {
  if (majors.includes(8))
    test('8.23.2 deploys, tests and destroys', { timeout }, async (t) => {
      const { checkly, names } = await olderClient(t, 8)
      assert.match(await checkly(0, 'deploy', '--force'), /Ping URL of heartbeat check Job is http/)
      assert.deepEqual(await names(), ofProject)
      assert.match(await checkly(0, 'test', '--grep', 'Front page|Health'), /2 passed, 2 total/)
      await checkly(0, 'destroy', '--force')
      assert.deepEqual(await names(), [])
    })

  if (majors.includes(7))
    test('7.15.0 knows who it is, and is told what to install when it deploys', { timeout }, async (t) => {
      const { checkly, names } = await olderClient(t, 7)
      assert.match(await checkly(0, 'whoami'), /My account/)
      assert.match(await checkly(1, 'deploy', '--force'), tooOld)
      assert.deepEqual(await names(), [])
    })
})
