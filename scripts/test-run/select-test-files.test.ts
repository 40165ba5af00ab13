import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { selectTestFiles } from './select-test-files.ts'

const files = {
  'packages/store/src/results/rows.test.ts': '',
  'packages/store/src/engine.test.ts': '// Own process: it changes the environment.\n',
  'packages/store/src/engine.ts': '',
  'packages/api/src/app.test.ts': '',
  'packages/web/src/page.test.ts': '',
  'packages/probes/src/icmp.alone.test.ts': '',
  'packages/probes/src/tcp.quiet.test.ts': '',
  'packages/server/src/main.test.ts': '',
  'packages/store/node_modules/other/its.test.ts': '',
  'e2e/day.test.ts': '',
  'e2e/week.nightly.test.ts': '',
  'e2e/web/page.test.ts': '',
}

function makeCheckout(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'sonde-select-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true })
    writeFileSync(join(root, name), source)
  }
  return root
}

function select(t: TestContext, ...names: string[]) {
  return selectBy(t, names, { isNightly: false })
}

function selectBy(t: TestContext, names: readonly string[], options: { isNightly: boolean }) {
  const root = makeCheckout(t)
  const { files: chosen, unknown } = selectTestFiles(
    root,
    names.map((name) => name.replace('ROOT', root)),
    options,
  )
  return { names: chosen.map(({ name }) => name), needs: chosen.map(({ needs }) => needs), unknown }
}

test('without a name it is every test: those of the whole product and those with a process of their own first, mixed', (t) => {
  const { names, needs } = select(t)
  assert.deepEqual(names, [
    // In the order of hashes.
    'e2e/web/page.test.ts',
    'packages/store/src/engine.test.ts',
    'packages/probes/src/icmp.alone.test.ts',
    'e2e/day.test.ts',
    'packages/probes/src/tcp.quiet.test.ts',
    'packages/api/src/app.test.ts',
    'packages/server/src/main.test.ts',
    'packages/store/src/results/rows.test.ts',
    'packages/web/src/page.test.ts',
  ])
  assert.deepEqual(needs, [
    'nothing',
    'process',
    'machine',
    'nothing',
    'quiet',
    'nothing',
    'nothing',
    'nothing',
    'nothing',
  ])
})

for (const name of ['store', 'packages/store', 'packages/store/']) {
  test(`${name} is the room and those above it`, (t) => {
    assert.deepEqual(select(t, name).names, [
      'packages/store/src/engine.test.ts',
      'packages/api/src/app.test.ts',
      'packages/server/src/main.test.ts',
      'packages/store/src/results/rows.test.ts',
    ])
  })
}

test('a room is also below those that reach it through another', (t) => {
  assert.deepEqual(select(t, 'verdict').names, [
    'packages/probes/src/icmp.alone.test.ts',
    'packages/probes/src/tcp.quiet.test.ts',
    'packages/server/src/main.test.ts',
  ])
})

test('a folder that is no room is what it holds, a file is itself, and nothing comes twice', (t) => {
  assert.deepEqual(select(t, 'ROOT/packages/store/src', 'ROOT/packages/store/src/engine.test.ts').names, [
    'packages/store/src/engine.test.ts',
    'packages/store/src/results/rows.test.ts',
  ])
  assert.deepEqual(select(t, 'ROOT/e2e').names, ['e2e/web/page.test.ts', 'e2e/day.test.ts'])
})

test('a file for the night has all of the machine then, and by day when it is named', (t) => {
  const name = 'e2e/week.nightly.test.ts'
  assert.equal(select(t).names.includes(name), false)
  const byNight = selectBy(t, [], { isNightly: true })
  assert.equal(byNight.needs[byNight.names.indexOf(name)], 'machine')
  assert.deepEqual(select(t, `ROOT/${name}`).names, [name])
})

test('those that take turns are tested in one of five runs of everything each, and by night and by a name in any', (t) => {
  const root = makeCheckout(t)
  const inTurns = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `e2e/turns/${letter}.test.ts`)
  mkdirSync(join(root, 'e2e/turns'))
  for (const name of inTurns)
    writeFileSync(join(root, name), '// Own process: it changes the environment.\n// In turns: minutes.\n')
  const chosenBy = (names: string[], options: { isNightly?: boolean; seed?: number }) => {
    const { files: chosen, waiting } = selectTestFiles(root, names, options)
    const found = chosen.map(({ name }) => name).filter((name) => inTurns.includes(name))
    assert.deepEqual([...found, ...waiting].toSorted(), inTurns)
    assert.ok(chosen.every(({ name, needs }) => !inTurns.includes(name) || needs === 'process'))
    return found.toSorted()
  }

  const bySeeds = [71, 72, 73, 74, 75].map((seed) => chosenBy([], { seed }))
  assert.deepEqual(bySeeds.map((found) => found.length).toSorted(), [1, 1, 1, 1, 2])
  assert.deepEqual(bySeeds.flat().toSorted(), inTurns)
  assert.deepEqual(chosenBy([], { seed: 76 }), bySeeds[0])
  assert.deepEqual(chosenBy([], { seed: 71, isNightly: true }), inTurns)
  assert.deepEqual(chosenBy([join(root, 'e2e')], { seed: 71 }), inTurns)
})

test('a mark counts at the beginning of a file only', (t) => {
  const root = makeCheckout(t)
  writeFileSync(join(root, 'e2e/day.test.ts'), "import 'node:test'\n// In turns: no.\n// Own process: no.\n")
  for (const seed of [1, 2, 3, 4, 5]) {
    const { files: chosen } = selectTestFiles(root, [], { seed })
    assert.deepEqual(
      chosen.filter(({ name }) => name === 'e2e/day.test.ts').map(({ needs }) => needs),
      ['nothing'],
    )
  }
})

test('a name that stands for no test is told', (t) => {
  assert.deepEqual(select(t, 'shop', 'ROOT/packages/store/src/results').unknown, ['shop'])
})
