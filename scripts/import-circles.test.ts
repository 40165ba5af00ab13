import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findImportCircles } from './import-circles.ts'

const cases: { name: string; sources: Record<string, string>; circles: string[][] }[] = [
  {
    name: 'files that import one way only are no circle',
    sources: {
      'packages/schema/src/a.ts': `import { b } from './b.ts'\nimport { c } from './deep/c.ts'\n`,
      'packages/schema/src/b.ts': `import { c } from './deep/c.ts'\n`,
      'packages/schema/src/deep/c.ts': `import { Type } from 'typebox'\n`,
    },
    circles: [],
  },
  {
    name: 'two files that import each other are a circle, of types too',
    sources: {
      'packages/schema/src/a.ts': `import type { B } from './b.ts'\n`,
      'packages/schema/src/b.ts': `import type { A } from './a.ts'\n`,
    },
    circles: [['packages/schema/src/a.ts', 'packages/schema/src/b.ts', 'packages/schema/src/a.ts']],
  },
  {
    name: 'a file that imports itself is a circle',
    sources: { 'packages/schema/src/a.ts': `import { a } from './a.ts'\n` },
    circles: [['packages/schema/src/a.ts', 'packages/schema/src/a.ts']],
  },
  {
    name: 'a circle closes by a re-export, over folders and by the name of its own room',
    sources: {
      'packages/api/src/checks/a.ts': `export { b } from '../b.ts'\n`,
      'packages/api/src/b.ts': `import { c } from '@sonde/api/testing/c.ts'\n`,
      'packages/api/testing/c.ts': `import { a } from '@sonde/api/checks/a.ts'\n`,
    },
    circles: [
      [
        'packages/api/src/b.ts',
        'packages/api/testing/c.ts',
        'packages/api/src/checks/a.ts',
        'packages/api/src/b.ts',
      ],
    ],
  },
  {
    name: 'circles that share a file are told as one, by the shortest way around',
    sources: {
      'scripts/a.ts': `import { b } from './b.ts'\nimport { c } from './c.ts'\n`,
      'scripts/b.ts': `import { c } from './c.ts'\n`,
      'scripts/c.ts': `import { a } from './a.ts'\n`,
    },
    circles: [['scripts/a.ts', 'scripts/c.ts', 'scripts/a.ts']],
  },
  {
    name: 'circles that share nothing are told one by one, the shortest first',
    sources: {
      'scripts/a.ts': `import './b.ts'\n`,
      'scripts/b.ts': `import './c.ts'\n`,
      'scripts/c.ts': `import './a.ts'\n`,
      'scripts/x.ts': `import './y.ts'\nimport './a.ts'\n`,
      'scripts/y.ts': `import './x.ts'\n`,
    },
    circles: [
      ['scripts/x.ts', 'scripts/y.ts', 'scripts/x.ts'],
      ['scripts/a.ts', 'scripts/b.ts', 'scripts/c.ts', 'scripts/a.ts'],
    ],
  },
  {
    name: 'a screen that is loaded on demand may import the route that loads it',
    sources: {
      'packages/web/src/routes.ts': `export const screen = lazy(() => import('./screen.tsx'))\n`,
      'packages/web/src/screen.tsx': `import { screen } from './routes.ts'\n`,
    },
    circles: [],
  },
]

for (const { name, sources, circles } of cases) {
  test(name, () => {
    assert.deepEqual(findImportCircles(new Map(Object.entries(sources))), circles)
  })
}
