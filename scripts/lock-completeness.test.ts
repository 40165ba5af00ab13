import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMissingOptionals } from './lock-completeness.ts'
import type { PackageLock } from './lock-completeness.ts'

const tool = { version: '1.0.0', optionalDependencies: { '@tool/linux': '1.0.0' } }

const cases: { name: string; packages: PackageLock['packages']; missing: string[] }[] = [
  {
    name: 'a lock file with every platform package is complete',
    packages: { '': {}, 'node_modules/tool': tool, 'node_modules/@tool/linux': { version: '1.0.0' } },
    missing: [],
  },
  {
    name: 'a platform package without an entry is reported',
    packages: { '': {}, 'node_modules/tool': tool },
    missing: ['node_modules/tool wants @tool/linux@1.0.0'],
  },
  {
    name: 'an entry of another version does not stand in for an exact one',
    packages: { '': {}, 'node_modules/tool': tool, 'node_modules/@tool/linux': { version: '0.9.0' } },
    missing: ['node_modules/tool wants @tool/linux@1.0.0'],
  },
  {
    name: 'any version will do for a range',
    packages: {
      '': { optionalDependencies: { watcher: '^2.0.0' } },
      'node_modules/watcher': { version: '2.3.3' },
    },
    missing: [],
  },
  {
    name: 'the root package counts too',
    packages: { '': { optionalDependencies: { 'node-linux': '26.0.0' } } },
    missing: ['package.json wants node-linux@26.0.0'],
  },
  {
    name: 'a nested package finds what lies beside it, above it and at the root',
    packages: {
      'node_modules/a/node_modules/b': {
        optionalDependencies: { own: '1.0.0', above: '1.0.0', top: '1.0.0' },
      },
      'node_modules/a/node_modules/b/node_modules/own': { version: '1.0.0' },
      'node_modules/a/node_modules/above': { version: '1.0.0' },
      'node_modules/top': { version: '1.0.0' },
    },
    missing: [],
  },
  {
    name: 'the nearest entry counts, as it does for Node',
    packages: {
      'node_modules/a': { optionalDependencies: { b: '2.0.0' } },
      'node_modules/a/node_modules/b': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0' },
    },
    missing: ['node_modules/a wants b@2.0.0'],
  },
  {
    name: 'a package of another package does not count',
    packages: {
      'packages/web': { optionalDependencies: { b: '1.0.0' } },
      'node_modules/a/node_modules/b': { version: '1.0.0' },
    },
    missing: ['packages/web wants b@1.0.0'],
  },
]

for (const { name, packages, missing } of cases) {
  test(name, () => {
    assert.deepEqual(findMissingOptionals({ packages }), missing)
  })
}
