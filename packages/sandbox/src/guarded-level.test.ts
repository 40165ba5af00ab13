import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { nodeRequest } from '../testing/run-inside.ts'
import { guardLevel } from './guarded-level.ts'
import { createProcessLevel } from './process-level.ts'

test('nothing starts, and nothing goes on, when the firewall is gone and cannot be put back', async (t) => {
  const folders = mkdtempSync(join(tmpdir(), 'sonde-guarded-'))
  t.after(() => rmSync(folders, { recursive: true, force: true }))
  let isBroken = false
  const firewall = {
    ensure: async () => {
      if (isBroken) throw new Error('nft: not permitted')
    },
  }
  const times = { lookEveryMs: 60_000, freshMs: -1 }
  const level = guardLevel(createProcessLevel({ folders, log: silentLogger }), firewall, times)
  const sandbox = await level.start(nodeRequest('setInterval(() => {}, 1000)', { waits: true }))
  isBroken = true
  // Its job has come.
  sandbox.watch()
  const { lost } = await sandbox.ended
  assert.match(lost ?? '', /firewall of the scripts was removed/)
  await sandbox.end({ graceMs: 0 })
  await assert.rejects(level.start(nodeRequest('')), /not permitted/)
})
