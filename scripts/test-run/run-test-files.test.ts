// In turns: test processes in test processes.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { type TestFile, runTestFiles } from './run-test-files.ts'
import type { SpareProcessors } from './spare-processors.ts'

const passing = `import { test } from 'node:test'; test('passes', () => {})`
const patient = { fileMs: 600_000, nightFileMs: 600_000, settleMs: 60_000 }

type File = { source: string; needs?: TestFile['needs'] }

const nothingSpare: SpareProcessors = async () => false

/** Tests the files, each named by its key, one after the other unless processors are to spare. */
async function run(
  t: TestContext,
  files: Record<string, File | string>,
  limits = patient,
  spare = nothingSpare,
  secondTries = 0,
  concurrency = 1,
) {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-test-run-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const list = Object.entries(files).map(([name, file]) => {
    const { source, needs = 'nothing' } = typeof file === 'string' ? { source: file } : file
    const path = join(folder, `${name}.mjs`)
    writeFileSync(path, source)
    return { path, name, needs }
  })
  const output = new PassThrough()
  const { signal } = new AbortController()
  const options = { root: folder, files: list, concurrency, output, signal, spare, limits, secondTries }
  const tally = await runTestFiles(options)
  output.end()
  return {
    ...tally,
    output: await text(output),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  }
}

test('files share a process, unless they need one for themselves', async (t) => {
  const source = `import { test } from 'node:test'; import { appendFileSync } from 'node:fs'
    test('tells its process', () => appendFileSync(import.meta.dirname + '/pids', process.pid + ' '))`
  const { passed, read } = await run(t, {
    one: source,
    two: source,
    three: { source, needs: 'process' },
    four: source,
    five: { source, needs: 'machine' },
  })
  const [one, two, three, four, five] = read('pids').split(' ')
  assert.equal(passed, 5)
  assert.deepEqual(
    [one === two, one === four, one === three, one === five, three === five],
    [true, true, false, false, false],
  )
})

// Each file waits until the others have begun: one that is kept back is a failure.
const meeting = (...names: string[]) => `import { test } from 'node:test'
  import { existsSync, writeFileSync } from 'node:fs'
  import { setTimeout } from 'node:timers/promises'
  const at = (name) => import.meta.dirname + '/' + name
  test('meets the others', { timeout: 60_000 }, async (t) => {
    writeFileSync(at(import.meta.filename.split('/').at(-1).replace('.mjs', '')), '')
    for (const name of ${JSON.stringify(names)}) while (!existsSync(at(name))) await setTimeout(5, null, { signal: t.signal })
  })`

test('more files than lanes are tested at once as long as processors are to spare', async (t) => {
  let grants = 0
  const { passed, failed, output } = await run(
    t,
    { one: meeting('two', 'three'), two: meeting('one', 'three'), three: meeting('one', 'two') },
    patient,
    async (isWanted) => {
      const isGranted = isWanted() && grants < 2
      if (isGranted) grants += 1
      return isGranted
    },
  )
  assert.deepEqual([passed, failed, grants], [3, 0, 2], output)
})

test('of two lanes one begins with the first file and the other with the last', async (t) => {
  const files = { one: meeting('two', 'three'), two: meeting('three'), three: meeting('one') }
  // From the beginning, the second lane would wait in `two` for what nobody has begun.
  const { passed, failed, output } = await run(t, files, patient, nothingSpare, 0, 2)
  assert.deepEqual([passed, failed], [3, 0], output)
})

test('files that need a quiet machine are tested at once, after all others and before those that need it for themselves', async (t) => {
  const tellsOrder = (source: string) => ({
    source: `${source}; import { appendFileSync } from 'node:fs'
      appendFileSync(import.meta.dirname + '/order', import.meta.filename.split('/').at(-1) + ' ')`,
  })
  const { passed, read, output } = await run(t, {
    alone: { ...tellsOrder(passing), needs: 'machine' },
    still: { ...tellsOrder(meeting('silent')), needs: 'quiet' },
    silent: { ...tellsOrder(meeting('still')), needs: 'quiet' },
    other: tellsOrder(passing),
  })
  assert.equal(passed, 4, output)
  assert.match(read('order'), /^other\.mjs (?:still\.mjs silent|silent\.mjs still)\.mjs alone\.mjs $/)
})

test('the hooks of a file are over with it', async (t) => {
  const { passed, failed } = await run(t, {
    one: `import { beforeEach, test } from 'node:test'; beforeEach(() => { throw new Error('not for others') })
      test('fails', () => {})`,
    two: passing,
  })
  assert.deepEqual([passed, failed], [1, 1])
})

test('a file that ends its process is named, with the test that was under way, and the others are tested', async (t) => {
  const { passed, failed, output } = await run(t, {
    before: passing,
    exits: `import { suite, test } from 'node:test'
      suite('a suite', () => { test('comes first', () => {}); test('leaves', () => process.exit(3)); test('is lost', () => {}) })`,
    killed: `import { test } from 'node:test'; test('is killed', () => { process.kill(process.pid, 'SIGKILL') })`,
    after: passing,
  })
  assert.match(
    output,
    /exits was not tested to its end: its process ended with exit code 3, in the test "leaves"/,
  )
  assert.match(
    output,
    /killed was not tested to its end: its process was ended by SIGKILL, in the test "is killed"/,
  )
  assert.ok(passed >= 2 && failed >= 2, output)
  assert.match(output, /✔ after /)
})

test('a file that does not end is given up and named, with its test', async (t) => {
  const hangs = `import { test } from 'node:test'; test('hangs', () => new Promise(() => {}))`
  const { passed, failed, output } = await run(t, { hangs }, { ...patient, fileMs: 1_500 })
  assert.match(output, /hangs was not tested to its end: it took longer than 1.5 s/)
  assert.equal(passed, 0)
  assert.ok(failed > 0)
})

test('a file that cannot be loaded is a failure', async (t) => {
  const { passed, failed, output } = await run(t, {
    broken: `import { test } from 'node:test'; test('never runs', () => {}); throw new Error('cannot be loaded')`,
    next: passing,
  })
  assert.match(output, /Error: cannot be loaded/)
  // The file, and the test that never ran.
  assert.deepEqual([passed, failed], [1, 2])
})

test('a failing hook is a failure', async (t) => {
  const { passed, failed } = await run(t, {
    hook: `import { after, suite, test } from 'node:test'
      suite('a suite', () => { after(() => { throw new Error('cannot clean up') }); test('passes', () => {}) })`,
  })
  assert.deepEqual([passed, failed], [1, 1])
})

const leftovers = {
  "process.env\\['LEFT'\\] changed": `process.env.LEFT = 'x'`,
  'another working directory': `process.chdir('/')`,
  'a changed number of listeners to SIGUSR2': `process.on('SIGUSR2', () => {})`,
  'Date\\.now replaced': `Date.now = () => 0`,
  '1 open TCPServerWrap': `const { createServer } = await import('node:net'); await new Promise((done) => createServer().listen(0, done))`,
  '1 open Timeout': `setInterval(() => {}, 1000)`,
  'an error that came after its test had ended: Error: too late': `setTimeout(() => { throw new Error('too late') }, 50)`,
}
test('a file that leaves something of itself is a failure that names it, and the next one is not', async (t) => {
  const entries = Object.entries(leftovers)
  const files = entries.map(([, source], index) => [
    `leaves-${index}`,
    `import { test } from 'node:test'; test('leaves', async () => { ${source} })`,
  ])
  const { passed, failed, output } = await run(
    t,
    { ...Object.fromEntries(files), next: passing },
    { ...patient, settleMs: 500 },
  )
  for (const [index, [left]] of entries.entries())
    assert.match(output, new RegExp(`leaves-${index} left ${left}`))
  assert.deepEqual([passed, failed], [entries.length + 1, entries.length], output)
})

test('what a file prints is shown', async (t) => {
  const { output } = await run(t, {
    prints: `import { test } from 'node:test'; test('prints', () => console.log('a word from the test'))`,
  })
  assert.match(output, /^a word from the test$/m)
})

test('the files that take the most processor time are listed, with the sum of all', async (t) => {
  const names = Array.from({ length: 41 }, (_, index) => `file-${index}`)
  const { output } = await run(t, Object.fromEntries(names.map((name) => [name, passing])))
  assert.match(
    output,
    /by the clock and of processors:\n(ℹ +[\d.]+ s +[\d.]+ s {2}file-\d+\n){40}ℹ +[\d.]+ s +[\d.]+ s {2}all 41 files\n/,
  )
})

test('a file that failed beside others is tested again alone: what passes then is named, what fails again fails', async (t) => {
  const failing = `import { test } from 'node:test'; test('fails', () => { throw new Error('no answer') })`
  const second = `import { test } from 'node:test'; import { existsSync, writeFileSync } from 'node:fs'
    const mark = import.meta.dirname + '/mark'
    test('passes at the second try', () => {
      if (existsSync(mark)) return
      writeFileSync(mark, '')
      throw new Error('too busy')
    })`
  const files = { broken: failing, unstable: second, sound: passing }
  const { passed, failed, unstable, output } = await run(t, files, patient, nothingSpare, 3)
  assert.deepEqual([passed, failed, unstable.map(({ name }) => name)], [2, 1, ['unstable']])
  assert.match(unstable[0]?.failures.join() ?? '', /^passes at the second try\n.*too busy/)
  assert.match(output, /unstable failed beside others: passes at the second try\n.*too busy/)
  assert.equal(output.match(/✖ fails/g)?.length, 2)
})

test('a file that had the machine for itself, and more files than there are second tries, fail at once', async (t) => {
  const counting = `import { test } from 'node:test'; import { appendFileSync } from 'node:fs'
    test('fails', () => { appendFileSync(import.meta.dirname + '/tries', '.'); throw new Error('no answer') })`
  const files = { one: counting, two: counting, three: { source: counting, needs: 'machine' as const } }
  const { failed, unstable, read } = await run(t, files, patient, nothingSpare, 1)
  assert.deepEqual([failed, unstable, read('tries')], [3, [], '....'])
})
