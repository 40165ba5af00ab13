import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Readable by its owner only, from the first byte on, and on the disk when this returns. */
export function writeSecretFile(path: string, text: string, now: number): void {
  // It may be the key of another database that used this folder, and nobody else may have it.
  if (existsSync(path)) renameSync(path, `${path}.before-${now}`)
  const file = openSync(path, 'wx', 0o600)
  try {
    chmodSync(path, 0o600)
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
