#!/usr/bin/env node
// Plain JavaScript, because whoever calls it from a shell may have any Node; the rest needs the one of the lock file.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const program = join(root, 'packages/server/src/sonde.ts')

if (Number(process.versions.node.split('.')[0]) >= 26) {
  await import(program)
} else {
  const { findNode } = await import(join(root, 'scripts/locked-node.mjs'))
  const { runChild } = await import(join(root, 'scripts/run-child.mjs'))
  const node = findNode(root)
  if (node.kind === 'found') {
    process.exitCode = await runChild(node.path, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  } else {
    console.error(`sonde: ${node.why}${node.kind === 'missing' ? ' Run npm ci.' : ''}`)
    process.exitCode = 1
  }
}
