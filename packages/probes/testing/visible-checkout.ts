import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../../..')

let view: string | null = null

/**
 * A path to a file of this checkout that an ordinary user can follow, also where only root may look into a folder
 * above it: the checkout then appears a second time, elsewhere, until this process ends. Needs root.
 */
export function visiblePath(file: string): string {
  const inside = relative(root, file)
  if (inside.startsWith('..')) return file
  view ??= isOpenToAll(root) ? root : showElsewhere()
  return join(view, inside)
}

function isOpenToAll(path: string): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
  }
  return true
}

function showElsewhere(): string {
  const place = mkdtempSync(join(tmpdir(), 'sonde-view-'))
  chmodSync(place, 0o755)
  const { status, stderr } = spawnSync('mount', ['--bind', root, place], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the checkout cannot be shown to an ordinary user: ${stderr}`)
  process.on('exit', () => {
    spawnSync('umount', ['--lazy', place])
    rmdirSync(place)
  })
  return place
}
