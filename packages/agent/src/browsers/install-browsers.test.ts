import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { installRealRuntime } from '../../testing/test-runs.ts'
import { installBrowsers } from './install-browsers.ts'

const { runtimes, missing } = await installRealRuntime()
const shells = ['chrome-linux/headless_shell', 'chrome-headless-shell-linux64/chrome-headless-shell']

suite('npm run browsers', { skip: missing ?? false }, () => {
  test('installs what Playwright downloads, and tries it', async (t) => {
    const { runtime, host, browsersFolder } = await downloads(t, 'echo "Chromium 145.0.1"')
    const installation = await installBrowsers(runtime, {
      browsersFolder,
      environment: { PATH: process.env['PATH'], PLAYWRIGHT_DOWNLOAD_HOST: host },
      print: () => undefined,
    })
    assert.ok(installation.kind === 'installed', JSON.stringify(installation))
    const { version, path, ffmpeg } = installation.browser
    assert.equal(version, '145.0.1')
    assert.ok(ffmpeg?.startsWith(browsersFolder) === true && existsSync(ffmpeg))
    assert.equal(statSync(path).mode & 0o005, 0o005, 'other users can start it')
  })

  test('says where no download is possible how to get a browser else', async (t) => {
    const { runtime, host, browsersFolder, close } = await downloads(t, '')
    close()
    let printed = ''
    const installation = await installBrowsers(runtime, {
      browsersFolder,
      environment: { PATH: process.env['PATH'], PLAYWRIGHT_DOWNLOAD_HOST: host },
      print: (text) => (printed += text),
    })
    assert.ok(installation.kind === 'failed')
    assert.match(installation.why, /could not be downloaded .*apt-get install chromium.*CHROMIUM_PATH/)
    assert.match(printed, /ECONNREFUSED/)
  })
})

/** A host with what Playwright downloads: a browser that is these lines of a shell. */
async function downloads(t: TestContext, lines: string) {
  const found = await runtimes.find('2026.04')
  assert.ok(found.kind === 'installed')
  const { runtime } = found
  const load = createRequire(join(runtime.folder, 'package.json'))
  const { yazl } = load(join(runtime.folder, 'node_modules/playwright-core/lib/zipBundle.js'))
  const zip = new yazl.ZipFile()
  for (const path of [...shells, 'ffmpeg-linux']) zip.addBuffer(Buffer.from(`#!/bin/sh\n${lines}\n`), path)
  zip.end()
  const bytes = await buffer(zip.outputStream)
  const server = createServer((_, response) => void response.end(bytes))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => (server.closeAllConnections(), server.close())
  const folder = mkdtempSync(join(tmpdir(), 'sonde-browsers-'))
  t.after(() => (close(), rmSync(folder, { recursive: true, force: true })))
  const address = server.address()
  assert.ok(address !== null && typeof address !== 'string')
  return {
    runtime,
    host: `http://127.0.0.1:${address.port}`,
    browsersFolder: join(folder, 'browsers'),
    close,
  }
}
