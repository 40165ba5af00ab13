import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createScrubber } from '@sonde/scrub/scrubber.ts'
import { listLeftFiles } from './collect-files.ts'
import { createKeptFiles } from './keep-files.ts'

test('files that cannot be read are said to be missing, and nothing else changes', async () => {
  const warnings: string[] = []
  const kept = createKeptFiles({ onWarning: (text) => warnings.push(text) })
  await kept.collect(() => listLeftFiles(join(import.meta.dirname, 'no-such-folder'), new Set()))
  const { files } = await kept.finish({
    withRecordings: true,
    masks: () => createScrubber([]),
    scrub: async () => null,
  })
  assert.deepEqual(files, [])
  assert.match(warnings.join('\n'), /^Not all files of the run are kept: ENOENT/)
  await kept.dispose()
})
