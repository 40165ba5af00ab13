import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { findPackages, hashDependencies, installedPlaywright } from '../harness/suites/project.mjs'

async function project(t: TestContext, files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'sonde-project-'))
  t.after(() => rm(root, { recursive: true }))
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  return { root, write }
}

for (const [lockFile, installCommand] of [
  ['package-lock.json', 'npm install --include=dev'],
  ['npm-shrinkwrap.json', 'npm install --include=dev'],
  ['pnpm-lock.yaml', 'pnpm install'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install'],
  ['bun.lockb', 'bun install'],
] as const)
  test(`case 12: a project with ${lockFile} is installed by ${installCommand}`, async (t) => {
    const { root } = await project(t, { 'package.json': '{}', [lockFile]: '' })
    const found = findPackages({ root, workingDir: '' })
    assert.deepEqual([found.installCommand, found.lockFile], [installCommand, lockFile])
  })

test('case 12: packageManager counts before lock files, pnpm before the others', async (t) => {
  const { root, write } = await project(t, {
    'package.json': '{}',
    'package-lock.json': '{}',
    'yarn.lock': '',
    'pnpm-lock.yaml': '',
  })
  assert.equal(findPackages({ root, workingDir: '' }).manager, 'pnpm')
  await write('package.json', '{"packageManager":"yarn@4.1.0"}')
  assert.equal(findPackages({ root, workingDir: '' }).manager, 'yarn-4')
  await write('package.json', '{"packageManager":"yarn@1.22.22"}')
  assert.equal(findPackages({ root, workingDir: '' }).manager, 'yarn-1')
  await write('package.json', '{"packageManager":"cargo@1"}')
  assert.throws(() => findPackages({ root, workingDir: '' }), /not known: cargo/)
})

test('case 12: a lock file tells the line of Yarn that has written it', async (t) => {
  const { root, write } = await project(t, { 'package.json': '{}', 'yarn.lock': '# yarn lockfile v1\n' })
  assert.equal(findPackages({ root, workingDir: '' }).manager, 'yarn-1')
  await write('yarn.lock', '# This file is generated\n\n__metadata:\n  version: 8\n')
  assert.equal(findPackages({ root, workingDir: '' }).manager, 'yarn-4')
})

test('case 12: a workspace has its lock file at its root', async (t) => {
  const { root } = await project(t, {
    'package.json': '{"workspaces":["apps/*"]}',
    'pnpm-lock.yaml': '',
    'apps/shop/package.json': '{}',
  })
  const found = findPackages({ root, workingDir: 'apps/shop' })
  assert.deepEqual([found.manager, found.lockFile], ['pnpm', 'pnpm-lock.yaml'])
})

test('case 12: without a lock file the project says that it needs one', async (t) => {
  const { root } = await project(t, { 'package.json': '{"packageManager":"npm@11.0.0"}' })
  assert.throws(() => findPackages({ root, workingDir: '' }), /needs a lock file \(pnpm-lock\.yaml, /)
})

test('case 13: only what changes the installation changes the hash of the dependencies', async (t) => {
  const { root, write } = await project(t, {
    'package.json': '{"name":"a","version":"1.0.0","devDependencies":{"x":"1","y":"2"}}',
    'package-lock.json': '{"lockfileVersion":3}',
    'tests/a.spec.ts': 'test()',
  })
  const before = hashDependencies(root)
  await write('package.json', '{"devDependencies":{"y":"2","x":"1"},"version":"1.0.1","name":"a"}')
  await write('tests/a.spec.ts', 'test.skip()')
  await write('node_modules/x/package.json', '{"name":"x"}')
  assert.equal(hashDependencies(root), before)
  for (const [path, content] of [
    ['package.json', '{"name":"a","devDependencies":{"x":"1","y":"3"}}'],
    ['package-lock.json', '{"lockfileVersion":2}'],
    ['.npmrc', 'registry=https://npm.example'],
    ['packages/b/package.json', '{}'],
  ] as const) {
    const last = hashDependencies(root)
    await write(path, content)
    assert.notEqual(hashDependencies(root), last, path)
  }
})

test('the Playwright of a project is found beside it, or at the root of its workspace', async (t) => {
  const { root, write } = await project(t, {
    'node_modules/playwright/package.json': '{"version":"1.50.0"}',
  })
  assert.equal(installedPlaywright({ root, workingDir: 'apps/shop' })?.version, '1.50.0')
  await write('apps/shop/node_modules/@playwright/test/package.json', '{"version":"1.58.2"}')
  assert.equal(installedPlaywright({ root, workingDir: 'apps/shop' })?.version, '1.58.2')
})
