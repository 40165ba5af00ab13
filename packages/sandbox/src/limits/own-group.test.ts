import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findOwnGroup } from './own-group.ts'

test('a group is used only if it is ours to divide: marked by systemd, or all that a container sees', (t) => {
  const top = mkdtempSync(join(tmpdir(), 'sonde groups-'))
  t.after(() => rmSync(top, { recursive: true }))
  const unit = '/system.slice/sonde.service'
  for (const path of [unit, `${unit}/sonde-agent`, '/sonde-agent']) {
    mkdirSync(join(top, path), { recursive: true })
    writeFileSync(join(top, path, 'cgroup.type'), 'domain\n')
  }
  writeFileSync(join(top, 'system.slice/cgroup.type'), 'domain\n')
  const mount = (root: string, options = 'rw,nosuid') =>
    [
      '30 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
      `41 31 0:38 ${root} ${top.replaceAll(' ', '\\040')} ${options} shared:4 - cgroup2 cgroup2 rw,nsdelegate`,
    ].join('\n')
  const find = (own: string, { mounts = mount('/'), marked = '' } = {}) =>
    findOwnGroup(
      { mounts, membership: `4:memory:/elsewhere\n0::${own}\n` },
      (folder) => marked !== '' && folder === join(top, marked),
    )
  const missing = /Delegate=yes/
  const isMissing = (found: ReturnType<typeof find>) =>
    assert.match('missing' in found ? found.missing : 'found', missing)

  assert.deepEqual(find(unit, { marked: unit }), { folder: join(top, unit) })
  assert.deepEqual(find(`${unit}/sonde-agent`, { marked: unit }), { folder: join(top, unit) })
  // Root could write there, but it is systemd's.
  isMissing(find(unit))
  isMissing(find(unit, { marked: '/system.slice/other.service' }))
  // The machine's own has no type, and belongs to nobody.
  isMissing(find('/'))
  isMissing(find('/../outside'))
  isMissing(find(unit, { marked: unit, mounts: mount('/', 'ro,nosuid') }))
  isMissing(find(unit, { marked: unit, mounts: '' }))

  // In a container: with a view of its own, or with that of the machine of which only a part is mounted.
  writeFileSync(join(top, 'cgroup.type'), 'domain\n')
  assert.deepEqual(find('/'), { folder: top })
  assert.deepEqual(find('/sonde-agent'), { folder: top })
  isMissing(find('/other'))
  assert.deepEqual(find('/docker/1f', { mounts: mount('/docker/1f') }), { folder: top })
  isMissing(find('/docker/1f', { mounts: mount('/docker/2e') }))
})
