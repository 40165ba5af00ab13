import assert from 'node:assert/strict'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mostArtifactBytes } from '@sonde/schema/agents/artifact-protocol.ts'
import { createPatientScrubber } from '../artifacts/patient-scrubber.ts'
import { listLeftFiles } from './collect-files.ts'
import { createKeptFiles } from './keep-files.ts'

test('files that cannot be read are said to be missing, and nothing else changes', async () => {
  const warnings: string[] = []
  const kept = createKeptFiles({ folders: tmpdir(), onWarning: (text) => warnings.push(text) })
  await kept.collect(() => listLeftFiles(join(import.meta.dirname, 'no-such-folder'), new Set()))
  const { files } = await kept.finish({
    withRecordings: true,
    masks: () => createPatientScrubber([]),
    scrub: async () => null,
  })
  assert.deepEqual(files, [])
  assert.match(warnings.join('\n'), /^Not all files of the run are kept: ENOENT/)
  await kept.dispose()
})

test('an archive of 150 MB is kept as it is and without holding it in memory, a text of that size is not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-kept-'))
  t.after(() => rm(folder, { recursive: true }))
  const places = { 'test-results/a/left.bin': 0xff, 'test-results/a/left.txt': 0x61 }
  await mkdir(join(folder, 'test-results/a'), { recursive: true })
  for (const [place, byte] of Object.entries(places)) {
    const file = await open(join(folder, place), 'w')
    // Its last piece says that it is no text.
    await file.truncate(1_000_000)
    await file.write(Buffer.from([byte]), 0, 1, mostArtifactBytes - 1)
    await file.close()
  }
  const warnings: string[] = []
  const kept = createKeptFiles({ folders: tmpdir(), onWarning: (text) => warnings.push(text) })
  const peak = process.resourceUsage().maxRSS
  await kept.collect(() => listLeftFiles(folder, new Set()))
  const masks = () => createPatientScrubber(['hush-hush-4711'])
  const { files, dispose } = await kept.finish({ withRecordings: true, masks, scrub: async () => null })
  t.after(dispose)
  assert.deepEqual(
    files.map(({ name }) => name),
    ['a-left.bin'],
  )
  assert.match(warnings.join(), /^The file a-left\.txt is not kept/)
  assert.ok(process.resourceUsage().maxRSS - peak < 60_000, 'kilobytes')
})

test('of a thousand files that are long and empty, no more is copied than a run may have', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-sparse-'))
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'run'))
  for (let count = 0; count < 20; count += 1) {
    const file = await open(join(folder, 'run', `${count}.png`), 'w')
    await file.truncate(1_000_000)
    await file.close()
  }
  const warnings: string[] = []
  const kept = createKeptFiles({
    folders: join(folder, 'own'),
    mostCopiedBytes: 2_000_000,
    onWarning: (text) => warnings.push(text),
  })
  t.after(() => kept.dispose())
  await kept.collect(() => listLeftFiles(join(folder, 'run'), new Set()))
  const { files } = await kept.finish({
    withRecordings: true,
    masks: () => createPatientScrubber([]),
    scrub: async () => null,
  })
  assert.equal(files.length, 2)
  assert.match(warnings.join(), /18 files of the run are not kept/)
})
