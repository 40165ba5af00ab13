import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadLibc } from '../src/libc.ts'
import { createNamespacesLevel } from '../src/namespaces-level.ts'
import { createProcessLevel } from '../src/process-level.ts'
import type { SandboxLevel, SandboxLevelName } from '../src/sandbox.ts'
import { thisArchitecture } from '../src/system-calls.ts'
import { createUserIdSlots } from '../src/user-id-slots.ts'

export type LevelUnderTest = { name: SandboxLevelName; skip: string | false; level: SandboxLevel }

/** Every level; those that this machine does not offer say why. */
export function levelsUnderTest(): { levels: LevelUnderTest[]; folders: string; remove(): void } {
  const folders = mkdtempSync(join(tmpdir(), 'sonde-sandbox-'))
  const architecture = thisArchitecture()
  const isRoot = process.getuid?.() === 0
  const slots = isRoot ? createUserIdSlots({ first: 64100, last: 64199 }) : null
  if (architecture === null) throw new Error('no system calls are known for this machine')
  const libc = loadLibc(architecture)
  const bwrap = '/usr/bin/bwrap'
  return {
    levels: [
      {
        name: 'namespaces',
        skip: existsSync(bwrap) ? false : 'bubblewrap is not installed',
        level: createNamespacesLevel({ bwrap, architecture, libc, folders, slots }),
      },
      { name: 'process', skip: false, level: createProcessLevel({ folders }) },
    ],
    folders,
    remove: () => rmSync(folders, { recursive: true }),
  }
}
