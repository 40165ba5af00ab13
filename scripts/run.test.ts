// In turns: the commands of npm as programs.
import assert from 'node:assert/strict'
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { findProgram } from './find-program.ts'
import {
  callsOfBundler,
  callsOfNpm,
  launch,
  launchCommand,
  lockedTool,
  makeClone,
  workingBundler,
  writeProgram,
} from './testing/fake-clone.ts'

/** Whether the program has loaded what strips types, which takes memory for as long as it runs. */
const hasStripped = `process.moduleLoadList.some((name: string) => name.includes('deps/amaro'))`

test('the first start installs the packages and then runs the step with its arguments', async (t) => {
  const root = makeClone(t)
  const { code, output } = await launch(t, root, 'start', '--port', '0').end()
  assert.equal(code, 0, output)
  assert.match(output, /Installing packages \(first start, about a minute\)…/)
  assert.match(output, /started with --port 0/)
  assert.match(readFileSync(join(root, 'npm-calls'), 'utf8'), /^ci .*--include=optional/)
})

test('server and agent each run with their memory settings', async (t) => {
  const root = makeClone(t)
  mkdirSync(join(root, 'packages/agent/src'), { recursive: true })
  writeFileSync(join(root, 'packages/agent/src/main.ts'), `console.log('agent', process.execArgv.join(' '))`)
  writeProgram(root, `console.log('server', process.execArgv.join(' '))`)
  const flagsOf = async (step: string) =>
    /^(?:agent|server) (.*)$/m.exec((await launch(t, root, step).end()).output)?.[1]
  assert.equal(await flagsOf('start'), '--max-semi-space-size=8 --heap-growing-percent=100')
  assert.equal(await flagsOf('agent'), '--max-semi-space-size=16 --heap-growing-percent=100')
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
  const sources = [
    'packages/web/src/main.tsx',
    'packages/schema/src/check.ts',
    'packages/ground/src/clock.ts',
  ]
  for (const source of some('sources of the web interface', sources)) {
    const before = callsOfBundler(root)
    writeFileSync(join(root, source), '// another')
    await launch(t, root, 'start').end()
    assert.equal(callsOfBundler(root), before + 1, source)
  }
})

test('sources are stripped of types before the program starts, and again only when they have changed', async (t) => {
  const root = makeClone(t)
  const cache = join(root, 'compiled')
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module' }))
  writeProgram(
    root,
    `import '../../ground/src/clock.ts'\nconsole.log('stripped', ${hasStripped}, 0 as number)`,
  )
  writeFileSync(join(root, 'packages/ground/src/clock.ts'), `console.log('evaluated' as string)`)
  const start = async () => {
    const args = [join(root, 'scripts/run.mjs'), 'start']
    const { output } = await launchCommand(t, root, process.execPath, args, {
      NODE_COMPILE_CACHE: cache,
    }).end()
    assert.equal(output.split('evaluated').length, 2, output)
    return /^stripped (.*) 0$/m.exec(output)?.[1]
  }
  assert.equal(await start(), 'false')
  writeFileSync(join(root, 'packages/ground/src/clock.ts'), `console.log('evaluated' as 'evaluated')`)
  assert.equal(await start(), 'false')
  for (const name of readdirSync(cache)) {
    if (!name.startsWith('compiled-from')) rmSync(join(cache, name), { recursive: true })
  }
  assert.equal(await start(), 'true')
})

test('a build leaves nothing to a start but to start', async (t) => {
  const root = makeClone(t)
  const cache = join(root, 'compiled')
  const run = async (step: string) => {
    const args = [join(root, 'scripts/run.mjs'), step]
    return launchCommand(t, root, process.execPath, args, { NODE_COMPILE_CACHE: cache }).end()
  }
  const { code, output } = await run('build')
  assert.equal(code, 0, output)
  assert.doesNotMatch(output, /started with/)
  const stamps = () => readdirSync(cache).filter((name) => name.startsWith('compiled-from'))
  const made = stamps().map((name) => statSync(join(cache, name)).mtimeMs)
  assert.equal(made.length, 1)
  assert.equal((await run('start')).output, 'started with \n')
  assert.deepEqual(
    stamps().map((name) => statSync(join(cache, name)).mtimeMs),
    made,
  )
})

test('wrong settings are told before the web interface is built', async (t) => {
  const root = makeClone(t)
  const source = `console.error('sonde: PORT: must be an integer'); process.exit(1)`
  writeFileSync(join(root, 'packages/server/src/check-settings.ts'), source)
  const { code, output } = await launch(t, root, 'start').end()
  assert.equal(code, 1)
  assert.match(output, /sonde: PORT: must be an integer\n$/)
  assert.equal(callsOfBundler(root), 0)
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

for (const signal of some('signals to a step', ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)) {
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
       console.log('the step runs')`,
    )
    const started = launch(t, root, 'start')
    await started.sees('the step runs')
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
     console.log('the step runs')`,
  )
  const npm = findProgram('npm')
  assert.ok(npm)
  const started = launchCommand(t, root, npm, ['start'])
  await started.sees('the step runs')
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
