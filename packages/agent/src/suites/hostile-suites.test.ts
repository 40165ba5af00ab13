// Own process: sandboxes change how it inherits files and orphans.
// In turns: real package managers, and projects with their own runner.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { isFull } from '@sonde/ground/testing/thoroughness.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { readProcessTable } from '@sonde/sandbox/process-table.ts'
import { playwrightProject, realEngines, registryVariables, suiteRunsAt } from '../../testing/suite-runs.ts'
import { ownHarness } from '../scripts/open-harness.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-hostile-suites-'))
chmodSync(folders, 0o755)
const userIds = { first: 44_000_000 + process.pid * 20, last: 44_000_019 + process.pid * 20 }
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
const key = join(folders, 'key')
const word = 'agent-key-of-ours'
writeFileSync(key, word, { mode: 0o600 })
const beside = '/var/tmp/sonde-hostile-suite'
after(async () => {
  await release()
  rmSync(folders, { recursive: true, force: true })
})

/** Says of each try whether it got through. A project may start programs and listen: what it may not is reach the machine. */
const attack = `
const fs = require('node:fs')
const { execSync, spawn } = require('node:child_process')
const { AGENT_PID, AGENT_KEY, HARNESS, BESIDE } = process.env
const tries = {
  'the key of the agent': () => fs.readFileSync(AGENT_KEY, 'utf8'),
  'the key by a link': () => { fs.rmSync('link', { force: true }); fs.symlinkSync(AGENT_KEY, 'link'); return fs.readFileSync('link', 'utf8') },
  'the key by a hard link': () => { fs.linkSync(AGENT_KEY, 'hard'); return fs.readFileSync('hard', 'utf8') },
  'the key by a program': () => execSync('cat ' + AGENT_KEY, { stdio: ['ignore', 'pipe', 'ignore'] }),
  'the folders of other runs': () => fs.readdirSync(AGENT_KEY.slice(0, -4)).join(),
  'passwords of the machine': () => fs.readFileSync('/etc/shadow', 'utf8'),
  'the home of root': () => fs.readdirSync('/root').join(),
  'the environment of the agent': () => fs.readFileSync('/proc/' + AGENT_PID + '/environ', 'utf8'),
  'the memory of the agent': () => fs.openSync('/proc/' + AGENT_PID + '/mem', 'r+'),
  'the root of the agent': () => fs.readdirSync('/proc/' + AGENT_PID + '/root/').join(),
  'a signal to the agent': () => process.kill(Number(AGENT_PID), 'SIGKILL'),
  root: () => process.setuid(0),
  'a file beside its folder': () => { fs.writeFileSync(BESIDE, 'x'); if (!fs.existsSync('/job')) return 'written' ; throw new Error('its own') },
  'a file in the system': () => fs.writeFileSync('/usr/sonde-hostile', 'x'),
  'a device': () => fs.openSync('/dev/mem', 'r'),
  'settings of the kernel': () => fs.writeFileSync('/proc/sys/kernel/hostname', 'x'),
  'the harness': () => fs.appendFileSync(HARNESS + '/suites/main.mjs', '//'),
  'the engine': () => fs.appendFileSync(process.execPath, ''),
  'the package manager': () => {
    const folder = process.env.PATH.split(':').find((path) => path.endsWith('/npm/node_modules/.bin') || /engines.npm-/.test(path))
    fs.writeFileSync(folder + '/npm', 'x')
  },
}
module.exports = (where) => {
  for (const [what, act] of Object.entries(tries)) {
    try { console.log('GOT THROUGH: ' + where + ': ' + what + ' ' + act()) }
    catch (error) { console.log('refused: ' + where + ': ' + what + ' ' + (error.code ?? error.message)) }
  }
  spawn('setsid', ['sh', '-c', 'while true; do echo SONDE-HOSTILE-DAEMON; sleep 1; done'], { detached: true, stdio: 'ignore' }).unref()
}
`

const project = {
  'attack.js': attack,
  'postinstall.js': `require('./attack.js')('postinstall')`,
  'setup.js': `module.exports = async () => require('./attack.js')('globalSetup')`,
  'reporter.js': `module.exports = class { onBegin() { require('./attack.js')('reporter') } }`,
  'playwright.config.js': `module.exports = { testDir: 'tests', globalSetup: './setup.js', reporter: [['./reporter.js'], ['list']] }`,
  // At last, what the agent looks for is led to what it may read itself.
  'tests/attack.spec.js': `
    const fs = require('node:fs')
    require('@playwright/test').test('attacks', async () => {
      require('../attack.js')('test')
      for (const name of ['report.jsonl', 'report.json', 'dependencies.tar.gz']) {
        fs.rmSync('../' + name, { force: true })
        fs.symlinkSync(process.env.AGENT_KEY, '../' + name)
      }
      fs.rmSync('test-results', { recursive: true, force: true })
      fs.symlinkSync(process.env.AGENT_KEY.slice(0, -4), 'test-results')
    })`,
}

function isDaemonLeft(): boolean {
  return readProcessTable().some(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('SONDE-HOSTILE-DAEMON')
    } catch {
      return false
    }
  })
}

const able = offers.filter(({ level, name }) => level !== null && name !== 'process')

suite('hostile suites', { skip: able.length === 0, timeout: 600_000 }, () => {
  for (const { level, name } of isFull ? able : able.slice(0, 1))
    test(`SI 10, private-agent 44 and 45: at the level ${name} nothing gets out of a suite, as postinstall, globalSetup, test and reporter`, async (t) => {
      if (level === null) return
      const { packages, engines, findTools } = realEngines()
      const runs = suiteRunsAt(level, { engines, findTools })
      t.after(async () => {
        runs.close()
        await packages.close()
        rmSync(beside, { force: true })
      })
      const files = playwrightProject(project)
      const manifest: unknown = JSON.parse(files['package.json'] ?? '')
      const {
        log,
        detail,
        files: left,
      } = await runs.run({
        files: {
          ...files,
          'package.json': JSON.stringify({
            ...(manifest as object),
            scripts: { postinstall: 'node postinstall.js' },
          }),
        },
        installCommand: 'npm install --include=dev --foreground-scripts',
        testCommand: 'npx playwright test --retries=0',
        engine: 'node',
        engineVersion: '26',
        variables: {
          ...registryVariables(),
          AGENT_PID: String(process.pid),
          AGENT_KEY: key,
          HARNESS: ownHarness,
          BESIDE: beside,
        },
      })
      const text = log.join('\n')
      for (const where of ['postinstall', 'globalSetup', 'test', 'reporter'])
        assert.equal(
          log.filter((line) => line.includes(`refused: ${where}:`)).length,
          19,
          `${where}\n${text}`,
        )
      assert.deepEqual(
        log.filter((line) => line.includes('GOT THROUGH')),
        [],
      )
      assert.ok(!JSON.stringify([detail, log]).includes(word))
      // What Playwright says of itself, and nothing of the agent.
      for (const { name: file, kind, bytes } of left)
        assert.ok(kind === 'report' && !bytes.includes(word), file)
      assert.equal(existsSync(beside), false)
      assert.equal(isDaemonLeft(), false)
      assert.deepEqual(
        readdirSync(folders).filter((entry) => entry !== 'key'),
        [],
      )
    })
})
