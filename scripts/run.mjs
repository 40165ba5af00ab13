// The way into every npm script. Plain JavaScript without dependencies, because it runs on the host's
// Node before any package is there; what it starts runs on the Node 26 of the lock file.
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb, isWebBuilt } from './build-web.mjs'
import { compileService } from './compile-service.mjs'
import { installPackages } from './install-packages.mjs'
import { ownFolders } from './locked-node.mjs'
import { agentFlags, compileCache, serviceEnvironment, serverFlags } from './node-options.mjs'
import { runChild } from './run-child.mjs'

// Not import.meta.dirname, which Node 20.0 to 20.10 do not have.
const root = fileURLToPath(new URL('..', import.meta.url))
const programs = {
  start: 'packages/server/src/main.ts',
  agent: 'packages/agent/src/main.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  'api-types': 'scripts/api-types.ts',
  browsers: 'scripts/browsers.ts',
  cluster: 'scripts/cluster.ts',
  bench: 'bench/main.ts',
  pictures: 'e2e/pictures/main.ts',
}

/** What starts need, made in advance and without a program: the packages, or all of it. */
const preparations = ['install', 'build']

const [step = '', ...rest] = process.argv.slice(2)
const steps = [...preparations, ...Object.keys(programs)]
if (!steps.includes(step)) {
  console.error(`usage: node scripts/run.mjs ${steps.join('|')} [argument ...]`)
  process.exit(2)
}

const installation = await installPackages(root)
if (installation.kind === 'failed') {
  console.error(installation.why)
  process.exit(installation.exitCode)
}

const isService = step === 'start' || step === 'agent'

// Where it is built already, the server itself tells of wrong settings as soon.
if (step === 'start' && !isWebBuilt(root)) {
  const program = join(root, 'packages/server/src/check-settings.ts')
  const exitCode = await runChild(installation.node, [program, ...rest], { stdio: 'inherit' })
  if (exitCode !== 0) process.exit(exitCode)
}

// What people open in a browser; neither an agent nor the checks need it.
const needsWeb =
  ['build', 'start', 'test', 'bench', 'cluster', 'pictures'].includes(step) && !rest.includes('--help')
const [built, stopped] = await Promise.all([
  needsWeb ? buildWeb(root, installation.node) : { kind: 'ready' },
  isService || step === 'build' ? compileService(root, installation.node) : null,
])
if (built.kind === 'failed') {
  console.error(built.why)
  process.exit(built.exitCode)
}
if (stopped !== null) process.exit(stopped)

if (!preparations.includes(step)) {
  const flags = step === 'start' ? serverFlags : step === 'agent' ? agentFlags : []
  process.exitCode = await runChild(installation.node, [...flags, join(root, programs[step]), ...rest], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...environment(),
      PATH: [...ownFolders(root, installation.node), process.env.PATH ?? ''].join(delimiter),
    },
  })
}

function environment() {
  if (isService) return serviceEnvironment(root)
  // Hundreds of test files, each in a process of its own, load the same code.
  return step === 'test' ? compileCache(root) : {}
}
