import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { warnOfOldBrowser } from './browser-age.ts'

test('a browser is warned of when it is more than one major older than the one of Playwright', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-browsers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const warningsFor = async (version: string) => {
    const warnings: string[] = []
    const log = { ...silentLogger, warn: (_: object, text: string) => void warnings.push(text) }
    const browser = { name: 'chromium', version, path: '/usr/bin/chromium', ffmpeg: null } as const
    await warnOfOldBrowser(browser, { runtime: { id: '2026.04', folder }, log })
    return warnings
  }
  assert.deepEqual(await warningsFor('90.0'), [], 'nothing is known before the runtime is there')
  mkdirSync(join(folder, 'node_modules/playwright-core'), { recursive: true })
  const browsers = [{ name: 'chromium', browserVersion: '145.0.7632.6' }]
  writeFileSync(join(folder, 'node_modules/playwright-core/browsers.json'), JSON.stringify({ browsers }))
  for (const version of ['156.0.8078.79', '145.0', '144.9']) assert.deepEqual(await warningsFor(version), [])
  assert.match(
    (await warningsFor('143.0.1')).join(),
    /chromium 143\.0\.1 .* 145\.0\.7632\.6 .* 2026\.04 .*CHROMIUM_PATH/,
  )
})
