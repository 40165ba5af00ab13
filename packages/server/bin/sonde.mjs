#!/usr/bin/env node
// Plain JavaScript, because whoever calls it from a shell may have any Node; the rest needs the one of the lock file.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../src/sonde.ts')

if (Number(process.versions.node.split('.')[0]) >= 26) {
  await import(program)
} else {
  const node = join(import.meta.dirname, '../../../node_modules/.bin/node')
  const { status, error } = spawnSync(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  if (error) console.error(`sonde: Node 26 is not installed here (${error.message}): run npm ci`)
  process.exitCode = status ?? 1
}
