// Own process: sandboxes change how it inherits files and orphans.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import koffi from 'koffi'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { nodeRequest, runInside } from '../testing/run-inside.ts'
import { findSandboxLevels } from './find-sandbox-levels.ts'
import { createProcessLevel } from './process-level.ts'

const fontIndex = '/var/cache/fontconfig'
// As an agent inherits it from whoever starts it: open, and without the mark that closes it in programs.
const opened = openSync('/dev/null', 'r')
const dup: (descriptor: number) => number = koffi.load(null).func('int dup(int descriptor)')
const inherited = dup(opened)
const folders = mkdtempSync(join(tmpdir(), 'sonde-sandbox-'))
const userIds = { first: 20_000_000 + process.pid * 10, last: 20_000_009 + process.pid * 10 }
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
after(async () => {
  await release()
  rmSync(folders, { recursive: true })
  closeSync(opened)
  closeSync(inherited)
})

// Each role has levels of its own; the ordinary user's are attacked in `isolation.test.ts`.
const foreign = process.getuid?.() === 0 ? 'landlock' : 'user'
for (const { name, level: offered, missing } of offers.filter((offer) => offer.name !== foreign)) {
  const skip = missing ?? false
  // Skipped without it.
  const level = offered ?? createProcessLevel({ folders, log: silentLogger })

  test(`${name}: four descriptors, a folder of its own, nothing of the environment`, { skip }, async () => {
    const code = `
      import { existsSync, readdirSync, readFileSync, writeSync } from 'node:fs'
      writeSync(3, readFileSync(0, 'utf8') + ' from inside')
      const { PWD, ...environment } = process.env
      const fonts = existsSync('${fontIndex}') ? readdirSync('${fontIndex}') : []
      console.log(JSON.stringify({ environment, folder: process.cwd(), fonts }))
      console.error('to the log')
      process.exitCode = 3`
    const sandbox = await level.start(nodeRequest(code, { environment: { SERVICE: '1' } }))
    sandbox.input.end('a job')
    const [channel, output, errors] = await Promise.all(
      [sandbox.channel, sandbox.output, sandbox.errors].map(text),
    )
    assert.equal(channel, 'a job from inside')
    assert.equal(errors, 'to the log\n')
    const { folder } = sandbox
    const environment = { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: `${folder}/tmp`, SERVICE: '1' }
    // A browser that does not find the index of the system's fonts reads them all.
    const fonts = existsSync(fontIndex) ? readdirSync(fontIndex) : []
    assert.deepEqual(JSON.parse(output ?? ''), { environment, folder, fonts })
    assert.deepEqual(await sandbox.ended, { code: 3, signal: null, exceeded: null, survivors: false })
    await sandbox.end({ graceMs: 0 })
  })

  test(
    `${name}: two sandboxes have one folder after the other, and nothing of the first is left`,
    { skip },
    async () => {
      const workspace = await level.openWorkspace()
      // Known again from outside, where every process can be seen.
      const seconds = `6${randomInt(1e9, 1e10)}`
      const install = `
      import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      const daemon = spawn('/bin/sleep', ['${seconds}'], { detached: ${name !== 'process'}, stdio: 'ignore' })
      daemon.unref()
      writeFileSync('installed.txt', 'by the first')
      console.log(process.cwd())`
      const first = await runInside(level, nodeRequest(install, { keepsFiles: true, workspace }))
      assert.deepEqual([first.end.code, first.end.survivors], [0, false], first.errors)
      assert.equal(first.hostFolder, workspace.hostFolder)
      assert.equal(readFileSync(join(workspace.hostFolder, 'installed.txt'), 'utf8'), 'by the first')
      assert.deepEqual(processesWith(seconds), [])
      const run = `
      import { readFileSync, writeFileSync } from 'node:fs'
      writeFileSync('installed.txt', readFileSync('installed.txt', 'utf8') + ' and the second')`
      const second = await runInside(level, nodeRequest(run, { keepsFiles: true, workspace }))
      assert.deepEqual([second.end.code, second.end.survivors], [0, false], second.errors)
      const path = join(workspace.hostFolder, 'installed.txt')
      assert.equal(readFileSync(path, 'utf8'), 'by the first and the second')
      await workspace.close()
      assert.ok(!existsSync(workspace.hostFolder))
      await assert.rejects(level.start(nodeRequest('', { workspace })), /the workspace is closed/)
      await workspace.close()
    },
  )

  test(`${name}: files are collected after the end, and then the folder is gone`, { skip }, async () => {
    const code = `import { writeFileSync } from 'node:fs'; writeFileSync('report.txt', 'kept')`
    const sandbox = await level.start(nodeRequest(code, { keepsFiles: true }))
    await sandbox.ended
    let report = ''
    const collect = async (folder: string) => {
      report = readFileSync(join(folder, 'report.txt'), 'utf8')
    }
    await sandbox.end({ graceMs: 0, collect })
    assert.equal(report, 'kept')
    assert.ok(sandbox.hostFolder !== null && !existsSync(sandbox.hostFolder))
  })

  test(`${name}: code that ignores SIGTERM is killed after the grace`, { skip }, async () => {
    const code = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')`
    const sandbox = await level.start(nodeRequest(code))
    await once(sandbox.output, 'data')
    const end = await sandbox.end({ graceMs: 20 })
    assert.deepEqual(end, { code: null, signal: 'SIGKILL', exceeded: null, survivors: false })
  })

  test(`${name}: code that obeys SIGTERM ends by itself`, { skip }, async () => {
    const code = `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready')`
    const sandbox = await level.start(nodeRequest(code))
    await once(sandbox.output, 'data')
    const end = await sandbox.end({ graceMs: 60_000 })
    assert.deepEqual(end, { code: 7, signal: null, exceeded: null, survivors: false })
  })

  test(`${name}: what cannot be started rejects, and leaves no folder`, { skip }, async () => {
    const request = nodeRequest('', {
      readOnly: ['/nowhere'],
      command: ['/nowhere/program'],
      keepsFiles: true,
    })
    await assert.rejects(level.start(request), /nowhere/)
    assert.deepEqual(readdirSync(folders), [])
  })
}

for (const { name, level } of offers) {
  if (level === null || name === 'process') continue
  test(`${name}: what the agent has inherited is not passed on`, async () => {
    const list = ['/bin/ls', '/proc/self/fd'] as const
    const { output } = await runInside(level, { ...nodeRequest(''), command: list })
    // The last one is the folder that is being listed.
    assert.deepEqual(output.trim().split('\n'), ['0', '1', '2', '3', '4'])
  })
}

const namespaces = offers.find(({ name }) => name === 'namespaces')
test(
  'a sandbox that is killed from outside proves nothing of its run; whatever is killed from inside does',
  { skip: namespaces?.missing ?? false },
  async () => {
    const level = namespaces?.level
    assert.ok(level)
    const waiting = await level.start(nodeRequest(`setInterval(() => {}, 1000); console.log('ready')`))
    await once(waiting.output, 'data')
    const status = readFileSync(`/proc/${waiting.pid}/status`, 'latin1')
    process.kill(Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]), 'SIGKILL')
    await waiting.ended
    const { lost } = await waiting.end({ graceMs: 0 })
    assert.match(lost ?? '', /^Something outside of the run has killed/)
    const everything = `
      for (const pid of [1, 0, -1, process.ppid, process.pid, -process.pid])
        try { process.kill(pid, 'SIGKILL') } catch {}`
    const { end } = await runInside(level, nodeRequest(everything))
    assert.deepEqual([end.lost, end.signal], [undefined, 'SIGKILL'])
    // By whoever ends it for its own sake.
    const ended = await level.start(nodeRequest(`setInterval(() => {}, 1000)`))
    assert.equal((await ended.end({ graceMs: 0 })).lost, undefined)
  },
)

/** The processes of this machine that were started with such an argument. */
function processesWith(argument: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument)
    } catch {
      // It has ended meanwhile.
      return false
    }
  })
}
