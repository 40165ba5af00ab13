import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { packageFor } from '../locked-node.mjs'

const scripts = [
  'run.mjs',
  'run-child.mjs',
  'install-packages.mjs',
  'install-lock.mjs',
  'explain-npm-failure.mjs',
  'locked-node.mjs',
  'build-web.mjs',
  'compile-service.mjs',
  'node-options.mjs',
]
export const lockedTool = { version: '1.0.0', integrity: 'sha512-a' }

export const nodePackage = packageFor(process) ?? assert.fail('Sonde does not run on this platform')

// What npm does here: note the call, wait at the gate if there is one, leave a Node 26 and a bundler behind. As npm 10
// does it: the package of the platform without a link to its binary.
export const workingNpm = `#!/bin/sh
echo "$@" >> npm-calls
if [ -p gate ]; then read -r word < gate; fi
mkdir -p node_modules/${nodePackage}/bin
printf '#!/bin/sh\\nif [ "$1" = -v ]; then echo v26.0.0; else exec "${process.execPath}" "$@"; fi\\n' > node_modules/${nodePackage}/bin/node
chmod +x node_modules/${nodePackage}/bin/node
mkdir -p node_modules/vite/bin
cp bundler.cjs node_modules/vite/bin/vite.js
`

// What the bundler does here: note the call, and leave what a browser is sent.
export const workingBundler = `const { appendFileSync, mkdirSync } = require('node:fs')
appendFileSync('bundler-calls', process.argv.slice(2).join(' ') + '\\n')
mkdirSync('packages/web/dist', { recursive: true })
`

export function makeClone(t: TestContext, npm = workingNpm) {
  const root = mkdtempSync(join(tmpdir(), 'sonde-run-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const name of scripts) cpSync(join(import.meta.dirname, '..', name), join(root, 'scripts', name))
  const ground = 'packages/ground/src/stop-requests.mjs'
  cpSync(join(import.meta.dirname, '../..', ground), join(root, ground))
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
  writeFileSync(join(root, 'packages/server/src/check-settings.ts'), '')
  writeProgram(root, `console.log('started with', process.argv.slice(2).join(' '))`)
  return root
}

export function writeProgram(root: string, source: string): void {
  writeFileSync(join(root, 'packages/server/src/main.ts'), source)
}

export function launch(t: TestContext, root: string, ...args: string[]) {
  return launchCommand(t, root, process.execPath, [join(root, 'scripts/run.mjs'), ...args])
}

export function launchCommand(
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

export function callsOfNpm(root: string): number {
  return linesIn(join(root, 'npm-calls'))
}

export function callsOfBundler(root: string): number {
  return linesIn(join(root, 'bundler-calls'))
}

function linesIn(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0
}

export function makeGate(root: string) {
  assert.equal(spawnSync('mkfifo', [join(root, 'gate')]).status, 0)
  // The fake npm blocks in opening the pipe until somebody writes to it, and so does the writer.
  return { open: () => once(spawn('sh', ['-c', 'echo go > gate'], { cwd: root, stdio: 'ignore' }), 'close') }
}

export async function untilNpmCalled(root: string): Promise<void> {
  // Who is waited for needs the processor.
  while (callsOfNpm(root) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
}
