import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { featureArgument } from '../harness/playwright/browser.mjs'
import { choose } from '../harness/playwright/client-certificates.mjs'
import { GoldenFiles } from '../harness/playwright/golden-files.mjs'
import { isProgram } from '../harness/playwright/run-program.mjs'
import { makeBrowserProgram } from '../harness/suites/browser-program.mjs'

/** Written in two parts: these are no packages of ours. */
const library = 'playwright'
const runner = `@${library}/test`

suite('the harness of test runs', () => {
  test('a script is a program when it loads the library, and no test from anywhere', () => {
    for (const [source, expected] of [
      [`const { chromium } = require('${library}')`, true],
      [`import { chromium } from "${library}-core"`, true],
      [`import { expect, test } from '${runner}'`, false],
      [`import { chromium } from '${library}'\nimport { test } from './fixtures'`, false],
      [`const { chromium } = require('${library}')\nconst { test, expect } = require('./fixtures')`, false],
      [`import axios from 'axios'`, false],
      ['', false],
    ] as const)
      assert.equal(isProgram(source), expected, source)
  })

  test('SC 3.7: of client certificates an exact name beats a wildcard, then the newest wins', () => {
    const certificates = ['*.acme.com', 'www.acme.com', '*.acme.com', 'www.acme.com', '192.0.2.7'].map(
      (host, index) => ({ host, cert: String(index), key: 'k', passphrase: null, ca: null }),
    )
    for (const [host, expected] of [
      ['www.acme.com', '3'],
      ['WWW.acme.com.', '3'],
      ['api.acme.com', '2'],
      ['a.b.acme.com', undefined],
      ['acme.com', undefined],
      ['192.0.2.7', '4'],
      ['example.net', undefined],
    ] as const)
      assert.equal(choose(certificates, host)?.cert, expected, host)
  })

  test('case 5: what Playwright says of a missing golden file says what to do, and names both browsers', () => {
    const golden = new GoldenFiles(
      {
        foreign: [{ path: 'a-snapshots/old.png', madeBy: 'Chromium 145' }],
        browserLine: 'Chromium 156',
        isUpdated: false,
      },
      '/run',
    )
    const missing = (path: string) =>
      golden.explain(`Error: A snapshot doesn't exist at ${path}, writing actual.`)
    assert.match(
      missing('/run/a-snapshots/my new.png'),
      /^Error: There is no golden file a-snapshots\/my new\.png yet\. /,
    )
    assert.match(
      missing('/run/a-snapshots/old.png'),
      /^Error: The golden file a-snapshots\/old\.png was made by Chromium 145, and this run used Chromium 156: /,
    )
    assert.equal(golden.explain('Error: something else'), 'Error: something else')

    const step = (path: string, error?: object) => ({
      error,
      attachments: [
        { name: 'home-expected.png', path },
        { name: 'home-actual.png', path: '/run/test-results/shop/home-actual.png' },
        ...(error === undefined
          ? []
          : [{ name: 'home-diff.png', path: '/run/test-results/shop/home-diff.png' }]),
      ],
    })
    const result = {}
    golden.take(result, step('/run/a-snapshots/new.png'))
    golden.take(result, step('/run/a-snapshots/old.png'))
    golden.take(result, step('/run/a-snapshots/home.png', {}))
    golden.take(result, step('/elsewhere/home.png', {}))
    const actual = 'test-results/shop/home-actual.png'
    assert.deepEqual(golden.endTest(result), [
      { path: 'a-snapshots/new.png', state: 'MISSING', expected: null, actual, diff: null },
      { path: 'a-snapshots/old.png', state: 'OTHER_BROWSER', expected: null, actual, diff: null },
      {
        path: 'a-snapshots/home.png',
        state: 'DIFFERENT',
        expected: 'test-results/shop/home-expected.png',
        actual,
        diff: 'test-results/shop/home-diff.png',
      },
    ])
    assert.deepEqual(golden.endTest(result), [])
  })

  const unseen = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup'

  test('the browser of a check is without what nobody sees, beside what Playwright turns off', () => {
    assert.equal(
      featureArgument(['--no-first-run', '--disable-features=A,B']),
      `--disable-features=A,B,${unseen}`,
    )
    assert.equal(featureArgument(['--no-first-run']), `--disable-features=${unseen}`)
  })

  test('the browser of a suite is without it, whichever features its project turns off', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-browser-program-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const [path, browser] = [join(folder, 'program'), join(folder, "the browser's $HOME")]
    writeFileSync(browser, `#!/bin/sh\nfor one do printf '%s\\0' "$one"; done`, { mode: 0o755 })
    makeBrowserProgram({ path, browser })
    const started = (...args: string[]) =>
      execFileSync(path, args, { encoding: 'utf8' }).split('\0').slice(0, -1)
    assert.deepEqual(
      started('--disable-features=A,B', '--user-agent=a "b" $c *', '', '--disable-features=C'),
      [`--disable-features=A,B,${unseen}`, '--user-agent=a "b" $c *', '', `--disable-features=C,${unseen}`],
    )
    assert.deepEqual(started('--version'), [`--disable-features=${unseen}`, '--version'])
  })
})
