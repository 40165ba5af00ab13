import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findImportViolations } from './import-direction.ts'

const allowed: { name: string; file: string; source: string }[] = [
  {
    name: 'the server may import every room of its wing and the agent',
    file: 'packages/server/src/main.ts',
    source: `import { a } from '@sonde/api/app.ts'\nimport { b } from '@sonde/agent/agent.ts'\n`,
  },
  {
    name: 'a room may import a room below it',
    file: 'packages/api/src/checks/update-icmp.ts',
    source: `import type { Store } from '@sonde/store/engine/store.ts'\n`,
  },
  {
    name: 'a room may import its own files, relatively and by name',
    file: 'packages/store/src/engines/sqlite.ts',
    source: `import { a } from '../checks.ts'\nimport { b } from '@sonde/store/checks/checks.ts'\n`,
  },
  {
    name: 'foreign packages and built-in modules are no rooms',
    file: 'packages/schema/src/check-types/icmp/document.ts',
    source: `import { Type } from 'typebox'\nimport { join } from 'node:path'\n`,
  },
  {
    name: "a test may import a lower room's testing folder",
    file: 'packages/api/src/checks/update-icmp.test.ts',
    source: `import { openStores } from '@sonde/store/testing/open-stores.ts'\n`,
  },
  {
    name: "a testing folder may import a lower room's testing folder",
    file: 'packages/api/testing/start-api.ts',
    source: `import { openStores } from '@sonde/store/testing/open-stores.ts'\n`,
  },
  {
    name: 'a test may import the testing folder of its own room',
    file: 'packages/store/src/checks/checks.test.ts',
    source: `import { openStores } from '../../testing/open-stores.ts'\n`,
  },
  {
    name: 'benchmarks may import any room',
    file: 'bench/put-check.ts',
    source: `import { a } from '@sonde/api/app.ts'\nimport { b } from '@sonde/probes/icmp/probe.ts'\n`,
  },
  {
    name: 'an import in a comment is none',
    file: 'packages/schema/src/check-types/icmp/document.ts',
    source: `// import { a } from '@sonde/api/app.ts'\n/**\n * import { a } from '@sonde/api/app.ts'\n */\n`,
  },
  {
    name: 'a sentence that ends with from is no import',
    file: 'packages/schema/src/check-types/icmp/document.ts',
    source: `export const text = pick('comes from', '@sonde/api/app.ts')\n`,
  },
]

for (const { name, file, source } of allowed) {
  test(name, () => {
    assert.deepEqual(findImportViolations(file, source), [])
  })
}

const forbidden: { name: string; file: string; source: string; line: number; rule: RegExp }[] = [
  {
    name: 'an import that runs upwards is refused',
    file: 'packages/store/src/checks/checks.ts',
    source: `import { a } from './a.ts'\n\nimport { b } from '@sonde/api/app.ts'\n`,
    line: 3,
    rule: /^store may not import api \(store may import schema, ground\)$/,
  },
  {
    name: 'an import across the wings is refused',
    file: 'packages/runs/src/lease.ts',
    source: `import { a } from '@sonde/verdict/assertions.ts'\n`,
    line: 1,
    rule: /^runs may not import verdict/,
  },
  {
    name: 'the api may not import the agent',
    file: 'packages/api/src/app.ts',
    source: `import { a } from '@sonde/agent/agent.ts'\n`,
    line: 1,
    rule: /^api may not import agent/,
  },
  {
    name: 'schema imports the ground and nothing else of ours',
    file: 'packages/schema/src/check-types/icmp/document.ts',
    source: `import type { A } from '@sonde/store/engine/store.ts'\n`,
    line: 1,
    rule: /^schema may not import store \(schema may import ground\)$/,
  },
  {
    name: 'the ground imports nothing of ours',
    file: 'packages/ground/src/clock.ts',
    source: `import type { A } from '@sonde/schema/check-types/check-type.ts'\n`,
    line: 1,
    rule: /^ground may not import schema \(ground may import nothing of ours\)$/,
  },
  {
    name: 'the web pages know the schema and nothing above it',
    file: 'packages/web/src/main.tsx',
    source: `import { a } from '@sonde/store/engine/store.ts'\n`,
    line: 1,
    rule: /^web may not import store \(web may import schema, ground\)$/,
  },
  {
    name: 'a type import counts',
    file: 'packages/verdict/src/retries.ts',
    source: `import type { Probe } from '@sonde/probes/probe.ts'\n`,
    line: 1,
    rule: /^verdict may not import probes/,
  },
  {
    name: 'a re-export counts',
    file: 'packages/store/src/engine/store.ts',
    source: `export { a } from '@sonde/api/app.ts'\n`,
    line: 1,
    rule: /^store may not import api/,
  },
  {
    name: 'an import for its effect counts',
    file: 'packages/store/src/engine/store.ts',
    source: `import '@sonde/api/app.ts'\n`,
    line: 1,
    rule: /^store may not import api/,
  },
  {
    name: 'an import over several lines is reported at its specifier',
    file: 'packages/store/src/engine/store.ts',
    source: `import {\n  a,\n  b,\n} from '@sonde/api/app.ts'\n`,
    line: 4,
    rule: /^store may not import api/,
  },
  {
    name: 'an import call counts, in code and in types',
    file: 'packages/store/src/engine/store.ts',
    source: `const load = () => import('@sonde/api/app.ts')\n`,
    line: 1,
    rule: /^store may not import api/,
  },
  {
    name: 'a relative import may not leave its package',
    file: 'packages/api/src/app.ts',
    source: `import { a } from '../../store/src/store.ts'\n`,
    line: 1,
    rule: /leaves packages\/api/,
  },
  {
    name: 'a relative import may not reach the scripts',
    file: 'packages/api/src/app.ts',
    source: `import { a } from '../../../scripts/postgres.ts'\n`,
    line: 1,
    rule: /leaves packages\/api/,
  },
  {
    name: 'a test obeys the same direction',
    file: 'packages/store/src/checks/checks.test.ts',
    source: `import { a } from '@sonde/api/testing/start-api.ts'\n`,
    line: 1,
    rule: /^store may not import api/,
  },
  {
    name: 'the product may not import a testing folder by name',
    file: 'packages/api/src/app.ts',
    source: `import { openStores } from '@sonde/store/testing/open-stores.ts'\n`,
    line: 1,
    rule: /is for tests only/,
  },
  {
    name: 'the product may not import the testing folder beside it',
    file: 'packages/store/src/engine/store.ts',
    source: `import { openStores } from '../../testing/open-stores.ts'\n`,
    line: 1,
    rule: /is for tests only/,
  },
  {
    name: 'a room that does not exist is refused',
    file: 'packages/api/src/app.ts',
    source: `import { a } from '@sonde/kitchen/stove.ts'\n`,
    line: 1,
    rule: /^there is no room 'kitchen' in the house$/,
  },
  {
    name: 'a package outside the plan may import nothing',
    file: 'packages/kitchen/src/stove.ts',
    source: `import { a } from '@sonde/schema/check-types/icmp/document.ts'\n`,
    line: 1,
    rule: /^packages\/kitchen is not a room of the house$/,
  },
]

for (const { name, file, source, line, rule } of forbidden) {
  test(name, () => {
    const [violation, ...more] = findImportViolations(file, source)
    assert.deepEqual(more, [])
    assert.equal(violation?.file, file)
    assert.equal(violation.line, line)
    assert.match(violation.rule, rule)
  })
}
