// The way into every npm script. Plain JavaScript without dependencies, because it runs on the host's
// Node before any package is there; what it starts runs on the Node 26 of the lock file.
import { delimiter, join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { installPackages } from './install-packages.mjs'
import { compileCache, serviceEnvironment, serverFlags } from './node-options.mjs'
import { runChild } from './run-child.mjs'

const root = join(import.meta.dirname, '..')
const programs = {
  start: 'packages/server/src/main.ts',
  agent: 'packages/agent/src/main.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  'api-types': 'scripts/api-types.ts',
  bench: 'bench/main.ts',
}

const [step = '', ...rest] = process.argv.slice(2)
if (step !== 'install' && !Object.hasOwn(programs, step)) {
  console.error(`usage: node scripts/run.mjs install|${Object.keys(programs).join('|')} [argument ...]`)
  process.exit(2)
}

const installation = await installPackages(root)
if (installation.kind === 'failed') {
  console.error(installation.why)
  process.exit(installation.exitCode)
}

// What people open in a browser; neither an agent nor the checks need it.
if (step === 'start' || step === 'test' || step === 'bench') {
  const built = await buildWeb(root)
  if (built.kind === 'failed') {
    console.error(built.why)
    process.exit(built.exitCode)
  }
}

if (step !== 'install') {
  const bin = join(root, 'node_modules/.bin')
  const isService = step === 'start' || step === 'agent'
  const flags = isService ? serverFlags : []
  process.exitCode = await runChild(join(bin, 'node'), [...flags, join(root, programs[step]), ...rest], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...environment(),
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    },
  })
}

function environment() {
  if (step === 'start' || step === 'agent') return serviceEnvironment(root)
  // Hundreds of test files, each in a process of its own, load the same code.
  return step === 'test' ? compileCache(root) : {}
}
