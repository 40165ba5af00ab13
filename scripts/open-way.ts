import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** As root, tests run code as other users: they must get to the checkout, also below a folder of root alone. */
export function openWay(path: string): void {
  if (process.getuid?.() !== 0) return
  const { mode } = statSync(path)
  if ((mode & 0o001) === 0) chmodSync(path, (mode & 0o7777) | 0o001)
  if (dirname(path) !== path) openWay(dirname(path))
}
