// `npm test`: the checks, then every test with its real parts. `npm test -- NAME ...`: only the tests of those
// rooms and of the rooms above them, or of those folders and files. `--nightly`: every loop and engine in full.
import { constants } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { openWay } from './open-way.ts'
import { installDebianPackages } from './debian-packages.ts'
import { startPostgres } from './postgres.ts'
import { makeTestFolder } from './test-folder.ts'
import { bundleProduct } from './test-run/bundle-product.ts'
import { type TestFile, type TestTally, runTestFiles } from './test-run/run-test-files.ts'
import { selectTestFiles } from './test-run/select-test-files.ts'

const root = join(import.meta.dirname, '..')
const isCi = process.env['CI'] === 'true'

/** Of what a test said that passed at its second try: its name, the error and where it was. */
const unstableLines = 12

const nightly = '--nightly'
const given = process.argv.slice(2)
process.exitCode = await main(given.filter((word) => word !== nightly))

async function main(named: string[]): Promise<number> {
  const interruption = new AbortController()
  let exitCode = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      exitCode = 128 + constants.signals[signal]
      interruption.abort()
    })
  }

  const isNightly = given.includes(nightly)
  const seed = process.env['SONDE_TEST_SEED'] ?? String(Math.floor(Date.now() / 60_000))
  if (!/^\d{1,15}$/.test(seed)) {
    console.log(`SONDE_TEST_SEED is to be a whole number, and is ${JSON.stringify(seed)}.`)
    return 2
  }
  const { files, unknown, waiting } = selectTestFiles(root, named, { isNightly, seed: Number(seed) })
  for (const name of unknown) console.log(`There is no room, folder or file with tests at ${name}.`)
  if (unknown.length > 0) return 2

  chooseThoroughness(isNightly, seed)
  if (waiting.length > 0)
    console.log(`${waiting.length} files wait for their turn, which another seed gives them.`)
  const missing = installDebianPackages()
  for (const { name, without, isNeeded = true } of missing) {
    console.log(`The Debian package ${name} is missing: ${isCi && isNeeded ? 'CI needs it' : without}.`)
  }
  if (isCi && missing.some(({ isNeeded = true }) => isNeeded)) return 1

  // The tests run in any case: a misplaced comma must not hide what else is broken.
  const hasPassedChecks = named.length > 0 || (await runChecks(interruption.signal))
  const hasPostgres =
    process.env['SONDE_TEST_POSTGRES'] !== 'off' && missing.every(({ name }) => name !== 'postgresql')
  const folder = makeTestFolder()
  process.env['TMPDIR'] = folder.path
  try {
    const tally = await runWithParts(files, hasPostgres, interruption.signal)
    return exitCode || judge(tally, hasPassedChecks)
  } finally {
    folder.remove()
  }
}

/** What `packages/ground/testing/thoroughness.ts` reads. The seed of the next minute is the next one. */
function chooseThoroughness(isNightly: boolean, seed: string): void {
  process.env['SONDE_TEST_SEED'] = seed
  process.env['SONDE_TEST_NIGHTLY'] = String(isNightly)
  console.log(
    isNightly
      ? `Everything is tested in full (SONDE_TEST_SEED=${seed}).`
      : `Long loops run for a fifth (SONDE_TEST_SEED=${seed}); npm run test:nightly runs them in full.`,
  )
}

async function runWithParts(
  files: readonly TestFile[],
  hasPostgres: boolean,
  signal: AbortSignal,
): Promise<TestTally> {
  delete process.env['SONDE_TEST_PROGRAMS']
  delete process.env['TEST_DATABASE_URL']
  openWay(root)
  await using parts = new AsyncDisposableStack()
  if (files.some(({ name }) => name.startsWith('e2e/'))) {
    const programs = parts.adopt(await bundleProduct(root), ({ remove }) => remove())
    process.env['SONDE_TEST_PROGRAMS'] = programs.folder
  }
  if (hasPostgres) {
    const postgres = parts.adopt(await startPostgres(), ({ stop }) => stop())
    process.env['TEST_DATABASE_URL'] = postgres.url
  }
  const isNightly = process.env['SONDE_TEST_NIGHTLY'] === 'true'
  return await runTestFiles({
    root,
    files,
    concurrency: 2,
    output: process.stdout,
    signal,
    // On a machine that is busy with something else one late answer would hide the outcome of 12,000 tests. By hand
    // and at night nothing is forgiven.
    secondTries: isCi && !isNightly ? 6 : 0,
  })
}

function judge({ passed, failed, skipped, unstable }: TestTally, hasPassedChecks: boolean): number {
  const reasons: string[] = []
  if (!hasPassedChecks) reasons.push('Checks failed: see the lines marked ✖ before the tests.')
  if (passed + failed === 0) reasons.push('No test ran.')
  if (isCi && skipped.length > 0)
    reasons.push('On CI nothing may be skipped:', ...skipped.map((name) => `  ${name}`))
  for (const reason of reasons) console.log(reason)
  if (unstable.length > 0) {
    console.log(
      'Failed beside others and passed alone; each is a fault to be found, in the test or in the product:',
    )
    for (const { name, failures } of unstable) {
      console.log(`  ${name}`)
      for (const failure of failures)
        console.log(failure.split('\n', unstableLines).join('\n').replace(/^/gm, '    '))
    }
  }
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  return failed > 0 || reasons.length > 0 ? 1 : 0
}
