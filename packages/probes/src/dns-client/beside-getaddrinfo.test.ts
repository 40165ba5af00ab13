import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { lacksNamespaces } from '../../testing/network-namespace.ts'

const run = promisify(execFile)

/** Awkward names, and what both are to find. The C library does not tell a name without address from one that does not exist. */
const names: Record<string, string> = {
  'plain.test': '192.0.2.1',
  'PLAIN.Test': '192.0.2.1',
  'plain.test.': '192.0.2.1',
  'deep.er.and.deep.er.test': '192.0.2.2',
  db: '192.0.2.3',
  DB: '192.0.2.3',
  'db.': 'ENOTFOUND',
  'db.west': '192.0.2.4',
  'db.west.': 'ENOTFOUND',
  only: '192.0.2.5',
  'www.west': '192.0.2.10',
  'under_score.test': '192.0.2.6',
  '-dash.test': '192.0.2.7',
  'alias.test': '192.0.2.1',
  'dangling.test': 'ENOTFOUND',
  'broken.test': 'EAI_AGAIN',
  'refused.test': 'EAI_AGAIN',
  'empty.test': 'ENOTFOUND',
  empty: 'ENOTFOUND',
  'large.test': '192.0.2.8',
  'münchen.test': '192.0.2.9',
  'MÜNCHEN.test': '192.0.2.9',
  [`${'l'.repeat(63)}.test`]: '192.0.2.11',
  [`${'l'.repeat(64)}.test`]: 'ENOTFOUND',
  [`${'l.'.repeat(130)}test`]: 'ENOTFOUND',
  'any.wild.test': '192.0.2.13',
  'in-hosts.test': '192.0.2.77',
  'IN-HOSTS.test': '192.0.2.77',
  'hosts-and-dns.test': '192.0.2.78',
  localhost: '127.0.0.1',
  nowhere: 'ENOTFOUND',
  'no.where.test': 'ENOTFOUND',
  'a..b': 'ENOTFOUND',
}

/** Where the C library does not ask although there is an answer, or has a word of its own for a name that is too long. */
const theirsAlone: Record<string, string> = {
  '-dash.test': 'ENOTFOUND',
  [`${'l.'.repeat(130)}test`]: 'EINVAL',
}

const sameThing: Readonly<Record<string, string>> = {
  ENODATA: 'ENOTFOUND',
  ERR_INVALID_IP_ADDRESS: 'ENOTFOUND',
}

test('thirty awkward names are found as the C library finds them', { skip: lacksNamespaces() }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-names-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'resolv.conf'),
    'nameserver 127.0.0.1\nsearch corp.test second.test\noptions ndots:2\n',
  )
  writeFileSync(
    join(folder, 'hosts'),
    '127.0.0.1 localhost\n192.0.2.77 in-hosts.test\n192.0.2.78 hosts-and-dns.test\n',
  )
  const script = join(import.meta.dirname, '../../testing/names-beside-getaddrinfo.ts')
  const { stdout } = await run('unshare', [
    '--net',
    '--mount',
    'sh',
    '-ec',
    'ip link set lo up; for file in resolv.conf hosts; do mount --bind "$0/$file" /etc/$file; done; exec "$@"',
    folder,
    process.execPath,
    script,
    ...Object.keys(names),
  ])
  const found: Record<string, { ours: string; theirs: string }> = JSON.parse(stdout)
  const ours = Object.fromEntries(
    Object.entries(found).map(([name, { ours: code }]) => [name, sameThing[code] ?? code]),
  )
  assert.deepEqual(ours, names)
  const theirs = Object.fromEntries(Object.entries(found).map(([name, each]) => [name, each.theirs]))
  assert.deepEqual(theirs, { ...names, ...theirsAlone })
})
