// Own process: sandboxes change how it inherits files and orphans.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { choose, isFull, rounds, some } from '@sonde/ground/testing/thoroughness.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { toolsWith } from '../../testing/probe-tools.ts'
import { scriptRunsAt, type ScriptRunsUnderTest } from '../../testing/script-runs.ts'
import { measureMemory, processesOf } from '../../testing/what-runs-leave.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-hostile-scripts-'))
const userIds = { first: 60_000_000 + process.pid * 20, last: 60_000_019 + process.pid * 20 }
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
const key = join(folders, 'key')
writeFileSync(key, 'agent-key-of-ours', { mode: 0o600 })

/** Says of each try whether it got through. Whatever is done here with `fs` goes round the list of modules. */
const prelude = `
  const fs = process.getBuiltinModule('fs')
  async function attempt(what, act) {
    try { console.log('GOT THROUGH:', what, String(await act())) }
    catch (error) { console.log('refused:', what, error.code ?? error.message) }
  }
  const { AGENT_PID, AGENT_KEY, AGENT_SOCKET } = process.env
  const builtin = (name) => process.getBuiltinModule(name)
`

/** Scripts that try what they may not, and then end as if nothing had been. */
const intruders: Readonly<Record<string, string>> = {
  'the key of the agent': `fs.readFileSync(AGENT_KEY, 'utf8')`,
  'the key by a link': `fs.symlinkSync(AGENT_KEY, 'link'); return fs.readFileSync('link', 'utf8')`,
  'the key by a hard link': `fs.linkSync(AGENT_KEY, 'hard'); return fs.readFileSync('hard', 'utf8')`,
  'the folders of other runs': `fs.readdirSync(AGENT_KEY.slice(0, -4)).join()`,
  'passwords of the machine': `fs.readFileSync('/etc/shadow', 'utf8')`,
  'the home of root': `fs.readdirSync('/root').join()`,
  'the environment of the agent': `fs.readFileSync('/proc/' + AGENT_PID + '/environ', 'utf8')`,
  'the memory of the agent': `fs.openSync('/proc/' + AGENT_PID + '/mem', 'r+')`,
  'the files of the agent': `fs.readdirSync('/proc/' + AGENT_PID + '/fd').join()`,
  'the root of the agent': `fs.readdirSync('/proc/' + AGENT_PID + '/root/').join()`,
  'a signal to the agent': `process.kill(Number(AGENT_PID), 'SIGKILL')`,
  'a debugger in the agent': `process._debugProcess(Number(AGENT_PID))`,
  'a debugger of its own that others reach': `builtin('inspector').open(0, '127.0.0.1')`,
  'a program': `builtin('child_process').execSync('id').toString()`,
  'a daemon': `builtin('child_process').spawn('sleep', ['1000'], { detached: true }).pid`,
  'a worker': `new (builtin('worker_threads').Worker)('0', { eval: true }).threadId`,
  'a cluster': `builtin('cluster').fork().id`,
  'a native module': `process.dlopen({ exports: {} }, process.execPath)`,
  WASI: `new (builtin('wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })`,
  root: `process.setuid(0)`,
  'groups of root': `process.setgroups([0])`,
  'a file beside its folder': `fs.writeFileSync('/var/tmp/sonde-hostile', 'x')`,
  'a file in shared memory': `fs.writeFileSync('/dev/shm/sonde-hostile', 'x')`,
  'a file in the system': `fs.writeFileSync('/usr/sonde-hostile', 'x')`,
  'a device': `fs.openSync('/dev/mem', 'r')`,
  'settings of the kernel': `fs.writeFileSync('/proc/sys/kernel/hostname', 'x')`,
  'its own limits': `fs.writeFileSync('/proc/self/oom_score_adj', '-1000')`,
  'a database elsewhere': `new (builtin('sqlite').DatabaseSync)('/var/tmp/sonde-hostile')`,
  'a report elsewhere': `process.report.writeReport('/var/tmp/sonde-hostile') && fs.readFileSync('/var/tmp/sonde-hostile', 'utf8')`,
  'a server': `await new Promise((done, failed) => builtin('net').createServer().on('error', failed).listen(0, done))`,
  'a socket of the machine': `await new Promise((done, failed) => builtin('net').connect(AGENT_SOCKET).on('error', failed).on('connect', done))`,
  'the harness': `fs.writeFileSync(process.argv[1], '')`,
  'Node itself': `fs.writeFileSync(process.execPath, '')`,
}

/** Scripts that do harm to themselves, by what they do: the run fails, and says by what. */
const selfDestroyers: Readonly<Record<string, readonly { what: string; script: string; ends: RegExp }[]>> = {
  'end themselves': [
    {
      what: 'signals everybody',
      script: `process.kill(-1, 'SIGKILL'); await new Promise(() => {})`,
      ends: /./,
    },
    { what: 'aborts', script: `process.abort()`, ends: /ended without a result/ },
  ],
  'take all the time': [
    {
      what: 'never leaves a microtask',
      script: `(function again() { Promise.resolve().then(again) })(); await new Promise(() => {})`,
      ends: /time limit/,
    },
    {
      what: 'sleeps for ever',
      script: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
      ends: /time limit/,
    },
  ],
  'take all the memory': [
    {
      what: 'unpacks a bomb',
      script: `let bytes = Buffer.alloc(1e6); for (;;) bytes = builtin('zlib').gunzipSync(builtin('zlib').gzipSync(Buffer.concat([bytes, bytes])))`,
      ends: /memory limit|time limit|RangeError|ERR_/,
    },
    {
      what: 'fills WebAssembly memory',
      script: `const all = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 1000 }); new Uint8Array(memory.buffer).fill(1); all.push(memory) }`,
      ends: /memory limit|time limit|RangeError/,
    },
  ],
  'take all the disk': [
    {
      what: 'fills its disk',
      script: `for (let n = 0; ; n += 1) fs.writeFileSync('file' + n, Buffer.alloc(1e7, 1))`,
      ends: /ENOSPC|EFBIG|disk limit/,
    },
    {
      what: 'makes a file of a terabyte',
      script: `fs.writeFileSync('f', ''); fs.truncateSync('f', 2 ** 40)`,
      ends: /EFBIG|ENOSPC|disk limit|ended without a result/,
    },
    {
      what: 'opens files without end',
      script: `for (;;) fs.openSync('script-' + Math.random(), 'w')`,
      ends: /EMFILE|ENFILE|disk limit|ENOSPC/,
    },
  ],
  throw: [
    { what: 'rejects and nobody looks', script: `Promise.reject(new Error('unseen'))`, ends: /unseen/ },
    {
      what: 'throws what cannot be shown',
      script: `throw { get message() { throw 1 }, toString() { throw 2 } }`,
      ends: /./,
    },
    {
      what: 'throws a proxy',
      script: `throw new Proxy({}, { get() { throw new Error('trap') } })`,
      ends: /./,
    },
    {
      what: 'puts a trap into the request',
      script: `globalThis.request = new Proxy({}, { get() { throw new Error('trap') }, ownKeys() { throw new Error('trap') } })`,
      ends: /trap/,
    },
  ],
}

/** Until they are ended: on each way out of the sandbox, with and without ends of lines. */
const floods: readonly string[] = [
  `const block = Buffer.alloc(1 << 16, 'x'); for (;;) fs.writeSync(1, block)`,
  `const lines = 'a line\\n'.repeat(8_192); for (;;) fs.writeSync(2, lines)`,
  `const block = Buffer.alloc(1 << 16, 'x'); for (;;) fs.writeSync(3, block)`,
  `for (;;) console.log('x'.repeat(10_000))`,
  `fs.writeSync(3, '['.repeat(100_000) + '\\n'); await new Promise(() => {})`,
]

let icmp: Awaited<ReturnType<typeof startIcmp>>
const socket = join(folders, 'socket')
const listener = createServer((connection) => connection.destroy())
before(async () => {
  icmp = await startIcmp()
  listener.listen(socket)
  await once(listener, 'listening')
})
after(async () => {
  listener.close()
  await icmp.close()
  await release()
  rmSync(folders, { recursive: true, force: true })
})

for (const { name, level, missing } of offers) {
  if (name === 'process' || name === 'landlock') continue
  suite(`hostile scripts, level ${name}`, { skip: missing ?? false }, () => {
    let runs: ScriptRunsUnderTest
    /** For what something else than time is to end, on a machine of any speed. */
    let patient: ScriptRunsUnderTest
    before(async () => {
      assert.ok(level !== null)
      runs = await scriptRunsAt(level, toolsWith(icmp), { limits: { scriptMs: 2_000 }, poolSize: 2 })
      patient = await scriptRunsAt(level, toolsWith(icmp), { limits: { scriptMs: 60_000 }, poolSize: 0 })
    })
    after(() => Promise.all([runs.close(), patient.close()]))

    const variables = { AGENT_PID: String(process.pid), AGENT_KEY: key, AGENT_SOCKET: socket }

    test('none of them gets through', async () => {
      const tries = Object.entries(intruders).map(([what, act]) => {
        const body = act.includes('return ') ? `{ ${act} }` : act
        return `await attempt(${JSON.stringify(what)}, async () => ${body})`
      })
      const { verdict, detail } = await runs.run({ setup: `${prelude}\n${tries.join('\n')}`, variables })
      const lines = (detail?.jobLog?.setup ?? []).map(({ msg }) => msg)
      assert.equal(verdict.kind, 'passed', verdict.reason ?? '')
      const through = lines.filter((line) => line.startsWith('GOT THROUGH'))
      assert.deepEqual(through, [])
      assert.equal(lines.filter((line) => /^(?:GOT THROUGH|refused): /.test(line)).length, tries.length)
      assert.ok(!lines.join('\n').includes('agent-key-of-ours'))
      for (const path of ['/var/tmp/sonde-hostile', '/dev/shm/sonde-hostile', '/usr/sonde-hostile'])
        assert.equal(existsSync(path), false, path)
    })

    const destroyers = Object.entries(selfDestroyers).flatMap(([kind, scripts]) =>
      some(`scripts that ${kind} at ${name}`, scripts),
    )
    for (const { what, script, ends } of destroyers) {
      test(`a script that ${what} fails, and nobody else`, async () => {
        const isEndedByTime = ends.test('time limit of 2 s exceeded')
        const [hostile, peaceful] = await Promise.all([
          (isEndedByTime ? runs : patient).run({ setup: `${prelude}\n${script}`, variables }),
          runs.run({ setup: `console.log('fine')` }),
        ])
        assert.equal(hostile.verdict.kind, 'failed')
        assert.match(hostile.detail?.requestError ?? '', ends)
        assert.equal(peaceful.verdict.kind, 'passed', peaceful.verdict.reason ?? '')
      })
    }

    const flooded = choose('level that is flooded', ['namespaces', 'user'])
    if (isFull || name === flooded)
      test('SI 9, 10.7: floods do not fill the memory of the agent', async (t) => {
        const series = async (count: number) => {
          for (let round = 0; round < count; round += 1) {
            const all = await Promise.all(floods.map((flood) => runs.run({ setup: `${prelude}\n${flood}` })))
            assert.deepEqual(
              all.map(({ verdict }) => verdict.kind),
              floods.map(() => 'failed'),
            )
          }
          return measureMemory()
        }
        const first = await series(1)
        const last = await series(rounds(20, 1))
        const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
        const growth = {
          kept: megabytes(last.kept - first.kept),
          resident: megabytes(last.resident - first.resident),
        }
        t.diagnostic(`grown by ${growth.kept} MB that are kept, ${growth.resident} MB resident`)
        assert.ok(growth.kept < 30, `${growth.kept} MB are kept`)
        // What is resident depends on when the collector runs; a leak of these floods would be many times as much.
        assert.ok(growth.resident < 150, `${growth.resident} MB are resident`)
      })

    test('afterwards nothing of them is left, here or on the machine', async () => {
      assert.equal((await runs.run({ setup: '' })).verdict.kind, 'passed')
      assert.equal(Reflect.get({}, 'polluted'), undefined)
      const inUse = processesOf(userIds)
      // Two wait for the next runs.
      assert.ok(
        inUse.every((command) => command.includes('main.mjs') || command.includes('bwrap')),
        inUse.join('\n'),
      )
    })
  })
}
