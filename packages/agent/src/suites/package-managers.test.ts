// Own process: sandboxes change how it inherits files and orphans.
// In turns: real package managers, and projects with their own runner.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { createProcessLevel } from '@sonde/sandbox/process-level.ts'
import { realEngines, registryVariables, suiteRunsAt } from '../../testing/suite-runs.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-manager-folders-'))
const userIds = { first: 37_000_000 + process.pid * 20, last: 37_000_019 + process.pid * 20 }
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
const offer = offers.find(({ level }) => level !== null)
const level = offer?.level ?? createProcessLevel({ folders, log: silentLogger })
const { packages, engines, findTools } = realEngines()
const runs = suiteRunsAt(level, { engines, findTools })
after(async () => {
  await packages.close()
  runs.close()
  await release()
  rmSync(folders, { recursive: true, force: true })
})

const integrity =
  'sha512-6FlzubTLZG3J2a/NVCAleEhjzq5oxgHyaCU9yYXvcLsvoVaHJq/s5xXI6/XXP6tz7R9xAOtHnSO/tXtF3WRTlA=='
const manifest = '{"name":"shop","version":"1.0.0","dependencies":{"ms":"2.1.3"}}'
const npmLock = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'shop', dependencies: { ms: '2.1.3' } },
    'node_modules/ms': { version: '2.1.3', integrity },
  },
})

const projects: readonly { manager: string; command: string; files: Readonly<Record<string, string>> }[] = [
  { manager: 'npm', command: 'npm install --include=dev', files: { 'package-lock.json': npmLock } },
  {
    manager: 'pnpm',
    command: 'pnpm install',
    files: {
      'pnpm-lock.yaml': `lockfileVersion: '9.0'
settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false
importers:
  .:
    dependencies:
      ms:
        specifier: 2.1.3
        version: 2.1.3
packages:
  ms@2.1.3:
    resolution: {integrity: ${integrity}}
snapshots:
  ms@2.1.3: {}
`,
    },
  },
  {
    manager: 'yarn 1',
    command: 'yarn install',
    files: {
      'yarn.lock': `# yarn lockfile v1\n\n\nms@2.1.3:\n  version "2.1.3"\n  integrity ${integrity}\n`,
    },
  },
  {
    manager: 'yarn 4',
    command: 'yarn install',
    files: {
      '.yarnrc.yml': 'nodeLinker: node-modules\n',
      'yarn.lock': `__metadata:
  version: 8

"ms@npm:2.1.3":
  version: 2.1.3
  resolution: "ms@npm:2.1.3"
  languageName: node
  linkType: hard

"shop@workspace:.":
  version: 0.0.0-use.local
  resolution: "shop@workspace:."
  dependencies:
    ms: "npm:2.1.3"
  languageName: unknown
  linkType: soft
`,
    },
  },
  {
    manager: 'bun',
    command: 'bun install',
    files: {
      'bun.lock': JSON.stringify({
        lockfileVersion: 1,
        workspaces: { '': { name: 'shop', dependencies: { ms: '2.1.3' } } },
        packages: { ms: ['ms@2.1.3', '', {}, integrity] },
      }),
    },
  },
]

suite(`package managers from the registry, level ${level.name}`, { skip: offer === undefined }, () => {
  const variables = registryVariables()

  for (const { manager, command, files } of some('package managers', projects, 2))
    test(`cases 12 and 13: ${manager} installs a project by its lock file`, async () => {
      const project = {
        files: { ...files, 'package.json': manifest, 'check.js': `console.log(require('ms')('2 days'))` },
        installCommand: '',
        testCommand: 'node check.js',
        engine: 'node',
        engineVersion: '26',
        variables,
      }
      const first = await runs.run(project)
      assert.equal(first.verdict.kind, 'passed', `${first.verdict.reason}\n${first.log.join('\n')}`)
      assert.ok(first.log.includes(`Installing: ${command}`), first.log.join('\n'))
      assert.ok(first.log.includes('172800000'))
      // Of one with plain folders and of one with links: what is packed of the others is the same.
      if (manager !== 'npm' && manager !== 'pnpm') return
      const second = await runs.run(project)
      assert.equal(second.verdict.kind, 'passed', `${second.verdict.reason}\n${second.log.join('\n')}`)
      assert.ok(!second.log.some((line) => line.startsWith('Installing')), second.log.join('\n'))
    })

  test('case 18: nothing that was asked for is Node 22, in the version that the log names first', async () => {
    const { verdict, log } = await runs.run({
      testCommand: 'node --version && npx --version',
      installCommand: 'true',
    })
    assert.equal(verdict.kind, 'passed', `${verdict.reason}\n${log.join('\n')}`)
    assert.match(log[0] ?? '', /^Node 22\.23\.\d/)
    assert.ok(log.includes(`v${/\d[\d.]+/.exec(log[0] ?? '')?.[0]}`), log.join('\n'))
  })
})
