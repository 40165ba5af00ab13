import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { unpack } from '../harness/suites/unpack.mjs'
import { makeArchive, type PackedEntry } from '../testing/make-archive.ts'

const limits = { entries: 1_000, bytes: 1_000_000 }

async function folders(t: TestContext) {
  const outside = await mkdtemp(join(tmpdir(), 'sonde-unpack-'))
  t.after(() => rm(outside, { recursive: true }))
  const folder = join(outside, 'project')
  /** In pieces that end anywhere. */
  const open = async (archive: Buffer, most = limits) => {
    const pieces: Buffer[] = []
    for (let at = 0; at < archive.length; at += 7) pieces.push(archive.subarray(at, at + 7))
    return await unpack(pieces, { folder, limits: most })
  }
  return {
    outside,
    folder,
    open,
    pack: (entries: PackedEntry[], most = limits) => open(makeArchive(entries), most),
  }
}

test('a project is unpacked with its folders, links, long names and programs', async (t) => {
  const { folder, pack } = await folders(t)
  const long = `${'deep/'.repeat(30)}grün.spec.ts`
  const large = randomBytes(100_000)
  const count = await pack([
    { path: './package.json', content: '{}' },
    { path: 'bin/', type: '5' },
    { path: 'bin/run.sh', content: 'true', mode: 0o755 },
    { path: long, content: 'test()' },
    { path: 'data.bin', content: large },
    { path: 'empty', content: '' },
    { path: 'packages/a/index.js', content: 'a' },
    { path: 'node_modules/a', type: '2', link: '../packages/a' },
    { path: 'node_modules/.bin/run', type: '2', link: '../../bin/run.sh' },
    { path: 'again', type: '1', link: 'bin/run.sh' },
    { path: 'package.json', content: '{"name":"later"}' },
  ])
  assert.deepEqual(count, { entries: 11, bytes: 100_000 + 2 + 4 + 6 + 1 + 16 })
  assert.equal(await readFile(join(folder, long), 'utf8'), 'test()')
  assert.deepEqual(await readFile(join(folder, 'data.bin')), large)
  assert.equal(await readFile(join(folder, 'node_modules/a/index.js'), 'utf8'), 'a')
  assert.equal(await readlink(join(folder, 'node_modules/.bin/run')), '../../bin/run.sh')
  assert.equal(await readFile(join(folder, 'again'), 'utf8'), 'true')
  assert.equal(await readFile(join(folder, 'package.json'), 'utf8'), '{"name":"later"}')
  assert.equal((await lstat(join(folder, 'bin/run.sh'))).mode & 0o777, 0o755)
})

test('case 57: an archive of tar itself, with links and names of any length', async (t) => {
  const { outside, folder, open } = await folders(t)
  const source = join(outside, 'source')
  await mkdir(join(source, 'node_modules/.pnpm', 'x'.repeat(80), 'node_modules/dep'), { recursive: true })
  const store = `.pnpm/${'x'.repeat(80)}/node_modules/dep`
  await writeFile(join(source, 'node_modules', store, 'index.js'), 'dep')
  await symlink(store, join(source, 'node_modules/dep'))
  for (const format of ['pax', 'gnu', 'ustar'] as const) {
    // The oldest form has no room for such a link.
    if (format === 'ustar') await rm(join(source, 'node_modules/dep'))
    const archive = execFileSync('tar', [`--format=${format}`, '-C', source, '-czf', '-', '.'])
    await rm(folder, { recursive: true, force: true })
    await open(archive)
    const path = format === 'ustar' ? `node_modules/${store}` : 'node_modules/dep'
    assert.equal(await readFile(join(folder, path, 'index.js'), 'utf8'), 'dep', format)
  }
})

test('the archive of a project without files, and one without an end, are archives', async (t) => {
  const { folder, open } = await folders(t)
  assert.deepEqual(await open(makeArchive([])), { entries: 0, bytes: 0 })
  assert.deepEqual(await open(gzipSync(Buffer.alloc(0))), { entries: 0, bytes: 0 })
  assert.deepEqual(await readdir(folder), [])
})

const hostile: { name: string; entries: PackedEntry[]; message: RegExp }[] = [
  {
    name: 'a way up',
    entries: [{ path: '../../etc/cron.d/x', content: 'x' }],
    message: /"\.\.\/\.\.\/etc\/cron\.d\/x" leads out of the project/,
  },
  { name: 'a way up inside', entries: [{ path: 'a/../../x' }], message: /"a\/\.\.\/\.\.\/x" leads out/ },
  { name: 'an absolute path', entries: [{ path: '/etc/x' }], message: /"\/etc\/x" is an absolute path/ },
  {
    name: 'a link to /',
    entries: [{ path: 'root', type: '2', link: '/' }],
    message: /"root" is a link that leaves/,
  },
  {
    name: 'a link upwards',
    entries: [{ path: 'a/up', type: '2', link: '../../x' }],
    message: /"a\/up" is a link that leaves the project: \.\.\/\.\.\/x/,
  },
  {
    name: 'a link that leaves over another one',
    entries: [
      { path: 'p/q/r/top', type: '2', link: '../../..' },
      { path: 'z', type: '2', link: 'p/q/r/top/../x' },
    ],
    message: /"z" is a link that leaves/,
  },
  {
    name: 'an entry below a link',
    entries: [
      { path: 'sub', type: '2', link: 'other' },
      { path: 'sub/x', content: 'x' },
    ],
    message: /"sub\/x" lies below sub, which is no folder/,
  },
  {
    name: 'a hard link to what is no entry',
    entries: [{ path: 'passwd', type: '1', link: '/etc/passwd' }],
    message: /"passwd" is an absolute path/,
  },
  {
    name: 'a hard link over a link',
    entries: [
      { path: 'here', type: '2', link: '.' },
      { path: 'x', content: 'x' },
      { path: 'y', type: '1', link: 'here/x' },
    ],
    message: /"y" is a link to what is no file of the bundle/,
  },
  {
    name: 'a device',
    entries: [{ path: 'null', type: '3' }],
    message: /"null" is neither a file, a folder nor a link/,
  },
  { name: 'a pipe', entries: [{ path: 'pipe', type: '6' }], message: /"pipe" is neither/ },
  {
    name: 'a folder in the place of a file',
    entries: [{ path: 'a/b' }, { path: 'a', content: 'x' }],
    message: /"a" is a folder and something else/,
  },
  {
    name: 'more than it has',
    entries: [{ path: 'x', content: 'x', size: 100_000 }],
    message: /ends in the middle/,
  },
  { name: 'too many bytes', entries: [{ path: 'x', size: 2_000_000 }], message: /more than 1000000 bytes/ },
  {
    name: 'too many entries',
    entries: Array.from({ length: 1_001 }, (_, index) => ({ path: `${index}` })),
    message: /more than 1000 entries/,
  },
]

for (const { name, entries, message } of hostile)
  test(`cases 16 and 56: a bundle with ${name} is refused by name, and nothing is written outside`, async (t) => {
    const { outside, pack } = await folders(t)
    await assert.rejects(pack(entries), { name: 'RefusedArchive', message })
    assert.deepEqual(await readdir(outside), ['project'])
  })

test('what is no archive is refused', async (t) => {
  const { open } = await folders(t)
  await assert.rejects(open(Buffer.from('PK no gzip')), /not compressed by gzip/)
  await assert.rejects(open(gzipSync(randomBytes(2_000))), /no tar archive/)
  const endless = gzipSync(Buffer.alloc(20_000_000))
  await assert.rejects(open(endless), /goes on after its end/)
  await assert.rejects(
    open(makeArchive([{ path: 'x', content: 'x' }]).subarray(0, -20)),
    /gzip, or is damaged/,
  )
})
