import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { chooseSandboxLevel } from './choose-sandbox-level.ts'
import type { LevelOffer } from './level-trial.ts'
import { createProcessLevel } from './process-level.ts'
import type { SandboxLevelName } from './sandbox.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-sandbox-'))
const level = createProcessLevel({ folders, log: silentLogger })
rmSync(folders, { recursive: true })
const offered = (name: SandboxLevelName): LevelOffer => ({ name, level: { ...level, name }, missing: null })
const missing = (name: SandboxLevelName, what: string): LevelOffer => ({ name, level: null, missing: what })
const withoutBubblewrap = missing('namespaces', 'bwrap is not installed: apt-get install bubblewrap')

test('the best level that the machine offers is taken', () => {
  const offers = [withoutBubblewrap, offered('user'), offered('landlock'), offered('process')]
  assert.equal(chooseSandboxLevel('auto', offers).level?.name, 'user')
  assert.equal(chooseSandboxLevel('landlock', offers).level?.name, 'landlock')
  assert.equal(chooseSandboxLevel('process', offers).level?.name, 'process')
})

test('SI 10.22: SANDBOX=namespaces without bwrap names the package and takes nothing else', () => {
  const offers = [withoutBubblewrap, offered('user'), offered('process')]
  assert.deepEqual(chooseSandboxLevel('namespaces', offers), {
    level: null,
    reason:
      'SANDBOX=namespaces cannot be had here. namespaces: bwrap is not installed: apt-get install bubblewrap.',
  })
})

test('SI 10.22: SANDBOX=auto without any level names SANDBOX=process and does not take it', () => {
  const offers = [
    withoutBubblewrap,
    missing('user', 'not root'),
    missing('landlock', 'too old'),
    offered('process'),
  ]
  const { level: chosen, reason } = chooseSandboxLevel('auto', offers)
  assert.equal(chosen, null)
  assert.match(reason ?? '', /bubblewrap.*user: not root; landlock: too old.*SANDBOX=process/)
})
