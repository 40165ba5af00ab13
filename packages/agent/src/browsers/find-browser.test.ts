import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, suite, test } from 'node:test'
import { createBrowsers } from './browsers.ts'
import { findBrowser } from './find-browser.ts'

suite('the browser of browser checks', () => {
  test('is the one of the system, with its version', async (t) => {
    const places = machine(t, { 'bin/chromium': 'echo "Chromium 156.0.8078.79 built on Debian"' })
    assert.deepEqual(await findBrowser(places), {
      kind: 'found',
      browser: {
        name: 'chromium',
        version: '156.0.8078.79',
        path: join(places.searchPath, 'chromium'),
        ffmpeg: null,
      },
    })
  })

  test('comes with what records videos: that of Playwright, else that of the system', async (t) => {
    const programs = { 'bin/chromium': 'echo "Chromium 156.0"', 'bin/ffmpeg': '' }
    const own = {
      'browsers/ffmpeg-1011/ffmpeg-linux': '',
      'browsers/ffmpeg-1011/INSTALLATION_COMPLETE': '',
      'browsers/ffmpeg-1012/ffmpeg-linux': '',
    }
    for (const [there, expected] of [
      [programs, 'bin/ffmpeg'],
      [{ ...programs, ...own }, 'browsers/ffmpeg-1011/ffmpeg-linux'],
    ] as const) {
      const places = machine(t, there)
      const answer = await findBrowser(places)
      const path = join(dirname(places.searchPath), expected)
      assert.equal(answer.kind === 'found' && answer.browser.ffmpeg, path)
    }
  })

  test('is Chrome where there is no Chromium', async (t) => {
    const places = machine(t, { 'bin/google-chrome': 'echo "Google Chrome 145.0.1.2"' })
    const answer = await findBrowser(places)
    assert.equal(answer.kind === 'found' && answer.browser.name, 'chrome')
  })

  test('is before all the newest of Playwright that was downloaded to its end', async (t) => {
    const says = (version: string) => `echo "Chromium ${version}"`
    const places = machine(t, {
      'bin/chromium': says('156.0'),
      'browsers/chromium-1200/INSTALLATION_COMPLETE': '',
      'browsers/chromium-1200/chrome-linux/chrome': says('143.0'),
      'browsers/chromium-1208/INSTALLATION_COMPLETE': '',
      'browsers/chromium-1208/chrome-linux/chrome': says('145.1'),
      'browsers/chromium_headless_shell-1208/INSTALLATION_COMPLETE': '',
      'browsers/chromium_headless_shell-1208/chrome-linux/headless_shell': says('145.0'),
      'browsers/chromium-1300/chrome-linux/chrome': says('150.0'),
      'browsers/firefox-1500/INSTALLATION_COMPLETE': '',
    })
    const answer = await findBrowser(places)
    assert.equal(answer.kind === 'found' && answer.browser.version, '145.0')
  })

  test('is the one that the operator names, and no other', async (t) => {
    const places = machine(t, { 'bin/chromium': 'echo 156.0', 'mine/browser': 'echo 140.0' })
    const named = (name: string) =>
      findBrowser({ ...places, chromiumPath: join(dirname(places.searchPath), name) })
    const answer = await named('mine/browser')
    assert.equal(answer.kind === 'found' && answer.browser.version, '140.0')
    assert.deepEqual(await named('mine/nothing'), {
      kind: 'missing',
      why: 'CHROMIUM_PATH names no browser that starts here (ENOENT)',
    })
  })

  test('is never one that does not start: the next is taken, and what was tried is named', async (t) => {
    const broken = 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127'
    const both = machine(t, { 'bin/chromium': broken, 'bin/google-chrome': 'echo "Google Chrome 145.0"' })
    const answer = await findBrowser(both)
    assert.equal(answer.kind === 'found' && answer.browser.name, 'chrome')
    const places = machine(t, { 'bin/chromium': broken, 'bin/chromium-browser': 'echo "no number"' })
    const { searchPath } = places
    assert.deepEqual(await findBrowser(places), {
      kind: 'missing',
      why: `Browser checks need Chromium or Chrome, and there is none here (${searchPath}/chromium: error while loading shared libraries: libnss3.so; ${searchPath}/chromium-browser: it told no version). Install one (Debian: apt-get install chromium; elsewhere npm run browsers, or Google Chrome), or set CHROMIUM_PATH`,
    })
  })

  test('is looked for again after it was missing or has gone, and a change is told', async (t) => {
    const places = machine(t, { 'bin/other': 'echo "Chromium 156.0"' })
    let changes = 0
    const browsers = createBrowsers({ places, onChange: () => (changes += 1) })
    const path = (name: string) => join(places.searchPath, name)
    assert.equal((await browsers.find()).kind, 'missing')
    assert.deepEqual([browsers.current, changes], [null, 0])
    renameSync(path('other'), path('chromium'))
    await Promise.all([browsers.find(), browsers.find()])
    await browsers.find()
    assert.deepEqual([browsers.current?.path, changes], [path('chromium'), 1])
    renameSync(path('chromium'), path('google-chrome'))
    await browsers.find()
    assert.deepEqual([browsers.current?.path, changes], [path('google-chrome'), 2])
  })

  test('sees nothing of the environment of the agent', async (t) => {
    process.env['API_KEY_OF_THE_TEST'] = 'secret'
    t.after(() => delete process.env['API_KEY_OF_THE_TEST'])
    const places = machine(t, { 'bin/chromium': 'test -z "$API_KEY_OF_THE_TEST" && echo "Chromium 156.0"' })
    assert.equal((await findBrowser(places)).kind, 'found')
  })
})

/** A folder with these programs, each given as the lines of its shell. */
function machine(t: TestContext, programs: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'sonde-browsers-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, lines] of Object.entries(programs)) {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `#!/bin/sh\n${lines}\n`)
    chmodSync(path, 0o755)
  }
  return {
    chromiumPath: null,
    browsersFolder: join(root, 'browsers'),
    searchPath: join(root, 'bin'),
    applications: [],
  }
}
