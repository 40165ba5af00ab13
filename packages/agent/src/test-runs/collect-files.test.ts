import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { copyLeftFile, listLeftFiles } from './collect-files.ts'

function folderWith(t: TestContext, paths: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-left-files-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), path)
  }
  return folder
}

suite('files that a run has left', () => {
  test('are its pictures, the report, and what its tests have left, each under a name of its own', async (t) => {
    const folder = folderWith(t, [
      'a.png',
      'pictures/a.PNG',
      'pictures-a.PNG',
      'golden/brought.png',
      'notes.txt',
      'trace.zip',
      'report.json',
      '.sonde-pages',
      '.sonde-report.json',
      'script.js-snapshots/home-linux.txt',
      'node_modules/x/logo.png',
      'tmp/profile/Default/cache.png',
      'test-results/.playwright-artifacts-0/x.webm',
      'test-results/script.js-shop/trace.zip',
      'test-results/script.js-shop/video.webm',
      'test-results/script.js-shop/video-1.webm',
      'test-results/script.js-shop/test-failed-1.png',
      'test-results/script.js-shop/error-context.md',
    ])
    const left = await listLeftFiles(folder, new Set(['golden/brought.png']))
    assert.deepEqual(left.map(({ kind, name }) => `${kind} ${name}`).toSorted(), [
      'file script.js-shop-error-context.md',
      'report report.json',
      'screenshot a.png',
      'screenshot pictures-a-2.PNG',
      'screenshot pictures-a.PNG',
      'screenshot script.js-shop-test-failed-1.png',
      'trace script.js-shop-trace.zip',
      'video script.js-shop-1.webm',
      'video script.js-shop.webm',
    ])
    const all = await listLeftFiles(folder, new Set(), { withAll: true })
    const golden = all.find(({ place }) => place === 'script.js-snapshots/home-linux.txt')
    assert.deepEqual([golden?.kind, golden?.name], ['file', 'script.js-snapshots-home-linux.txt'])
  })

  test('SI case 13: never links, second names, pipes, or what lies too deep; names show no control characters', async (t) => {
    const deep = Array.from({ length: 30 }, () => 'd').join('/')
    const folder = folderWith(t, ['a\nb.png', `${deep}/x.png`, 'empty/y.png'])
    const outside = folderWith(t, ['secret.png', 'folder/z.png'])
    writeFileSync(join(folder, 'empty/y.png'), '')
    symlinkSync(join(outside, 'secret.png'), join(folder, 'link.png'))
    symlinkSync(join(outside, 'folder'), join(folder, 'linked'))
    linkSync(join(outside, 'secret.png'), join(folder, 'hard.png'))
    execFileSync('mkfifo', [join(folder, 'pipe.png')])
    assert.deepEqual(
      (await listLeftFiles(folder, new Set())).map(({ name }) => name),
      ['a_b.png'],
    )
    const target = join(outside, 'copy')
    await assert.rejects(copyLeftFile(join(folder, 'link.png'), target), { code: 'ELOOP' })
    assert.equal(await copyLeftFile(join(folder, 'pipe.png'), target), false)
    assert.equal(await copyLeftFile(join(folder, 'a\nb.png'), target), true)
    assert.equal(readFileSync(target, 'utf8'), 'a\nb.png')
  })
})
