// In turns: the commands of npm as programs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { readProcess } from '@sonde/sandbox/process-table.ts'

const files = {
  'passes.test.mjs': `import { test } from 'node:test'; test('passes', () => {}); test('passes too', () => {})`,
  'fails.test.mjs': `import { test } from 'node:test'; test('fails', () => { throw new Error('broken') })`,
  'skips.test.mjs': `import { test } from 'node:test'; test('needs a tool', { skip: true }, () => {})`,
  'empty.test.mjs': ``,
  'hangs.test.mjs': `import { test } from 'node:test'; import { writeFileSync } from 'node:fs'
    import { spawn } from 'node:child_process'
    const shell = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    test('hangs', () => new Promise(() => { setInterval(() => {}, 1000)
      shell.stdout.on('data', (sleep) => writeFileSync(
        import.meta.dirname + '/up-' + [process.pid, shell.pid, Number(sleep)].join('-'), '')) }))`,
  'thorough.test.mjs': `import { test } from 'node:test'
    test('tells', () => console.log('told', process.env.SONDE_TEST_SEED, process.env.SONDE_TEST_NIGHTLY))`,
  'database.test.mjs': `import { test } from 'node:test'; import net from 'node:net'; import { once } from 'node:events'
    test('the server listens', { skip: !process.env.TEST_DATABASE_URL }, async () => {
      const { hostname, port } = new URL(process.env.TEST_DATABASE_URL)
      const socket = net.connect({ host: hostname, port: Number(port) })
      await once(socket, 'connect')
      socket.destroy()
    })`,
}

function launch(
  t: TestContext,
  names: readonly (keyof typeof files)[],
  env: Record<string, string> = {},
  others: string[] = [],
) {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  // PostgreSQL runs as another user and must find its way in.
  for (const path of [folder, temporary]) chmodSync(path, 0o755)
  for (const name of names) writeFileSync(join(folder, name), files[name])
  // Making one is half of what such a run does: those get it that use it.
  const database: Record<string, string> = names.includes('database.test.mjs')
    ? {}
    : { SONDE_TEST_POSTGRES: 'off' }
  // Node refuses a test run inside a test run; this one is a program of its own.
  const { NODE_TEST_CONTEXT: _context, CI: _ci, SONDE_TEST_SEED: _seed, ...inherited } = process.env
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'test.ts'), ...names.map((name) => join(folder, name)), ...others],
    { env: { ...inherited, TMPDIR: temporary, ...database, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close')
  return {
    child,
    folder,
    async end() {
      const [code] = await ended
      return {
        code: Number(code),
        output,
        lastLine: output.trim().split('\n').at(-1),
        left: readdirSync(temporary),
      }
    },
  }
}

test('passing files end with the tally and exit code 0, and leave nothing behind', async (t) => {
  const { code, output, lastLine, left } = await launch(t, ['passes.test.mjs', 'database.test.mjs']).end()
  assert.equal(lastLine, '3 passed, 0 failed, 0 skipped')
  assert.equal(output.match(/^ℹ pass 3$/gm)?.length, 1)
  assert.equal(code, 0)
  assert.deepEqual(left, [])
})

test('failing and skipped tests, and a file without any, are told and counted, and decide the exit code', async (t) => {
  const names = ['passes.test.mjs', 'fails.test.mjs', 'empty.test.mjs', 'skips.test.mjs'] as const
  const { code, output, lastLine, left } = await launch(t, names).end()
  assert.equal(lastLine, '2 passed, 2 failed, 1 skipped')
  assert.match(output, /Error: broken/)
  assert.match(output, /empty\.test\.mjs holds no test/)
  assert.equal(code, 1)
  assert.deepEqual(left, [])
})

test('a skipped test fails nothing by hand', async (t) => {
  const { code, lastLine } = await launch(t, ['passes.test.mjs', 'skips.test.mjs']).end()
  assert.equal(lastLine, '2 passed, 0 failed, 1 skipped')
  assert.equal(code, 0)
})

test('when only skipped tests are left, no test ran', async (t) => {
  const { code, output } = await launch(t, ['skips.test.mjs']).end()
  assert.match(output, /^No test ran\.$/m)
  assert.equal(code, 1)
})

test('a name that stands for no test ends the run before it begins', async (t) => {
  const { code, output } = await launch(t, [], {}, ['no-such-room']).end()
  assert.match(output, /^There is no room, folder or file with tests at no-such-room\.$/m)
  assert.equal(code, 2)
})

test('the seed is printed, can be given, and by night everything is tested in full', async (t) => {
  const usual = await launch(t, ['thorough.test.mjs']).end()
  const seed = /SONDE_TEST_SEED=(\d+)/.exec(usual.output)?.[1]
  assert.match(usual.output, new RegExp(`^told ${seed} false$`, 'm'))
  const night = await launch(t, ['thorough.test.mjs'], { SONDE_TEST_SEED: '41' }, ['--nightly']).end()
  assert.match(night.output, /^told 41 true$/m)
  assert.match(night.output, /in full \(SONDE_TEST_SEED=41\)/)
})

test('a seed that is no number is told, and nothing is tested', async (t) => {
  const { code, output } = await launch(t, ['thorough.test.mjs'], { SONDE_TEST_SEED: 'five' }).end()
  assert.match(output, /SONDE_TEST_SEED is to be a whole number, and is "five"\./)
  assert.doesNotMatch(output, /^told/m)
  assert.equal(code, 2)
})

test('on CI a skipped test is named and is a failure', async (t) => {
  const { code, output } = await launch(t, ['passes.test.mjs', 'skips.test.mjs'], { CI: 'true' }).end()
  assert.match(output, /On CI nothing may be skipped:\n.*skips\.test\.mjs: needs a tool\n/)
  assert.equal(code, 1)
})

/** Between two looks at other processes, which need the processor. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Ids of the test that hangs, of what it has started and of what that has. */
async function untilItHangs({ folder, child }: ReturnType<typeof launch>): Promise<number[]> {
  for (;;) {
    const name = readdirSync(folder).find((each) => each.startsWith('up-'))
    if (name !== undefined) return name.split('-').slice(1).map(Number)
    assert.equal(child.exitCode, null)
    await pause()
  }
}

/** A zombie has ended: whoever adopted it reaps it when it finds time. */
function isAlive(pid: number): boolean {
  return readProcess(pid)?.isZombie === false
}

for (const signal of some('signals that interrupt a run', ['SIGTERM', 'SIGINT'] as const)) {
  test(`a run that is interrupted by ${signal} ends its tests, what they have started, and its database`, async (t) => {
    const started = launch(t, ['database.test.mjs', 'hangs.test.mjs'])
    const pids = await untilItHangs(started)
    started.child.kill(signal)
    const { code, left } = await started.end()
    assert.equal(code, 128 + constants.signals[signal])
    assert.deepEqual(left, [])
    assert.deepEqual([pids.length, pids.filter(isAlive)], [3, []])
  })
}

test('a run that is killed leaves no process of its tests', async (t) => {
  const started = launch(t, ['hangs.test.mjs'])
  const pids = await untilItHangs(started)
  started.child.kill('SIGKILL')
  await once(started.child, 'exit')
  while (pids.some(isAlive)) await pause()
})
